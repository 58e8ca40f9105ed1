package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.Shares;

/// A party's part of a signature: a scalar, 32 bytes little-endian, a claim until the aggregator has checked it.
public record FrostShare(int index, Bytes32 scalar) {
    /// @throws IllegalArgumentException if the index is out of range
    public FrostShare {
        Shares.requireIndex(index);
    }
}
