package io.florin.committer.protocol;

import io.florin.crypto.Bytes32;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;

/// Assignment of keys and ids to state shards, by the last four bytes of the hash that every key and id is. The number
/// of shards belongs to the data on disk and never changes.
public record ShardMap(int shards) {

    public static final int SHARDS_MAX = 64;

    public ShardMap {
        if (shards < 1 || shards > SHARDS_MAX) {
            throw new IllegalArgumentException("1 to " + SHARDS_MAX + " state shards");
        }
    }

    public int of(StateKey key) {
        return of(key.value());
    }

    public int of(TransactionId id) {
        return of(id.value());
    }

    private int of(Bytes32 hash) {
        byte[] bytes = hash.toArray();
        int tail = (bytes[28] & 0xFF) << 24 | (bytes[29] & 0xFF) << 16 | (bytes[30] & 0xFF) << 8 | (bytes[31] & 0xFF);
        return Integer.remainderUnsigned(tail, shards);
    }
}
