package io.florin.auditor.protocol;

import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;

/// Checkpoints and configurations of the blocks so far, by the own replay.
public interface Past {

    /// The last replayed block, 0 before the first.
    long height();

    /// The ledger after a block, 0 to the height.
    Checkpoint checkpoint(long block);

    /// The configuration in force for a block, 1 to the one after the height.
    NetworkConfiguration configuration(long block);
}
