package io.florin.bank.protocol;

/// ACCEPTED (durable, not signed yet) → SUBMITTED (signed and on its way, or waiting for its splits) → SETTLED or
/// REJECTED. A transaction that ends without committing takes its payment back to ACCEPTED, a bounded number of times.
public enum PaymentState {
    ACCEPTED,
    SUBMITTED,
    SETTLED,
    REJECTED;

    public boolean isFinal() {
        return this == SETTLED || this == REJECTED;
    }
}
