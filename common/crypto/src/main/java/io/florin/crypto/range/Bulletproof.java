package io.florin.crypto.range;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.transcript.HedgedNonces;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Aggregated Bulletproofs (Bünz, Bootle, Boneh, Poelstra, Wuille, Maxwell; 2017/1066, sections 4.1 to 6.2) over G1.
///
/// For n bits and m values a proof has 4 + 2·log₂(n·m) points and 5 scalars: 1,024 bytes compressed for two values of
/// 64 bits. No trusted setup: all bases are hashes. Sound if discrete logarithms in G1 are hard, in the random-oracle
/// model; zero-knowledge without assumptions. The verifier's work is two equations in one batch, whose 2·n·m + 3 fixed
/// bases a batch pays for once.
///
/// Bits and the number of values are public parameters of the instance: nothing in a proof or a message changes them,
/// and both go into the transcript before anything else. Fewer values than the parameters say are padded with
/// commitments to zero with blinding zero, on both sides alike; more are refused.
///
/// Immutable; any thread. Making one hashes 2·n·m points to the curve: keep it.
public final class Bulletproof {
    /// The largest number of values.
    public static final int VALUES_MAX = 8;

    private final int bits;
    private final int values;
    private final PointFormat format;
    private final BulletproofBases bases;

    /// The scheme of these parameters.
    ///
    /// @throws IllegalArgumentException unless bits are 32 or 64, and values a power of two up to [#VALUES_MAX]
    public Bulletproof(int bits, int values, PointFormat format) {
        if (bits != 32 && bits != 64) {
            throw new IllegalArgumentException("32 or 64 bits, not " + bits);
        }
        if (values < 1 || values > VALUES_MAX || Integer.bitCount(values) != 1) {
            throw new IllegalArgumentException("a power of two up to " + VALUES_MAX + ", not " + values);
        }
        this.bits = bits;
        this.values = values;
        this.format = format;
        this.bases = BulletproofBases.ofSize(bits * values);
    }

    /// Bits of each value: 32 or 64.
    public int bits() {
        return bits;
    }

    /// Largest number of values that one proof covers; a power of two.
    public int values() {
        return values;
    }

    /// Bytes in a proof, always the same.
    public int size() {
        return BulletproofMessages.size(format, rounds());
    }

    /// Proves that each opening's value is in range. The transcript moves on.
    ///
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if there is no opening or there are too many, or a value is out of range
    public byte[] prove(List<ValueOpening> openings, ProofTranscript transcript, RandomGenerator random) {
        return prove(openings, Optional.empty(), transcript, random);
    }

    /// The part that does not depend on values, made before they are known; for one proof.
    ///
    /// @param binding something that never comes twice; goes into the randomness
    /// @param secrets that nobody else knows, such as of the tokens to spend: they go into the randomness too, so that
    /// the mask stays unknown where the generator can be guessed
    /// @param random a `SecureRandom` outside tests
    public PreparedMask prepare(byte[] binding, List<Scalar> secrets, RandomGenerator random) {
        try (HedgedNonces nonces = new HedgedNonces("BULLETPROOF-MASK", binding, secrets, random)) {
            return new PreparedMask(BulletproofProver.mask(bases, bits * values, nonces::next));
        }
    }

    /// Proves with what was prepared, to the same verifier.
    ///
    /// @throws IllegalStateException if it was used before
    /// @throws IllegalArgumentException as the other, or if it was prepared by another instance's parameters
    public byte[] prove(
            List<ValueOpening> openings, PreparedMask prepared, ProofTranscript transcript, RandomGenerator random) {
        PreparedMask.Mask mask = prepared.take();
        if (mask.left().size() != bits * values) {
            throw new IllegalArgumentException("a mask of another size");
        }
        return prove(openings, Optional.of(mask), transcript, random);
    }

    private byte[] prove(
            List<ValueOpening> openings,
            Optional<PreparedMask.Mask> mask,
            ProofTranscript transcript,
            RandomGenerator random) {
        requireCount(openings.size());
        List<Scalar> digits = new ArrayList<>(bits * values);
        List<Scalar> blindings = new ArrayList<>(values);
        List<Scalar> secrets = new ArrayList<>();
        List<G1> commitments = new ArrayList<>(openings.size());
        for (ValueOpening opening : openings) {
            if (bits < Long.SIZE && opening.value() >>> bits != 0) {
                throw new IllegalArgumentException("a value beyond " + bits + " bits");
            }
            for (int bit = 0; bit < bits; bit++) {
                digits.add(Scalar.ofLong(opening.value() >>> bit & 1));
            }
            blindings.add(opening.blinding());
            secrets.add(Scalar.ofLong(opening.value()));
            secrets.add(opening.blinding());
            commitments.add(opening.commitment());
        }
        for (int missing = openings.size(); missing < values; missing++) {
            blindings.add(Scalar.ZERO);
            for (int bit = 0; bit < bits; bit++) {
                digits.add(Scalar.ZERO);
            }
        }
        return prove(new Digits(digits, 1), blindings, secrets, commitments, mask, transcript, random)
                .encode(format);
    }

    /// The digits of all values, the lowest first.
    ///
    /// @param digits one scalar each
    /// @param bits how many bits a digit has at most
    record Digits(List<Scalar> digits, int bits) {
        @Override
        public String toString() {
            return "Digits";
        }
    }

    /// Proves with digits that need not be bits: the prover that tests of soundness use.
    BulletproofMessages prove(
            Digits digits,
            List<Scalar> blindings,
            List<Scalar> secrets,
            List<G1> commitments,
            ProofTranscript transcript,
            RandomGenerator random) {
        return prove(digits, blindings, secrets, commitments, Optional.empty(), transcript, random);
    }

    private BulletproofMessages prove(
            Digits digits,
            List<Scalar> blindings,
            List<Scalar> secrets,
            List<G1> commitments,
            Optional<PreparedMask.Mask> mask,
            ProofTranscript transcript,
            RandomGenerator random) {
        BulletproofTranscript hashed = new BulletproofTranscript(transcript, bits, values, commitments);
        byte[] bound = mask.map(
                        each -> Sha256.digest(transcript.binding(), each.point().encode()))
                .orElseGet(transcript::binding);
        try (HedgedNonces nonces = new HedgedNonces("BULLETPROOF", bound, secrets, random)) {
            BulletproofProver prover = new BulletproofProver(bases, bits, bits * values, hashed, nonces::next);
            return mask.isPresent()
                    ? prover.prove(mask.get(), digits.digits(), digits.bits(), blindings)
                    : prover.prove(digits.digits(), digits.bits(), blindings);
        }
    }

    /// Appends the equations that hold if and only if the proof is one for these commitments. The transcript moves
    /// on as it did for the prover.
    ///
    /// @param source where the proof's [#size] bytes stand from the offset on
    /// @param commitments V = v·Gv + s·G, in the order of the openings, as handles of the item's points; of one that
    /// nobody has checked to be in the group, the part in the group is proven to be in range
    /// @throws IllegalArgumentException if the proof is malformed or the number of commitments is wrong; nothing has
    /// been appended then, and the caller refuses the item
    /// @throws IndexOutOfBoundsException if the source ends before, or there is no such point
    public void verify(
            byte[] source, int offset, int[] commitments, ProofTranscript transcript, VerificationBatch.Item item) {
        requireCount(commitments.length);
        ProofReader in = new ProofReader(
                source, offset, size(), format, BulletproofMessages.POINTS + 2 * rounds(), BulletproofMessages.SCALARS);
        BulletproofVerifier verifier = new BulletproofVerifier(this, in, item.points());
        verifier.append(
                commitments, new BulletproofTranscript(transcript, bits, values, item.points(), commitments), item);
    }

    /// The same of a proof by itself and of commitments that are objects.
    ///
    /// @throws IllegalArgumentException if the proof is malformed or the number of commitments is wrong; nothing has
    /// been appended then, and the caller refuses the item
    public void verify(
            byte[] proof,
            List<? extends CurvePoint> commitments,
            ProofTranscript transcript,
            VerificationBatch.Item item) {
        if (proof.length != size()) {
            throw new IllegalArgumentException("the proof has " + size() + " bytes, not " + proof.length);
        }
        int[] handles = commitments.stream().mapToInt(item.points()::handle).toArray();
        verify(proof, 0, handles, transcript, item);
    }

    BulletproofBases bases() {
        return bases;
    }

    int rounds() {
        return Integer.numberOfTrailingZeros(bits * values);
    }

    private void requireCount(int count) {
        if (count < 1 || count > values) {
            throw new IllegalArgumentException("between 1 and " + values + " values, not " + count);
        }
    }
}
