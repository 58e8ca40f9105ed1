package io.florin.auditor.protocol;

import io.florin.ledger.Amount;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.List;
import java.util.Optional;

/// A transaction that committed in the auditor's own replay.
///
/// @param index place in its block
/// @param spent what the token under each key that it spends was worth, in the order of its spends; empty where that
///     was no token, or where values are hidden
public record ReplayedTransaction(long index, SettlementTransaction transaction, List<Optional<Amount>> spent) {
    public ReplayedTransaction {
        spent = List.copyOf(spent);
    }
}
