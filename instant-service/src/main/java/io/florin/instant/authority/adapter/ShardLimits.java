package io.florin.instant.authority.adapter;

import java.time.Duration;

/// Bounds of one shard.
///
/// @param requestsMax requests that are open at once, from being taken to being answered
/// @param eventsMax events of other shards, other authorities and the ledger that wait at once; those beyond are
/// dropped and come again
/// @param windowEvery time between two windows
/// @param snapshotRecords records between two snapshots at least
public record ShardLimits(int requestsMax, int eventsMax, Duration windowEvery, long snapshotRecords) {

    public static final ShardLimits DEFAULT = new ShardLimits(8192, 8192, Duration.ofMillis(250), 200_000);

    /// @throws IllegalArgumentException if a bound is not above zero
    public ShardLimits {
        if (requestsMax < 1
                || eventsMax < 1
                || windowEvery.isNegative()
                || windowEvery.isZero()
                || snapshotRecords < 1) {
            throw new IllegalArgumentException("bounds are above zero");
        }
    }
}
