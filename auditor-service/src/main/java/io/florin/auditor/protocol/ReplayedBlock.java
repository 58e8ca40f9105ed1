package io.florin.auditor.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionOutcome;
import java.util.List;

/// A block that the auditor checked and replayed.
///
/// @param encoded the block's bytes
/// @param checkpoint the ledger after it, by the auditor's own replay
/// @param outcomes of all its transactions, in order
/// @param committed the committed ones, in order
/// @param configuration in force for this block
public record ReplayedBlock(
        Block block,
        Bytes encoded,
        Checkpoint checkpoint,
        List<TransactionOutcome> outcomes,
        List<ReplayedTransaction> committed,
        NetworkConfiguration configuration) {
    public ReplayedBlock {
        outcomes = List.copyOf(outcomes);
        committed = List.copyOf(committed);
    }

    public long number() {
        return checkpoint.number();
    }
}
