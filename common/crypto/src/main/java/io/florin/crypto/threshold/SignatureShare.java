package io.florin.crypto.threshold;

import io.florin.crypto.bls.BlsSignature;

/// A party's part of a group signature, under the index of its key share. The index is a claim until
/// [ThresholdBls#verifyShare] holds under the verification key of that index.
public record SignatureShare(int index, BlsSignature signature) {
    /// @throws IllegalArgumentException if the index is below 1
    public SignatureShare {
        if (index < 1) {
            throw new IllegalArgumentException("indexes start at 1, got " + index);
        }
    }
}
