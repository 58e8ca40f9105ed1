package io.florin.committer.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.status.TransactionStatus;
import java.util.List;

/// Final verdicts on some transactions of one block, as the decision log keeps them (protocol decision 18).
///
/// @param headerHash of the block, so that a verdict cannot be taken for one on another block of the same number
public record BlockVerdicts(long block, Bytes32 headerHash, List<Verdict> verdicts) {

    /// The final status of the transaction at an index.
    public record Verdict(int index, TransactionStatus status) {}

    public BlockVerdicts {
        verdicts = List.copyOf(verdicts);
    }
}
