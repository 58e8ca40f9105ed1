package io.florin.audit;

import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;

/// A transaction of a hidden currency that committed.
///
/// @param configuration in force for its block, which is the one it names
public record CommittedPayment(long block, OrderedTransaction ordered, NetworkConfiguration configuration) {

    public SettlementTransaction settlement() {
        return ordered.transaction().orElseThrow();
    }

    public TransactionId id() {
        return settlement().id();
    }

    public long index() {
        return ordered.index();
    }
}
