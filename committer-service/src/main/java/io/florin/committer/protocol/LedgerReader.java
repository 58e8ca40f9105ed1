package io.florin.committer.protocol;

import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.SignedCheckpoint;
import java.time.Duration;
import java.util.Optional;

/// Complete blocks, and the state after the last one. Any thread.
public interface LedgerReader {

    Genesis genesis();

    LedgerHead head();

    /// Waits until a block is complete, but not longer than given; true when it is.
    boolean awaitComplete(long number, Duration waitMax) throws InterruptedException;

    /// A complete block.
    Optional<Block> block(long number);

    /// The statuses of a complete block.
    Optional<BlockStatuses> statuses(long number);

    /// This committer's word on a complete block, without what the block did.
    default Optional<SignedCheckpoint> signed(long number) {
        return statuses(number).map(BlockStatuses::signed);
    }

    /// Times at which a complete block came and was done; empty where they are not kept (any more).
    default Optional<BlockTimes> times(long number) {
        return Optional.empty();
    }

    /// The configuration of a version that was in force after some complete block.
    Optional<NetworkConfiguration> configurationOfVersion(long version);

    /// The state after the last complete block; empty for a moment after a crash.
    Optional<StateView> view();
}
