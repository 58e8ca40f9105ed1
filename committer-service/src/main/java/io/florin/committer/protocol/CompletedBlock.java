package io.florin.committer.protocol;

import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockStatuses;

/// A block all of whose statuses are final, applied and signed for.
///
/// @param configuration in force after it
public record CompletedBlock(VerifiedBlock block, BlockStatuses statuses, NetworkConfiguration configuration) {

    public long number() {
        return block.number();
    }
}
