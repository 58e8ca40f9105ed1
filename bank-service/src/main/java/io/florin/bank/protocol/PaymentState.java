package io.florin.bank.protocol;

/// ACCEPTED (durable, not signed yet) → SUBMITTED (signed and on its way, or waiting for its splits) → SETTLED or
/// REJECTED. A transaction that ends without committing takes its payment back to ACCEPTED, a bounded number of times.
/// What has a later day begins as SCHEDULED (durable, no money locked) → ACCEPTED or REJECTED on that day, or CANCELLED
/// before.
public enum PaymentState {
    SCHEDULED,
    ACCEPTED,
    SUBMITTED,
    SETTLED,
    REJECTED,
    CANCELLED;

    public boolean isFinal() {
        return this == SETTLED || this == REJECTED || this == CANCELLED;
    }
}
