package io.florin.auditor.protocol;

import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import java.time.Instant;
import java.util.Optional;

/// Position of the auditor's own replay. Any thread may ask.
public interface ReplayPosition {

    NetworkId network();

    /// The configuration in force after the last replayed block.
    NetworkConfiguration configuration();

    /// The last replayed block, 0 before the first.
    long height();

    /// The state hash after the last replayed block, hex.
    String stateHash();

    /// The highest block that at least one honest ordering party says exists, at least the own height.
    long knownHead();

    /// Whether the blocks in the database have been replayed since the start.
    boolean isCaughtUpWithStore();

    /// Time at which the auditor accepted a block.
    Optional<Instant> seenAt(long block);
}
