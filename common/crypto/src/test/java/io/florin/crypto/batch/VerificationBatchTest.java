package io.florin.crypto.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import io.florin.crypto.group.Torsion;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// The proofs here are Schnorr's of Y = x·G, with equation z·G − c·Y − T = O, and signatures e(S, g) = e(H, key).
class VerificationBatchTest {
    private static final FixedBases BASES = FixedBases.of(G1.generator(), G1.hashTo(new byte[0], "FLORIN-V1-TEST"));

    private final Random random = new Random(21);

    @Test
    void acceptsWhatIsValidAndNamesWhatIsNot() {
        for (int size : new int[] {0, 1, 2, 3, 5, 8, 13}) {
            for (int bad = -1; bad < size; bad += 2) {
                VerificationBatch batch = new VerificationBatch();
                for (int i = 0; i < size; i++) {
                    schnorr(batch.item(), i == bad ? Scalar.ONE : Scalar.ZERO, G1.identity());
                    signature(batch.item(), i == bad + 1 ? Scalar.ONE : Scalar.ZERO);
                }
                BatchOutcome outcome = batch.verify(random);
                List<Integer> expected = new ArrayList<>();
                if (bad >= 0) {
                    expected.add(2 * bad);
                }
                if (bad + 1 < size) {
                    expected.add(2 * (bad + 1) + 1);
                }
                assertThat(outcome.invalid()).isEqualTo(expected);
                assertThat(outcome.allValid()).isEqualTo(expected.isEmpty());
                for (int i = 0; i < batch.size(); i++) {
                    assertThat(outcome.isValid(i)).isEqualTo(!expected.contains(i));
                }
            }
        }
    }

    /// Pitfall 14: errors that cancel without weights, in one item, in two, and between an equation's terms.
    @Test
    void refusesErrorsThatCancel() {
        VerificationBatch two = new VerificationBatch();
        schnorr(two.item(), Scalar.ONE, G1.identity());
        schnorr(two.item(), Scalar.ONE.negate(), G1.identity());
        signature(two.item(), Scalar.ONE);
        signature(two.item(), Scalar.ONE.negate());
        assertThat(two.verify(random).invalid()).containsExactly(0, 1, 2, 3);

        VerificationBatch one = new VerificationBatch();
        VerificationBatch.Item item = one.item();
        schnorr(item, Scalar.ONE, G1.identity());
        schnorr(item, Scalar.ONE.negate(), G1.identity());
        assertThat(one.verify(random).allValid()).isFalse();
    }

    /// Pitfall 14: weights differ from item to item, from batch to batch, and with every response, even if the
    /// generator is stuck.
    @Test
    void weightsDependOnTheWholeBatch() {
        RandomGenerator stuck = () -> 0L;
        List<Scalar> weights = new ArrayList<>();
        for (int variant = 0; variant < 3; variant++) {
            VerificationBatch batch = new VerificationBatch();
            VerificationBatch.Item first = batch.item();
            first.equation().add(Scalar.ofLong(variant), G1.generator());
            batch.item().equation().add(Scalar.ZERO, G1.generator());
            weights.addAll(Weights.draw(batch, stuck).toList());
        }
        assertThat(weights).hasSize(6).doesNotHaveDuplicates().doesNotContain(Scalar.ZERO);
    }

    /// Whatever a batch holds changes every weight: number of items, which item an equation belongs to, coefficient,
    /// point, base, constant; and where a term stands.
    @Test
    void weightsDependOnEachPartOfEachTerm() {
        G1 point = BASES.get(1);
        List<Consumer<VerificationBatch>> batches = List.of(
                batch -> first(batch, Scalar.ONE, point),
                batch -> first(batch, Scalar.ofLong(2), point),
                batch -> first(batch, Scalar.ONE, point.negate()),
                batch -> first(batch, Scalar.ONE, point).item().refuse(),
                batch -> batch.item().equation().add(Scalar.ONE, point).next().add(Scalar.ONE, point),
                batch -> first(batch, Scalar.ONE, point).item().equation().add(Scalar.ONE, point),
                batch -> batch.item().equation().add(Scalar.ONE, point).add(Scalar.ONE, point),
                batch -> batch.item().equation().add(Scalar.ONE, BASES, 0),
                batch -> batch.item().equation().add(Scalar.ofLong(2), BASES, 0),
                batch -> batch.item().equation().add(Scalar.ONE, BASES, 1),
                batch -> batch.item().equation().add(List.of(Scalar.ONE, Scalar.ONE), BASES, 0),
                batch -> batch.item().pairingEquation().add(point, PreparedG2.generator()),
                batch -> batch.item().pairingEquation().add(Scalar.ofLong(2), point, PreparedG2.generator()),
                batch -> batch.item().pairingEquation().add(point.negate(), PreparedG2.generator()),
                batch -> batch.item()
                        .pairingEquation()
                        .add(point, PreparedG2.of(G2.generator().add(G2.generator()))));
        List<Scalar> weights = new ArrayList<>();
        for (Consumer<VerificationBatch> content : batches) {
            VerificationBatch batch = new VerificationBatch();
            content.accept(batch);
            weights.add(Weights.draw(batch, () -> 0L).get(0));
        }
        assertThat(weights).doesNotHaveDuplicates();
    }

    /// Whoever knows the batch does not know its weights.
    @Test
    void weightsDependOnTheRandomness() {
        List<Scalar> weights = new ArrayList<>();
        for (long seed = 0; seed < 3; seed++) {
            long stuck = seed;
            VerificationBatch batch = new VerificationBatch();
            batch.item().equation().add(Scalar.ONE, G1.generator());
            weights.add(Weights.draw(batch, () -> stuck).get(0));
        }
        assertThat(weights).doesNotHaveDuplicates();
    }

    private static VerificationBatch first(VerificationBatch batch, Scalar coefficient, CurvePoint point) {
        batch.item().equation().add(coefficient, point);
        return batch;
    }

    /// Points by handle, decoded or copied, and by object, and coefficients from a vector or alone, are the same terms.
    @Test
    void handlesAndObjectsAreTheSamePoints() {
        for (int error = 0; error < 2; error++) {
            VerificationBatch batch = new VerificationBatch();
            VerificationBatch.Item item = batch.item();
            Scalar secret = Scalar.random(random);
            G1 point = BASES.get(1).multiply(secret);
            byte[] proof = new byte[200];
            System.arraycopy(point.encodeUncompressed(), 0, proof, 7, 96);
            System.arraycopy(point.encode(), 0, proof, 120, 48);
            int decoded = item.points().decode(proof, 7, 96);
            int member = item.points().decodeMember(proof, 120, 48);
            assertThat(item.points().isMember(decoded)).isFalse();
            assertThat(item.points().isMember(member)).isTrue();
            Scalar three = Scalar.ofLong(3);
            ScalarVector vector = ScalarVector.of(List.of(Scalar.ZERO, three.add(Scalar.ofLong(error))));
            item.equation()
                    .add(three.multiply(secret).negate(), BASES, 1)
                    .add(Scalar.ONE, decoded)
                    .add(Scalar.ONE, point)
                    .add(Scalar.ONE, member)
                    .next()
                    .add(vector, 1, decoded)
                    .add(three.negate(), point);
            item.pairingEquation()
                    .add(Scalar.ONE, decoded, PreparedG2.generator())
                    .add(Scalar.ONE.negate(), point, PreparedG2.generator());
            assertThat(batch.verify(random).allValid()).isEqualTo(error == 0);
        }
    }

    /// Pitfall 15: announcements and points of presentations with parts outside the group, which an honest verifier may
    /// see in any company, get one answer alone and in any batch; so do wrong ones.
    @Test
    void oneAloneAndManyTogetherAgree() {
        List<CurvePoint> small = List.of(
                G1.identity(),
                Torsion.ofOrder3(),
                Torsion.ofOrder11(),
                Torsion.ofOrder10177(),
                Torsion.sum(Torsion.ofOrder11(), Torsion.ofOrder3()));
        for (int round = 0; round < 12; round++) {
            List<Consumer<VerificationBatch.Item>> proofs = new ArrayList<>();
            int count = 1 + random.nextInt(12);
            for (int i = 0; i < count; i++) {
                Scalar error = random.nextInt(3) == 0 ? Scalar.ofLong(random.nextInt(3)) : Scalar.ZERO;
                CurvePoint part = small.get(random.nextInt(small.size()));
                long seed = random.nextLong();
                proofs.add(item -> schnorr(item, error, part, new Random(seed)));
                Scalar other = random.nextInt(3) == 0 ? Scalar.ofLong(random.nextInt(3)) : Scalar.ZERO;
                proofs.add(item -> signature(item, other, part, new Random(seed)));
            }
            VerificationBatch together = new VerificationBatch();
            proofs.forEach(proof -> proof.accept(together.item()));
            BatchOutcome outcome = together.verify(random);
            for (int i = 0; i < proofs.size(); i++) {
                VerificationBatch alone = new VerificationBatch();
                proofs.get(i).accept(alone.item());
                assertThat(alone.verify(random).allValid()).isEqualTo(outcome.isValid(i));
            }
        }
    }

    @Test
    void anItemIsInvalidIfOneOfItsEquationsIsWrong() {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        schnorr(item, Scalar.ZERO, G1.identity());
        signature(item, Scalar.ONE);
        VerificationBatch.Item refused = batch.item();
        schnorr(refused, Scalar.ZERO, G1.identity());
        refused.refuse();
        batch.item().refuse();
        assertThat(batch.verify(random).invalid()).containsExactly(0, 1, 2);
    }

    /// Pitfall 30: fixed bases, points met before and constants of pairings are paid for once, however many proofs
    /// there are, in one sum and one product.
    @Test
    void manyProofsAreOneSumAndOneProduct() {
        for (int proofs : new int[] {1, 2, 7}) {
            VerificationBatch batch = new VerificationBatch();
            G1 shared = BASES.get(0).add(BASES.get(1));
            BitSet all = new BitSet();
            for (int i = 0; i < proofs; i++) {
                all.set(i);
                VerificationBatch.Item item = batch.item();
                Scalar x = Scalar.random(random);
                int own = item.points().decode(shared.encode(), 0, CurvePoint.SIZE);
                item.equation()
                        .add(List.of(x, x), BASES, 0)
                        .add(x.negate(), own)
                        .next()
                        .add(x, shared)
                        .add(x.negate(), BASES, 0)
                        .add(x.negate(), BASES, 1);
                item.pairingEquation()
                        .add(shared, PreparedG2.generator())
                        .add(x, own, PreparedG2.generator())
                        .add(x.negate(), shared, PreparedG2.generator())
                        .add(Scalar.ONE.negate(), own, PreparedG2.generator());
            }
            WeightedSum sum = new WeightedSum(batch, Weights.draw(batch, random), all);
            assertThat(sum.sum().size()).isEqualTo(1 + 1 + proofs);
            assertThat(sum.product().size()).isOne();
            assertThat(sum.holds()).isTrue();
        }
    }

    @Test
    void sharesTheCoefficientsOfFixedBasesAndRepeatedPoints() {
        VerificationBatch batch = new VerificationBatch();
        G1 point = BASES.get(0).add(BASES.get(1));
        for (int i = 1; i < 6; i++) {
            Scalar x = Scalar.random(random);
            batch.item()
                    .equation()
                    .add(List.of(x, x), BASES, 0)
                    .add(x, point)
                    .add(x.negate(), point)
                    .add(x.negate(), point);
        }
        assertThat(batch.verify(random).allValid()).isTrue();
    }

    @Test
    void forgottenChecksDoNotPass() {
        VerificationBatch empty = new VerificationBatch();
        empty.item();
        assertThatIllegalStateException().isThrownBy(() -> empty.verify(random));
        VerificationBatch noTerms = new VerificationBatch();
        noTerms.item().equation();
        assertThatIllegalStateException().isThrownBy(() -> noTerms.verify(random));
        VerificationBatch noMoreTerms = new VerificationBatch();
        noMoreTerms.item().equation().add(Scalar.ZERO, G1.generator()).next();
        assertThatIllegalStateException().isThrownBy(() -> noMoreTerms.verify(random));
        VerificationBatch noCoefficients = new VerificationBatch();
        noCoefficients.item().equation().add(List.of(), BASES, 0);
        assertThatIllegalStateException().isThrownBy(() -> noCoefficients.verify(random));
        VerificationBatch second = new VerificationBatch();
        second.item().equation().add(Scalar.ZERO, G1.generator());
        second.item();
        assertThatIllegalStateException().isThrownBy(() -> second.verify(random));
        VerificationBatch noPairing = new VerificationBatch();
        noPairing.item().pairingEquation();
        assertThatIllegalStateException().isThrownBy(() -> noPairing.verify(random));
    }

    @Test
    void takesNothingMoreOnceVerified() {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        VerificationBatch.Equation equation = item.equation().add(Scalar.ZERO, G1.generator());
        BatchOutcome outcome = batch.verify(random);
        assertThatIllegalStateException().isThrownBy(() -> equation.add(Scalar.ONE, G1.generator()));
        assertThatIllegalStateException().isThrownBy(item::equation);
        assertThatIllegalStateException().isThrownBy(item::refuse);
        assertThatIllegalStateException().isThrownBy(batch::item);
        assertThatIllegalStateException().isThrownBy(() -> batch.verify(random));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> outcome.isValid(1));
        assertThat(outcome).hasToString("1 valid");
    }

    @Test
    void refusesBasesThatDoNotExist() {
        VerificationBatch.Equation equation = new VerificationBatch().item().equation();
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> equation.add(Scalar.ONE, BASES, 2));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> equation.add(List.of(Scalar.ONE, Scalar.ONE), BASES, 1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> equation.add(Scalar.ONE, BASES, -1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> equation.add(Scalar.ONE, 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> equation.add(Scalar.ONE, -1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() ->
                        new VerificationBatch().item().pairingEquation().add(Scalar.ONE, 0, PreparedG2.generator()));
        assertThatIllegalArgumentException().isThrownBy(() -> FixedBases.of(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> FixedBases.of(G1.identity()));
    }

    private void schnorr(VerificationBatch.Item item, Scalar error, CurvePoint announcementPart) {
        schnorr(item, error, announcementPart, random);
    }

    private static void schnorr(
            VerificationBatch.Item item, Scalar error, CurvePoint announcementPart, RandomGenerator random) {
        Scalar secret = Scalar.random(random);
        Scalar nonce = Scalar.random(random);
        Scalar challenge = Scalar.random(random);
        G1 key = G1.generator().multiply(secret);
        CurvePoint announcement = Torsion.sum(G1.generator().multiply(nonce), announcementPart);
        Scalar response = challenge.multiply(secret).add(nonce).add(error);
        item.equation().add(response, BASES, 0).add(challenge.negate(), key).add(Scalar.ONE.negate(), announcement);
    }

    private void signature(VerificationBatch.Item item, Scalar error) {
        signature(item, error, G1.identity(), random);
    }

    private static void signature(VerificationBatch.Item item, Scalar error, CurvePoint part, RandomGenerator random) {
        Scalar secret = Scalar.ofLong(77);
        PreparedG2 key = PreparedG2.of(G2.generator().multiply(secret));
        G1 hash = G1.hashTo(new byte[] {(byte) random.nextInt()}, "FLORIN-V1-TEST");
        G1 signature = hash.multiply(secret).add(G1.generator().multiply(error));
        CurvePoint shown = part.isIdentity() ? signature : Torsion.sum(signature, part);
        item.pairingEquation().add(shown, PreparedG2.generator()).add(Scalar.ONE.negate(), hash, key);
    }
}
