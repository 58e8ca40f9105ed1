package io.florin.auditor.protocol;

import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.Token;
import java.util.List;
import java.util.Optional;

/// A transaction that committed in the auditor's own replay.
///
/// @param index place in its block
/// @param spent what lay under each key that it spends, in the order of its spends; empty where that was no token
public record ReplayedTransaction(long index, SettlementTransaction transaction, List<Optional<Token>> spent) {
    public ReplayedTransaction {
        spent = List.copyOf(spent);
    }
}
