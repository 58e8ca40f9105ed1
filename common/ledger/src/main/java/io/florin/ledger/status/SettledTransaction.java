package io.florin.ledger.status;

import io.florin.ledger.TransactionId;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.Optional;

/// Outcome of one transaction of a block.
///
/// @param committed empty unless it is committed
public record SettledTransaction(TransactionOutcome outcome, Optional<SettlementTransaction> committed) {

    /// Place in the block, from 0.
    public long index() {
        return outcome.index();
    }

    /// The id if this is its final status: garbage under the id of a payment says nothing about the payment.
    public Optional<TransactionId> claimed() {
        return outcome.status().claimsId() ? outcome.id() : Optional.empty();
    }
}
