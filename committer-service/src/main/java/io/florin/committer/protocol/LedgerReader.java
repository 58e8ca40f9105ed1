package io.florin.committer.protocol;

import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import java.util.Optional;

/// What is known of complete blocks and of the state after the last one. Any thread.
public interface LedgerReader {

    Genesis genesis();

    /// As of the last complete block; that of genesis before the first.
    Checkpoint checkpoint();

    /// In force after the last complete block.
    NetworkConfiguration configuration();

    /// A complete block.
    Optional<Block> block(long number);

    /// The statuses of a complete block.
    Optional<BlockStatuses> statuses(long number);

    /// The state after the last complete block; empty for a moment after a crash.
    Optional<StateView> view();
}
