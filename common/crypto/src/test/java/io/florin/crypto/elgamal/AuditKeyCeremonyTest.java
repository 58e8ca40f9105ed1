package io.florin.crypto.elgamal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.Bls12381;
import io.florin.crypto.dkg.Component;
import io.florin.crypto.dkg.KeyEffect;
import io.florin.crypto.dkg.KeyNetwork;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SecretShares;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.AuditKeyCeremony.OwnShares;
import io.florin.crypto.elgamal.AuditKeyCeremony.Shown;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome.Incomplete;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome.Opened;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.sigma.LinearRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Three auditors, of whom two open and one may lie: the key's making, and what it opens.
class AuditKeyCeremonyTest {
    private static final Bytes32 SESSION = Sha256.hash(new byte[] {7});
    private static final Bytes32 CASE = Sha256.hash(new byte[] {8});
    private static final Random RANDOM = new Random(97);
    private static final List<OwnShares> OWN = new ArrayList<>();
    private static final AuditKeyCeremony CEREMONY = generate();

    private final SortedMap<Integer, FieldElement> parts = parts();
    private final G1 publicPoint = CEREMONY.publicPoint(parts);
    private final AuditPublicKey key = CEREMONY.key(publicPoint, SESSION, shown(publicPoint));

    private static AuditKeyCeremony generate() {
        KeyNetwork network = new KeyNetwork(3, 101);
        Map<Integer, KeyEffect> inverse = network.generate(setup(network, Kind.FRESH, 2, AuditKeyCeremony.INVERSE));
        Map<Integer, KeyEffect> factor = network.generate(setup(network, Kind.FRESH, 2, AuditKeyCeremony.FACTOR));
        Map<Integer, KeyEffect> zero = network.zeros(setup(network, Kind.REFRESH, 3, AuditKeyCeremony.ZERO));
        for (int index = 1; index <= 3; index++) {
            OWN.add(new OwnShares(
                    KeyNetwork.completed(inverse, index).shares(),
                    KeyNetwork.completed(factor, index).shares(),
                    KeyNetwork.completed(zero, index).shares()));
        }
        return new AuditKeyCeremony(
                KeyNetwork.completed(inverse, 1).key(),
                KeyNetwork.completed(factor, 1).key(),
                KeyNetwork.completed(zero, 1).key());
    }

    private static KeySetup setup(KeyNetwork network, Kind kind, int threshold, Component component) {
        return network.setup(kind, threshold, List.of(component));
    }

    @Test
    void theKeyIsTheInverse() {
        FieldElement inverse = Shares.interpolate(
                List.of(1, 2),
                List.of(OWN.get(0).inverse().share(0), OWN.get(1).inverse().share(0)),
                0);
        assertThat(key.point().multiply(Bls12381.scalar(inverse))).isEqualTo(Generators.BLINDING);
        FieldElement zero = Shares.interpolate(
                List.of(1, 2, 3), OWN.stream().map(own -> own.zero().share(0)).toList(), 0);
        assertThat(zero.isZero()).isTrue();
        assertThat(OWN.getFirst().zero().share(0).isZero()).isFalse();
    }

    @Test
    void anyTwoAuditorsOpenWhatWasEncrypted() {
        DiscreteLogTable table = new DiscreteLogTable(Generators.VALUE, 8);
        Scalar blinding = Scalar.random(RANDOM);
        G1 commitment = commitment(54_321, blinding);
        G1 handle = key.handle(blinding);
        for (List<Integer> who : List.of(List.of(1, 2), List.of(3, 1), List.of(2, 3, 1))) {
            Opened opened = (Opened) ThresholdDecryption.open(key, commitment, handle, CASE, shares(handle, who));
            assertThat(opened.blamed()).isEmpty();
            assertThat(table.find(opened.message(), 16)).hasValue(54_321);
        }
        assertThat(ThresholdDecryption.open(key, commitment, handle, CASE, shares(handle, List.of(2))))
                .isInstanceOf(Incomplete.class);
    }

    @Test
    void wrongSharesAreNamed() {
        Scalar blinding = Scalar.random(RANDOM);
        G1 handle = key.handle(blinding);
        List<DecryptionShare> good = shares(handle, List.of(1, 2, 3));
        DecryptionShare wrong = new DecryptionShare(
                2, good.get(1).point().add(G1.generator()), good.get(1).proof());
        DecryptionShare ofAnother =
                new DecryptionShare(2, good.get(0).point(), good.get(0).proof());
        DecryptionShare identity =
                new DecryptionShare(2, G1.identity(), good.get(1).proof());
        DecryptionShare otherCase = share(2).decrypt(handle, SESSION, RANDOM);
        G1 commitment = commitment(3, blinding);
        for (DecryptionShare bad : List.of(wrong, ofAnother, identity, otherCase)) {
            Opened opened = (Opened)
                    ThresholdDecryption.open(key, commitment, handle, CASE, List.of(good.get(0), bad, good.get(2)));
            assertThat(opened.blamed()).containsExactly(2);
            assertThat(opened.message()).isEqualTo(Generators.VALUE.multiply(Scalar.ofLong(3)));
        }
        DecryptionShare stranger =
                new DecryptionShare(9, good.get(0).point(), good.get(0).proof());
        assertThat(((Incomplete) ThresholdDecryption.open(
                                key, commitment, handle, CASE, List.of(stranger, good.get(0), good.get(0))))
                        .good())
                .isEqualTo(1);
    }

    @Test
    void aWrongPartOfTheProductIsFoundAndBlamed() {
        parts.computeIfPresent(2, (_, part) -> part.add(part.field().one()));
        G1 wrong = CEREMONY.publicPoint(parts);
        List<Shown> shown = shown(wrong);
        assertThat(CEREMONY.refuted(wrong, SESSION, shown)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> CEREMONY.key(wrong, SESSION, shown));
        assertThat(CEREMONY.blamed(parts, OWN)).containsExactly(2);
        assertThat(CEREMONY.blamed(parts(), OWN)).isEmpty();
        assertThat(CEREMONY.blamed(parts(), OWN.subList(0, 2))).containsExactly(3);
    }

    @Test
    void whoShowsAnotherShareIsRefuted() {
        List<Shown> shown = shown(publicPoint);
        Shown lie = new Shown(
                2, shown.get(1).point().add(G1.generator()), shown.get(1).proof());
        List<Shown> withLie = List.of(shown.get(0), lie, shown.get(2));
        assertThat(CEREMONY.refuted(publicPoint, SESSION, withLie)).containsExactly(2);
        assertThat(CEREMONY.refuted(publicPoint, CASE, shown)).containsExactly(1, 2, 3);
        assertThat(CEREMONY.refuted(publicPoint, SESSION, shown.subList(0, 2))).containsExactly(3);
        assertThatIllegalArgumentException().isThrownBy(() -> CEREMONY.key(publicPoint, SESSION, withLie));
    }

    @Test
    void keysAndSharesThatDoNotFitAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditPublicKey(
                        key.point().add(G1.generator()),
                        2,
                        key.indexes(),
                        key.verificationPoints().reversed()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditPublicKey(key.point(), 4, key.indexes(), key.verificationPoints()));
        assertThatIllegalArgumentException().isThrownBy(() -> new AuditKeyShare(1, Scalar.random(RANDOM), key));
        assertThatIllegalArgumentException().isThrownBy(() -> CEREMONY.publicPoint(parts.headMap(3)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditPublicKey(G1.identity(), 2, key.indexes(), key.verificationPoints()));
        assertThat(share(1)).hasToString("AuditKeyShare[1]");
    }

    /// Three key generations of these components, among the same auditors, with thresholds of 2, 2 and 3.
    @Test
    void keysOfAnotherCeremonyAreRefused() {
        SharedKey inverse = CEREMONY.inverse();
        SharedKey factor = CEREMONY.factor();
        SharedKey zero = CEREMONY.zero();
        List<Integer> others = List.of(1, 2, 4);
        assertThat(new AuditKeyCeremony(inverse, factor, zero)).isEqualTo(CEREMONY);
        for (List<SharedKey> bad : List.of(
                List.of(factor, inverse, zero),
                List.of(factor, factor, zero),
                List.of(inverse, inverse, zero),
                List.of(inverse, factor, new SharedKey(3, factor.indexes(), factor.components())),
                List.of(inverse, new SharedKey(2, others, factor.components()), zero),
                List.of(inverse, factor, new SharedKey(3, others, zero.components())),
                List.of(inverse, new SharedKey(3, factor.indexes(), factor.components()), zero),
                List.of(inverse, factor, new SharedKey(2, zero.indexes(), zero.components())))) {
            assertThatIllegalArgumentException()
                    .as("keys %d", bad.size())
                    .isThrownBy(() -> new AuditKeyCeremony(bad.get(0), bad.get(1), bad.get(2)));
        }
    }

    @Test
    void partsOfStrangersAndSharesWithoutTheirProofMakeNoKey() {
        SortedMap<Integer, FieldElement> ofStranger = new TreeMap<>(parts.headMap(3));
        ofStranger.put(9, parts.get(3));
        assertThatIllegalArgumentException().isThrownBy(() -> CEREMONY.publicPoint(ofStranger));
        List<Shown> shown = new ArrayList<>(shown(publicPoint));
        shown.set(1, new Shown(2, shown.get(1).point(), shown.get(0).proof()));
        assertThatIllegalArgumentException().isThrownBy(() -> CEREMONY.key(publicPoint, SESSION, shown));
    }

    /// Whoever opened a part is held to the shares of all three key generations, though the part he shows follows from
    /// those that he reveals.
    @Test
    void whoRevealsOtherSharesThanHeHasIsBlamed() {
        OwnShares second = OWN.get(1);
        for (OwnShares lie : List.of(
                new OwnShares(shifted(second.inverse(), AuditKeyCeremony.INVERSE), second.factor(), second.zero()),
                new OwnShares(second.inverse(), shifted(second.factor(), AuditKeyCeremony.FACTOR), second.zero()),
                new OwnShares(second.inverse(), second.factor(), shifted(second.zero(), AuditKeyCeremony.ZERO)))) {
            SortedMap<Integer, FieldElement> opened = parts();
            opened.put(2, CEREMONY.part(lie));
            assertThat(CEREMONY.blamed(opened, List.of(OWN.get(0), lie, OWN.get(2))))
                    .containsExactly(2);
        }
        SortedMap<Integer, FieldElement> withoutOne = parts();
        withoutOne.remove(2);
        assertThat(CEREMONY.blamed(withoutOne, OWN)).as("opened nothing").containsExactly(2);
    }

    /// Shares that are one too large, of a key for which they would be right.
    private static SecretShares shifted(SecretShares shares, Component component) {
        FieldElement value = shares.share(0).add(shares.share(0).field().one());
        GroupElement point = component.bases().getFirst().times(value);
        SharedKey fitting = new SharedKey(
                2,
                List.of(shares.index()),
                List.of(new SharedKey.KeyComponent(component, List.of(point), List.of(List.of(point)))));
        return SecretShares.of(shares.index(), List.of(value), fitting);
    }

    @Test
    void limbsJoinToTheCommitmentOfTheValue() {
        long value = 0xfedc_ba98_7654_3210L;
        ValueLimbs limbs = ValueLimbs.of(value);
        assertThat(limbs.value()).isEqualTo(value);
        Scalar low = Scalar.random(RANDOM);
        Scalar high = Scalar.random(RANDOM);
        assertThat(ValueLimbs.join(commitment(limbs.low(), low), commitment(limbs.high(), high)))
                .isEqualTo(commitment(value, ValueLimbs.joinBlindings(low, high)));
        assertThatIllegalArgumentException().isThrownBy(() -> new ValueLimbs(1L << 32, 0));
        assertThat(limbs).hasToString("ValueLimbs");
    }

    @Test
    void aHandleIsProvenWithTheCommitment() {
        Scalar blinding = Scalar.random(RANDOM);
        LinearRelation good = relation(commitment(5, blinding), key.handle(blinding));
        assertThat(good.map(List.of(Scalar.ofLong(5), blinding))).isEqualTo(good.images());
        LinearRelation other = relation(commitment(5, blinding), key.handle(Scalar.ONE));
        assertThat(other.map(List.of(Scalar.ofLong(5), blinding))).isNotEqualTo(other.images());
    }

    private LinearRelation relation(G1 commitment, G1 handle) {
        LinearRelation.Builder builder = LinearRelation.builder();
        int value = builder.scalar();
        int blinding = builder.scalar();
        builder.equation(
                builder.element(commitment),
                LinearRelation.term(value, builder.element(Generators.VALUE)),
                LinearRelation.term(blinding, builder.element(Generators.BLINDING)));
        AuditPublicKey.addTo(builder, builder.element(key.point()), handle, blinding);
        return builder.build();
    }

    private static G1 commitment(long value, Scalar blinding) {
        return Generators.VALUE.multiply(Scalar.ofLong(value)).add(Generators.BLINDING.multiply(blinding));
    }

    private static SortedMap<Integer, FieldElement> parts() {
        SortedMap<Integer, FieldElement> parts = new TreeMap<>();
        OWN.forEach(own -> parts.put(own.inverse().index(), CEREMONY.part(own)));
        return parts;
    }

    private static List<Shown> shown(G1 point) {
        return OWN.stream()
                .map(own -> CEREMONY.show(own, point, SESSION, RANDOM))
                .toList();
    }

    private AuditKeyShare share(int index) {
        Scalar secret = Bls12381.scalar(OWN.get(index - 1).inverse().share(0));
        return new AuditKeyShare(index, secret, key);
    }

    private List<DecryptionShare> shares(G1 handle, List<Integer> who) {
        return who.stream()
                .map(index -> share(index).decrypt(handle, CASE, RANDOM))
                .toList();
    }
}
