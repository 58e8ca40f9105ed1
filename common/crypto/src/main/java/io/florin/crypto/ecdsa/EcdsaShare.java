package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.Shares;

/// A member's part of a signature under one presignature: a scalar, 32 bytes big-endian.
public record EcdsaShare(Bytes32 session, int index, Bytes32 scalar) {
    /// @throws IllegalArgumentException if the index is out of range
    public EcdsaShare {
        Shares.requireIndex(index);
    }
}
