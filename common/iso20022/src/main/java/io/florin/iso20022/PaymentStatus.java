package io.florin.iso20022;

import java.util.Collection;

/// Status of a payment, as codes of the external sets for payment group and transaction status.
public enum PaymentStatus {
    /// Received, not yet looked at.
    RCVD,
    /// Pending: checks or the ledger are not done with it.
    PDNG,
    /// Checked and accepted.
    ACCP,
    /// Settled: final on the ledger.
    ACSC,
    /// Rejected.
    RJCT,
    /// Of a group: some of its payments are rejected.
    PART;

    /// The status of a group by those of its payments: rejected or settled when all are, partial when some are
    /// rejected, otherwise the least advanced of them.
    static PaymentStatus ofGroup(Collection<PaymentStatus> payments) {
        if (payments.contains(RJCT)) {
            return payments.stream().allMatch(status -> status == RJCT) ? RJCT : PART;
        }
        return payments.stream().min(PaymentStatus::compareTo).orElse(RCVD);
    }
}
