package io.florin.crypto.threshold;

import io.florin.crypto.bls.BlsPublicKey;
import java.util.List;

/// What a dealer hands out: the group's key for everybody, one share for each party in secret, and each share's
/// public verification key. Party i (from 1) has entry i − 1 of both lists.
public record DealtKeys(BlsPublicKey groupKey, List<KeyShare> shares, List<BlsPublicKey> verificationKeys)
        implements AutoCloseable {
    public DealtKeys {
        shares = List.copyOf(shares);
        verificationKeys = List.copyOf(verificationKeys);
    }

    /// Zeroes all shares.
    @Override
    public void close() {
        shares.forEach(KeyShare::close);
    }
}
