package io.florin.crypto.frost;

import io.florin.crypto.Bytes32;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.NonceId;

/// A party's public half of one pair of nonces, under the name its ledger gave it. The name is not hashed; it lets
/// the party find the pair, and its peers remember the epoch.
public record NonceCommitment(int index, NonceId nonce, Bytes32 hiding, Bytes32 binding) {
    /// @throws IllegalArgumentException if the index is out of range
    public NonceCommitment {
        Shares.requireIndex(index);
    }
}
