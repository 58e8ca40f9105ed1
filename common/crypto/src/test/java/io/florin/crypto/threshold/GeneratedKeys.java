package io.florin.crypto.threshold;

import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeyEffect;
import io.florin.crypto.dkg.KeyNetwork;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.dkg.SecretShares;
import java.util.List;
import java.util.Map;

/// A BLS key that its parties generated together. Party i (from 1) has entry i − 1 of both lists.
record GeneratedKeys(BlsGroupKey group, List<KeyShare> shares) implements AutoCloseable {
    GeneratedKeys {
        shares = List.copyOf(shares);
    }

    /// @param threshold 2 or more
    static GeneratedKeys of(int threshold, int parties) {
        KeyNetwork network = new KeyNetwork(parties, 7);
        KeySetup setup =
                network.setup(KeySetup.Kind.FRESH, threshold, List.of(GroupKeys.component(SignatureScheme.BLS_G1)));
        Map<Integer, KeyEffect> ends = network.generate(setup);
        List<KeyShare> shares = setup.indexes().stream()
                .map(index -> KeyNetwork.completed(ends, index).shares())
                .map(GeneratedKeys::share)
                .toList();
        return new GeneratedKeys(GroupKeys.bls(KeyNetwork.completed(ends, 1).key()), shares);
    }

    private static KeyShare share(SecretShares own) {
        return new KeyShare(own.index(), BlsSecretKey.of(own.share(0).toBytes()));
    }

    BlsPublicKey groupKey() {
        return group.key();
    }

    List<BlsPublicKey> verificationKeys() {
        return group.verificationKeys();
    }

    /// Zeroes all shares.
    @Override
    public void close() {
        shares.forEach(KeyShare::close);
    }
}
