package io.florin.crypto.ps;

import io.florin.crypto.group.G1;
import io.florin.crypto.shamir.Shares;

/// A certifier's share of the blind signature of a token; anybody may have it, only the owner can unblind.
public record CertificationShare(int index, G1 signature) {
    /// @throws IllegalArgumentException if the index is out of range
    public CertificationShare {
        Shares.requireIndex(index);
    }
}
