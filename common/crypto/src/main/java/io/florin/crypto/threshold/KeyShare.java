package io.florin.crypto.threshold;

import io.florin.crypto.bls.BlsSecretKey;

/// A party's share of a group's secret key: the polynomial's value at its index, from 1 on.
///
/// Closing zeroes the secret. Two shares are equal if they hold the same secret object.
public record KeyShare(int index, BlsSecretKey secret) implements AutoCloseable {
    /// @throws IllegalArgumentException if the index is below 1: the value at zero is the group's key itself
    public KeyShare {
        if (index < 1) {
            throw new IllegalArgumentException("indexes start at 1, got " + index);
        }
    }

    /// Zeroes the secret.
    @Override
    public void close() {
        secret.close();
    }
}
