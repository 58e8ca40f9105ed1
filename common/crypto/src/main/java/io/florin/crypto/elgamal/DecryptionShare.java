package io.florin.crypto.elgamal;

import io.florin.crypto.group.G1;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.sigma.CompactProof;

/// An auditor's part of a decryption: γi·X, with a proof that it is the γi of its verification point. A point and two
/// scalars, 112 bytes.
public record DecryptionShare(int index, G1 point, CompactProof proof) {
    /// @throws IllegalArgumentException if the index is out of range
    public DecryptionShare {
        Shares.requireIndex(index);
    }
}
