package io.florin.committer.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionStatus;
import java.util.List;
import java.util.Optional;

/// One ordered transaction after the stateless checks.
///
/// @param transaction empty where no settlement transaction could be decoded
/// @param digest SHA-256 of the raw transaction, or of the raw entry where it is no bundle
/// @param fate the status it has unless its id is taken, where that is known without the state; empty for the others
/// @param writeKeys the key of each write in order; empty when not endorsed
public record VerifiedTransaction(
        Optional<SettlementTransaction> transaction,
        Bytes32 digest,
        Optional<TransactionStatus> fate,
        List<StateKey> writeKeys) {

    public VerifiedTransaction {
        writeKeys = List.copyOf(writeKeys);
    }

    /// True when it is validly endorsed and readable, so that it claims its id if nobody did before.
    public boolean mayClaim() {
        return fate.isEmpty() || fate.get().claimsId();
    }
}
