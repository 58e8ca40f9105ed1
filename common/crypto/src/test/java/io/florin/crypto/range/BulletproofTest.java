package io.florin.crypto.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.transcript.HedgedNonces;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BulletproofTest {
    private static final Bulletproof SMALL = new Bulletproof(32, 1, PointFormat.COMPRESSED);
    private static final Bulletproof PAIR = new Bulletproof(64, 2, PointFormat.COMPRESSED);

    private final RandomGenerator random = new SplittableRandom(20261120);

    private static ProofTranscript transcript() {
        return ProofTranscript.of("RANGE-TEST", Bytes32.ZERO);
    }

    private ValueOpening opening(long value) {
        return new ValueOpening(value, Scalar.random(random));
    }

    private static List<G1> commitments(List<ValueOpening> openings) {
        return openings.stream().map(ValueOpening::commitment).toList();
    }

    private boolean accepts(Bulletproof scheme, byte[] proof, List<G1> commitments) {
        return accepts(scheme, proof, commitments, transcript());
    }

    private boolean accepts(Bulletproof scheme, byte[] proof, List<G1> commitments, ProofTranscript transcript) {
        VerificationBatch batch = new VerificationBatch();
        VerificationBatch.Item item = batch.item();
        try {
            scheme.verify(proof, commitments, transcript, item);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
        return batch.verify(random).allValid();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 0x7fffffffL, 0x80000000L, 0xffffffffL})
    void provesEveryValueOf32Bits(long value) {
        List<ValueOpening> openings = List.of(opening(value));
        byte[] proof = SMALL.prove(openings, transcript(), random);
        assertThat(proof).hasSize(SMALL.size()).hasSize((4 + 2 * 5) * 48 + 5 * 32);
        assertThat(accepts(SMALL, proof, commitments(openings))).isTrue();
    }

    @Test
    void provesTwoValuesOf64Bits() {
        List<ValueOpening> openings = List.of(opening(-1L), opening(Long.MIN_VALUE));
        byte[] proof = PAIR.prove(openings, transcript(), random);
        assertThat(proof).hasSize(1024);
        assertThat(accepts(PAIR, proof, commitments(openings))).isTrue();
    }

    /// Two proofs with one mask would give their values away.
    @Test
    void aPreparedMaskProvesOnce() {
        List<ValueOpening> openings = List.of(opening(-1L), opening(5));
        PreparedMask mask = PAIR.prepare(new byte[] {1}, List.of(Scalar.ONE), random);
        byte[] proof = PAIR.prove(openings, mask, transcript(), random);
        assertThat(proof).hasSize(PAIR.size());
        assertThat(accepts(PAIR, proof, commitments(openings))).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> PAIR.prove(openings, mask, transcript(), random));
        PreparedMask small = SMALL.prepare(new byte[] {2}, List.of(), random);
        assertThatIllegalArgumentException().isThrownBy(() -> PAIR.prove(openings, small, transcript(), random));
        assertThatIllegalStateException()
                .isThrownBy(() -> SMALL.prove(openings.subList(1, 2), small, transcript(), random));
    }

    /// Who can guess the generator and the clock does not know the mask.
    @Test
    void aPreparedMaskIsOfTheSecretsToo() {
        G1 mask = PAIR.prepare(new byte[] {1}, List.of(Scalar.ofLong(5)), () -> 7)
                .take()
                .point();
        assertThat(PAIR.prepare(new byte[] {1}, List.of(Scalar.ofLong(5)), () -> 7)
                        .take()
                        .point())
                .isEqualTo(mask);
        assertThat(PAIR.prepare(new byte[] {1}, List.of(Scalar.ofLong(6)), () -> 7)
                        .take()
                        .point())
                .isNotEqualTo(mask);
    }

    /// Pitfall 28: with the same values, what is drawn differs by transcript, by mask, and by what the mask is bound
    /// to. A proof begins with A and S, each a nonce times G and more.
    @Test
    void noTwoProofsShareANonceThoughTheGeneratorIsStuck() {
        RandomGenerator stuck = () -> 7L;
        List<ValueOpening> openings = List.of(opening(5), opening(6));
        List<Scalar> secrets = openings.stream().map(ValueOpening::blinding).toList();
        List<byte[]> proofs = List.of(
                PAIR.prove(openings, transcript(), stuck),
                PAIR.prove(openings, ProofTranscript.of("ANOTHER", Bytes32.ZERO), stuck),
                PAIR.prove(openings, PAIR.prepare(new byte[] {1}, secrets, stuck), transcript(), stuck),
                PAIR.prove(openings, PAIR.prepare(new byte[] {2}, secrets, stuck), transcript(), stuck),
                PAIR.prove(
                        openings,
                        PAIR.prepare(new byte[] {1}, secrets, stuck),
                        ProofTranscript.of("ANOTHER", Bytes32.ZERO),
                        stuck));
        assertThat(proofs.stream().map(proof -> Bytes.of(Arrays.copyOf(proof, G1.SIZE))))
                .as("A")
                .doesNotHaveDuplicates();
        assertThat(proofs.subList(0, 4).stream()
                        .map(proof -> Bytes.of(Arrays.copyOfRange(proof, G1.SIZE, 2 * G1.SIZE))))
                .as("S, which the last has from the same mask as the third")
                .doesNotHaveDuplicates();
        byte[] binding = {3};
        try (HedgedNonces ofAProof = new HedgedNonces("BULLETPROOF", binding, secrets, stuck)) {
            assertThat(PAIR.prepare(binding, secrets, stuck).take().rho()).isNotEqualTo(ofAProof.next());
        }
    }

    @Test
    void takesAsManyValuesAsItsParametersSay() {
        List<ValueOpening> three = List.of(opening(1), opening(2), opening(3));
        assertThatIllegalArgumentException().isThrownBy(() -> PAIR.prove(three, transcript(), random));
        assertThatIllegalArgumentException().isThrownBy(() -> PAIR.prove(List.of(), transcript(), random));
        byte[] proof = PAIR.prove(three.subList(0, 2), transcript(), random);
        assertThat(accepts(PAIR, proof, commitments(three.subList(0, 2)))).isTrue();
        for (List<G1> commitments : List.of(commitments(three), List.<G1>of())) {
            VerificationBatch.Item item = new VerificationBatch().item();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PAIR.verify(proof, commitments, transcript(), item))
                    .withMessageContaining("between 1 and 2");
        }
    }

    @Test
    void agreesWithTheNaiveVerifier() {
        List<ValueOpening> openings = List.of(opening(0xdeadbeefL));
        List<G1> commitments = commitments(openings);
        byte[] proof = SMALL.prove(openings, transcript(), random);
        NaiveBulletproof naive = new NaiveBulletproof(SMALL, PointFormat.COMPRESSED);
        assertThat(naive.verify(proof, commitments, transcript())).isTrue();
        assertThat(naive.verify(proof, List.of(opening(1).commitment()), transcript()))
                .isFalse();
        List<ValueOpening> two = List.of(opening(-1L), opening(5));
        byte[] pair = PAIR.prove(two, transcript(), random);
        NaiveBulletproof naivePair = new NaiveBulletproof(PAIR, PointFormat.COMPRESSED);
        assertThat(naivePair.verify(pair, commitments(two), transcript())).isTrue();
        assertThat(naivePair.verify(pair, commitments(two.reversed()), transcript()))
                .isFalse();
    }

    @Test
    void padsMissingValuesWithZeros() {
        List<ValueOpening> one = List.of(opening(77));
        byte[] proof = PAIR.prove(one, transcript(), random);
        assertThat(proof).hasSize(PAIR.size());
        assertThat(accepts(PAIR, proof, commitments(one))).isTrue();
        List<G1> padded = List.of(one.getFirst().commitment(), G1.identity());
        assertThat(accepts(PAIR, proof, padded)).as("the count is hashed").isFalse();
    }

    @Test
    void readsUncompressedProofsToo() {
        Bulletproof scheme = new Bulletproof(32, 1, PointFormat.UNCOMPRESSED);
        List<ValueOpening> openings = List.of(opening(9));
        byte[] proof = scheme.prove(openings, transcript(), random);
        assertThat(proof).hasSize(14 * 96 + 5 * 32);
        assertThat(accepts(scheme, proof, commitments(openings))).isTrue();
        assertThat(accepts(SMALL, proof, commitments(openings))).isFalse();
    }

    @Test
    void refusesToProveWhatIsOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SMALL.prove(List.of(opening(1L << 32)), transcript(), random));
        assertThatIllegalArgumentException().isThrownBy(() -> SMALL.prove(List.of(), transcript(), random));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SMALL.prove(List.of(opening(1), opening(2)), transcript(), random));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bulletproof(16, 1, PointFormat.COMPRESSED));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bulletproof(32, 3, PointFormat.COMPRESSED));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bulletproof(32, 16, PointFormat.COMPRESSED));
    }

    /// A cheating prover: any scalars as values, any digits.
    private boolean acceptsCheat(Bulletproof scheme, List<Scalar> values, List<List<Scalar>> digitsOfValues) {
        List<Scalar> blindings = new ArrayList<>();
        List<G1> commitments = new ArrayList<>();
        for (Scalar value : values) {
            Scalar blinding = Scalar.random(random);
            blindings.add(blinding);
            commitments.add(Generators.VALUE.multiply(value).add(Generators.BLINDING.multiply(blinding)));
        }
        List<Scalar> digits = digitsOfValues.stream().flatMap(List::stream).toList();
        byte[] proof = scheme.prove(
                        new Bulletproof.Digits(digits, 255), blindings, blindings, commitments, transcript(), random)
                .encode(PointFormat.COMPRESSED);
        return accepts(scheme, proof, commitments);
    }

    private static List<Scalar> digits(long value, int bits) {
        List<Scalar> digits = new ArrayList<>();
        for (int bit = 0; bit < bits; bit++) {
            digits.add(Scalar.ofLong(value >>> bit & 1));
        }
        return digits;
    }

    /// Digits that add up to the value although they are not bits: the lowest takes what is missing.
    private static List<Scalar> forced(Scalar value, int bits) {
        List<Scalar> digits = new ArrayList<>(Collections.nCopies(bits, Scalar.ZERO));
        digits.set(0, value);
        return digits;
    }

    @Test
    void theCheatingProverIsAnHonestOneForHonestDigits() {
        assertThat(acceptsCheat(SMALL, List.of(Scalar.ofLong(5)), List.of(digits(5, 32))))
                .isTrue();
    }

    @Test
    void refusesTwoToThe64() {
        Scalar beyond = Scalar.ofLong(1L << 63).add(Scalar.ofLong(1L << 63));
        List<Scalar> zero = digits(0, 64);
        assertThat(acceptsCheat(PAIR, List.of(beyond, Scalar.ONE), List.of(digits(0, 64), digits(1, 64))))
                .isFalse();
        assertThat(acceptsCheat(PAIR, List.of(beyond, Scalar.ZERO), List.of(forced(beyond, 64), zero)))
                .isFalse();
        List<Scalar> two = new ArrayList<>(zero);
        two.set(63, Scalar.ofLong(2));
        assertThat(acceptsCheat(PAIR, List.of(beyond, Scalar.ZERO), List.of(two, zero)))
                .isFalse();
    }

    @Test
    void refusesMinusOne() {
        Scalar minusOne = Scalar.ONE.negate();
        assertThat(acceptsCheat(SMALL, List.of(minusOne), List.of(forced(minusOne, 32))))
                .isFalse();
        assertThat(acceptsCheat(SMALL, List.of(minusOne), List.of(digits(-1L, 32))))
                .isFalse();
    }

    @Test
    void refusesAnHonestValueBesideANegativeOne() {
        Scalar minusFive = Scalar.ofLong(5).negate();
        assertThat(acceptsCheat(
                        PAIR, List.of(Scalar.ofLong(15), minusFive), List.of(digits(15, 64), forced(minusFive, 64))))
                .isFalse();
        assertThat(acceptsCheat(
                        PAIR, List.of(minusFive, Scalar.ofLong(15)), List.of(forced(minusFive, 64), digits(15, 64))))
                .isFalse();
    }

    @Test
    void refusesOtherCommitmentsTranscriptsAndParameters() {
        List<ValueOpening> openings = List.of(opening(3), opening(4));
        List<G1> commitments = commitments(openings);
        byte[] proof = PAIR.prove(openings, transcript(), random);
        assertThat(accepts(PAIR, proof, commitments.reversed())).isFalse();
        assertThat(accepts(PAIR, proof, List.of(commitments.getFirst()))).isFalse();
        assertThat(accepts(
                        PAIR, proof, List.of(commitments.getFirst(), opening(4).commitment())))
                .isFalse();
        ProofTranscript other = ProofTranscript.of("RANGE-TEST-2", Bytes32.ZERO);
        assertThat(accepts(PAIR, proof, commitments, other)).isFalse();
        ProofTranscript longer = transcript();
        longer.statement("height", 1);
        assertThat(accepts(PAIR, proof, commitments, longer)).isFalse();
        // 4 × 32 bits have the same number of digits, and a proof the same size
        Bulletproof four = new Bulletproof(32, 4, PointFormat.COMPRESSED);
        assertThat(four.size()).isEqualTo(PAIR.size());
        assertThat(accepts(four, proof, commitments)).isFalse();
        assertThat(accepts(SMALL, proof, List.of(commitments.getFirst()))).isFalse();
    }

    /// Every seventh byte: each place in a point and in a scalar, and several in each of them.
    @Test
    void refusesFlippedBytesOfEveryElement() {
        List<ValueOpening> openings = List.of(opening(123456));
        List<G1> commitments = commitments(openings);
        byte[] proof = SMALL.prove(openings, transcript(), random);
        for (int i = 0; i < proof.length; i += 7) {
            byte[] flipped = proof.clone();
            flipped[i] ^= (byte) (1 << random.nextInt(8));
            assertThat(accepts(SMALL, flipped, commitments)).as("byte %d", i).isFalse();
        }
        assertThat(accepts(SMALL, Arrays.copyOf(proof, proof.length + 1), commitments))
                .isFalse();
        assertThat(accepts(SMALL, Arrays.copyOf(proof, proof.length - 1), commitments))
                .isFalse();
    }

    @Test
    void aBatchNamesTheWrongProof() {
        VerificationBatch batch = new VerificationBatch();
        for (int i = 0; i < 5; i++) {
            List<ValueOpening> openings = List.of(opening(i));
            byte[] proof = SMALL.prove(openings, transcript(), random);
            List<G1> commitments = i == 3 ? List.of(opening(i).commitment()) : commitments(openings);
            SMALL.verify(proof, commitments, transcript(), batch.item());
        }
        assertThat(batch.verify(random).invalid()).containsExactly(3);
    }

    @Test
    void proverAndVerifierLeaveTheSameTranscript() {
        List<ValueOpening> openings = List.of(opening(8));
        ProofTranscript proving = transcript();
        ProofTranscript verifying = transcript();
        byte[] proof = SMALL.prove(openings, proving, random);
        assertThat(accepts(SMALL, proof, commitments(openings), verifying)).isTrue();
        assertThat(proving.challenge("next")).isEqualTo(verifying.challenge("next"));
    }

    @Test
    void proofsOfTheSameOpeningDiffer() {
        List<ValueOpening> openings = List.of(opening(8));
        assertThat(SMALL.prove(openings, transcript(), random))
                .isNotEqualTo(SMALL.prove(openings, transcript(), random));
        assertThat(openings.getFirst()).hasToString("ValueOpening");
    }

    /// Recorded: transcript, generators and encoding of a proof of two values of 64 bits with a stuck source.
    @Test
    void recordedProof() {
        ValueOpening first = new ValueOpening(123_456_789_012L, Scalar.ofLong(11));
        ValueOpening second = new ValueOpening(0, Scalar.ofLong(12));
        byte[] proof = PAIR.prove(List.of(first, second), transcript(), () -> 0L);
        assertThat(Sha256.hash(proof).toHex())
                .isEqualTo("f2a5ce23b97a8f5a57f53c50231a69305de85ef69b7d33c09777d81258dd5c1f");
    }
}
