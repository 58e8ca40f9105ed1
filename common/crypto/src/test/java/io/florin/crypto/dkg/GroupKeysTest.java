package io.florin.crypto.dkg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.ecdsa.EcdsaGroupKey;
import io.florin.crypto.ecdsa.EcdsaKeyShare;
import io.florin.crypto.frost.FrostGroupKey;
import io.florin.crypto.frost.FrostKeyShare;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
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

    /// What the box holds is checked against the key again, whoever sealed it.
    @Test
    void sealedSharesThatAreNotTheKeysDoNotOpen() {
        Map<Integer, KeyEffect> ends = generate(SignatureScheme.FROST_ED25519);
        SharedKey key = KeyNetwork.completed(ends, 1).key();
        FieldElement own = KeyNetwork.completed(ends, 2).shares().share(0);
        X25519KeyPair sealKey = network.sealKeys.getFirst();
        for (List<FieldElement> others : List.of(
                List.of(own.add(own.field().one())),
                List.of(KeyNetwork.completed(ends, 1).shares().share(0)),
                List.of(own, own),
                List.<FieldElement>of())) {
            Bytes sealed = new SecretShares(2, others).seal(key, sealKey.publicKey(), network.random);
            assertThat(SecretShares.open(2, key, sealed, sealKey)).isEmpty();
        }
    }

    @Test
    void sharesBelongToAKeyUnderEveryBaseOfEveryComponent() {
        List<Component> components = PsKeys.components();
        Map<Integer, KeyEffect> ends = network.generate(network.setup(Kind.FRESH, 2, components));
        SharedKey key = KeyNetwork.completed(ends, 1).key();
        SecretShares shares = KeyNetwork.completed(ends, 2).shares();
        assertThat(shares.belongTo(key)).isTrue();
        for (int i = 0; i < components.size(); i++) {
            for (int j = 0; j < components.get(i).bases().size(); j++) {
                assertThat(shares.belongTo(withAnotherPoint(key, i, j)))
                        .as("component %d, base %d", i, j)
                        .isFalse();
            }
        }
        assertThat(shares.belongTo(new SharedKey(2, List.of(4, 5, 6), key.components())))
                .as("not one of the participants")
                .isFalse();
        assertThat(shares.belongTo(
                        new SharedKey(2, key.indexes(), key.components().subList(0, 3))))
                .as("a component less")
                .isFalse();
        assertThat(new SecretShares(2, List.of(shares.share(0))).belongTo(key))
                .as("a share less")
                .isFalse();
    }

    /// The verification point of participant 2 moved by the base.
    private static SharedKey withAnotherPoint(SharedKey key, int component, int base) {
        List<SharedKey.KeyComponent> changed = new ArrayList<>(key.components());
        SharedKey.KeyComponent old = changed.get(component);
        List<List<GroupElement>> points = new ArrayList<>(old.verificationPoints());
        List<GroupElement> row = new ArrayList<>(points.get(base));
        row.set(1, row.get(1).plus(old.component().bases().get(base)));
        points.set(base, row);
        changed.set(component, new SharedKey.KeyComponent(old.component(), old.publicPoints(), points));
        return new SharedKey(key.threshold(), key.indexes(), changed);
    }

    @Test
    void closedSharesAreErasedAndGivenToNobody() {
        SecretShares shares =
                KeyNetwork.completed(generate(SignatureScheme.FROST_ED25519), 2).shares();
        FieldElement share = shares.share(0);
        assertThat(share.isZero()).isFalse();
        shares.close();
        assertThat(share.isZero()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> shares.share(0));
    }

    @Test
    void aGroupHasOneComponentAndRisesFromOne() {
        SharedKey key =
                KeyNetwork.completed(generate(SignatureScheme.FROST_ED25519), 1).key();
        assertThat(GroupKeys.frost(key).threshold()).isEqualTo(2);
        var only = key.components().getFirst();
        for (SharedKey bad : List.of(
                new SharedKey(2, key.indexes(), List.of(only, only)),
                new SharedKey(2, List.of(1, 2, 4), List.of(only)),
                new SharedKey(2, List.of(2, 3, 4), List.of(only)))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GroupKeys.frost(bad))
                    .withMessage("not a key for FROST_ED25519");
        }
        assertThat(GroupKeys.threshold(SignatureScheme.ECDSA_P256, 3)).isEqualTo(2);
        assertThat(GroupKeys.threshold(SignatureScheme.ECDSA_P256, 5)).isEqualTo(3);
        assertThat(GroupKeys.threshold(SignatureScheme.BLS_G1, 4)).isEqualTo(4);
        for (int signers : List.of(-1, 0, 1, 2, 4)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GroupKeys.threshold(SignatureScheme.ECDSA_P256, signers));
        }
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
