package io.florin.crypto.threshold;

import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSecretKey;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// A key that somebody deals who could keep it: for tests only. What the dealer hands out: the group's key for
/// everybody, one share for each party in secret, and each share's public verification key. Party i (from 1) has entry
/// i − 1 of both lists.
public record DealtKeys(BlsPublicKey groupKey, List<KeyShare> shares, List<BlsPublicKey> verificationKeys)
        implements AutoCloseable {
    public DealtKeys {
        shares = List.copyOf(shares);
        verificationKeys = List.copyOf(verificationKeys);
    }

    /// Deals a fresh key.
    ///
    /// @throws IllegalArgumentException unless 1 ≤ threshold ≤ parties ≤ 255
    public static DealtKeys deal(int threshold, int parties, RandomGenerator random) {
        if (threshold < 1 || threshold > parties || parties > 255) {
            throw new IllegalArgumentException("no threshold of " + threshold + " among " + parties);
        }
        List<BlsSecretKey> coefficients = new ArrayList<>(threshold);
        try {
            for (int i = 0; i < threshold; i++) {
                coefficients.add(BlsSecretKey.generate(random));
            }
            List<KeyShare> shares = new ArrayList<>(parties);
            List<BlsPublicKey> verificationKeys = new ArrayList<>(parties);
            for (int index = 1; index <= parties; index++) {
                KeyShare share = new KeyShare(index, BlsSecretKey.evaluate(coefficients, index));
                shares.add(share);
                verificationKeys.add(share.secret().publicKey());
            }
            return new DealtKeys(coefficients.getFirst().publicKey(), shares, verificationKeys);
        } finally {
            coefficients.forEach(BlsSecretKey::close);
        }
    }

    /// Zeroes all shares.
    @Override
    public void close() {
        shares.forEach(KeyShare::close);
    }
}
