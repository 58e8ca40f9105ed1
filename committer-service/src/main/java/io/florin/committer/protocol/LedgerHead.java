package io.florin.committer.protocol;

import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;

/// The last complete block and the configuration in force after it.
///
/// @param checkpoint of the last complete block; that of genesis before the first
/// @param configuration in force after it
public record LedgerHead(Checkpoint checkpoint, NetworkConfiguration configuration) {

    /// The last complete block.
    public long number() {
        return checkpoint.number();
    }
}
