package io.florin.crypto.dkg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.ecdsa.EcdsaGroupKey;
import io.florin.crypto.ecdsa.EcdsaKeyShare;
import io.florin.crypto.frost.FrostGroupKey;
import io.florin.crypto.frost.FrostKeyShare;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.crypto.threshold.KeyShare;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Keys that nobody ever held whole, in the hands of the signing schemes.
class GroupKeysTest {
    private static final byte[] MESSAGE = {1, 2, 3};

    private final KeyNetwork network = new KeyNetwork(3, 113);

    @Test
    void aGeneratedBlsKeySignsAndARefreshedOneGivesTheSameSignature() {
        Component component = GroupKeys.component(SignatureScheme.BLS_G1);
        Map<Integer, KeyEffect> before = network.generate(network.setup(Kind.FRESH, 2, List.of(component)));
        Map<Integer, KeyEffect> after = network.refresh(network.setup(Kind.REFRESH, 2, List.of(component)), before);
        BlsGroupKey key = GroupKeys.bls(KeyNetwork.completed(before, 1).key());
        BlsGroupKey refreshed = GroupKeys.bls(KeyNetwork.completed(after, 1).key());
        assertThat(refreshed.key()).isEqualTo(key.key());
        var signature = ThresholdBls.combine(2, shares(before));
        assertThat(Bls.verify(key.key(), MESSAGE, signature)).isTrue();
        assertThat(ThresholdBls.combine(2, shares(after))).isEqualTo(signature);
        List<SignatureShare> mixed =
                List.of(shares(before).get(0), shares(after).get(1));
        assertThat(Bls.verify(key.key(), MESSAGE, ThresholdBls.combine(2, mixed)))
                .isFalse();
        for (SignatureShare share : shares(after)) {
            assertThat(ThresholdBls.verifyShare(refreshed.verificationKeys().get(share.index() - 1), MESSAGE, share))
                    .isTrue();
        }
    }

    @Test
    void generatedKeysFitFrostAndEcdsa() {
        Map<Integer, KeyEffect> frost = generate(SignatureScheme.FROST_ED25519);
        FrostGroupKey frostKey = GroupKeys.frost(KeyNetwork.completed(frost, 1).key());
        frost.values().stream()
                .map(end -> ((Completed) end).shares())
                .forEach(own -> new FrostKeyShare(own.index(), own.share(0), frostKey).close());
        Map<Integer, KeyEffect> ecdsa = generate(SignatureScheme.ECDSA_P256);
        EcdsaGroupKey ecdsaKey = GroupKeys.ecdsa(KeyNetwork.completed(ecdsa, 1).key());
        ecdsa.values().stream()
                .map(end -> ((Completed) end).shares())
                .forEach(own -> new EcdsaKeyShare(own.index(), own.share(0), ecdsaKey).close());
        assertThat(ecdsaKey.corruptMax()).isEqualTo(1);
        SharedKey shared = KeyNetwork.completed(ecdsa, 1).key();
        assertThatIllegalArgumentException().isThrownBy(() -> GroupKeys.frost(shared));
        assertThatIllegalArgumentException().isThrownBy(() -> GroupKeys.bls(shared));
    }

    @Test
    void aKeyIsReadBackAndDamageIsNoticed() {
        List<Component> components = List.of(GroupKeys.component(SignatureScheme.FROST_ED25519));
        SharedKey key =
                KeyNetwork.completed(generate(SignatureScheme.FROST_ED25519), 1).key();
        byte[] encoded = key.encode();
        assertThat(encoded).hasSize(2 + 2 + 3 * 2 + 4 * 32);
        assertThat(SharedKey.decode(components, encoded)).isEqualTo(key);
        for (int position = 0; position < encoded.length; position++) {
            byte[] damaged = encoded.clone();
            damaged[position] ^= 1;
            assertThatIllegalArgumentException()
                    .as("byte %d", position)
                    .isThrownBy(() -> SharedKey.decode(components, damaged));
        }
        byte[] longer = Arrays.copyOf(encoded, encoded.length + 1);
        byte[] shorter = Arrays.copyOf(encoded, encoded.length - 1);
        assertThatIllegalArgumentException().isThrownBy(() -> SharedKey.decode(components, longer));
        assertThatIllegalArgumentException().isThrownBy(() -> SharedKey.decode(components, shorter));
        assertThatIllegalArgumentException().isThrownBy(() -> SharedKey.decode(components, new byte[0]));
    }

    @Test
    void sealedSharesOpenOnlyForTheirKeyAndParticipant() {
        Map<Integer, KeyEffect> ends = generate(SignatureScheme.FROST_ED25519);
        SharedKey key = KeyNetwork.completed(ends, 1).key();
        SharedKey other =
                KeyNetwork.completed(generate(SignatureScheme.FROST_ED25519), 1).key();
        SecretShares shares = KeyNetwork.completed(ends, 2).shares();
        X25519KeyPair sealKey = network.sealKeys.getFirst();
        Bytes sealed = shares.seal(key, sealKey.publicKey(), network.random);
        assertThat(sealed.size()).isEqualTo(32 + 48);
        assertThat(SecretShares.open(2, key, sealed, sealKey).orElseThrow().share(0))
                .isEqualTo(shares.share(0));
        assertThat(SecretShares.open(1, key, sealed, sealKey)).isEmpty();
        assertThat(SecretShares.open(2, other, sealed, sealKey)).isEmpty();
        assertThat(SecretShares.open(2, key, sealed, network.sealKeys.get(1))).isEmpty();
        assertThat(SecretShares.open(2, key, Bytes.EMPTY, sealKey)).isEmpty();
    }

    private Map<Integer, KeyEffect> generate(SignatureScheme scheme) {
        return network.generate(network.setup(Kind.FRESH, 2, List.of(GroupKeys.component(scheme))));
    }

    private static List<SignatureShare> shares(Map<Integer, KeyEffect> ends) {
        List<SignatureShare> shares = new ArrayList<>();
        new TreeMap<>(ends).values().forEach(end -> {
            SecretShares own = ((Completed) end).shares();
            try (KeyShare share =
                    new KeyShare(own.index(), BlsSecretKey.of(own.share(0).toBytes()))) {
                shares.add(ThresholdBls.signShare(share, MESSAGE));
            }
        });
        return shares;
    }
}
