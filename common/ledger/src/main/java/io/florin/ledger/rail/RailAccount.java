package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.Domain;

/// An account of a rail: the hash of its owner's key. Nobody opens an account, and no two authorities can believe in
/// different keys for one.
public record RailAccount(Bytes32 value) implements Comparable<RailAccount> {

    private static final int BUCKETS = 1 << 16;

    public static RailAccount of(OwnerKey owner) {
        return new RailAccount(Domain.RAIL_ACCOUNT.hash(owner.value().toArray()));
    }

    /// The first 16 bits. Authorities have different numbers of shards, so what they tell each other about an order
    /// names this, and each finds its own shard with it.
    public int bucket() {
        byte[] bytes = value.toArray();
        return (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    }

    /// The place of a bucket among shards that share all buckets evenly.
    ///
    /// @param bucket u16
    /// @param shards 1 to 65536
    /// @return 0 to shards − 1
    public static int shardOf(int bucket, int shards) {
        return (int) ((long) bucket * shards / BUCKETS);
    }

    @Override
    public int compareTo(RailAccount other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
