package io.florin.instant.account;

import io.florin.instant.roots.Windows;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailScope;

/// The place of a shard: rail and epoch, authority, and which of the authority's accounts are its own.
///
/// @param authority 1 to n
/// @param shard 0 to shards − 1
/// @param shards of this authority, 1 to [Windows#SHARDS_MAX]; others may have more or fewer
public record ShardPlace(RailScope scope, int authority, int shard, int shards) {

    /// @throws IllegalArgumentException if there is no such shard
    public ShardPlace {
        if (shards < 1 || shards > Windows.SHARDS_MAX || shard < 0 || shard >= shards) {
            throw new IllegalArgumentException("no shard " + shard + " of " + shards);
        }
    }

    boolean has(RailAccount account) {
        return hasBucket(account.bucket());
    }

    boolean hasBucket(int bucket) {
        return RailAccount.shardOf(bucket, shards) == shard;
    }

    /// The authority's shard that has the account.
    public int shardOf(RailAccount account) {
        return RailAccount.shardOf(account.bucket(), shards);
    }
}
