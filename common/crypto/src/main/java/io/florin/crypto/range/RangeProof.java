package io.florin.crypto.range;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.List;
import java.util.random.RandomGenerator;

/// A way to prove that committed values lie in [0, 2^bits), all of them in one proof.
///
/// Bits and the number of values are public parameters of the instance: nothing in a proof or a message changes
/// them, and both go into the transcript before anything else. Fewer values than the parameters say are padded with
/// commitments to zero with blinding zero, on both sides alike; more are refused.
public interface RangeProof {
    /// Bits of each value: 32 or 64.
    int bits();

    /// Largest number of values that one proof covers; a power of two.
    int values();

    /// Bytes in a proof, always the same.
    int size();

    /// Proves that each opening's value is in range. The transcript moves on.
    ///
    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException if there is no opening or there are too many, or a value is out of range
    byte[] prove(List<ValueOpening> openings, ProofTranscript transcript, RandomGenerator random);

    /// The part that does not depend on values, made before they are known; for one proof.
    ///
    /// @param binding something that never comes twice; goes into the randomness
    /// @param secrets that nobody else knows, such as of the tokens to spend: they go into the randomness too, so that
    /// the mask stays unknown where the generator can be guessed
    /// @param random a `SecureRandom` outside tests
    PreparedMask prepare(byte[] binding, List<Scalar> secrets, RandomGenerator random);

    /// Proves with what was prepared, to the same verifier.
    ///
    /// @throws IllegalStateException if it was used before
    /// @throws IllegalArgumentException as the other, or if it was prepared by another instance's parameters
    byte[] prove(
            List<ValueOpening> openings, PreparedMask prepared, ProofTranscript transcript, RandomGenerator random);

    /// Appends the equations that hold if and only if the proof is one for these commitments. The transcript moves
    /// on as it did for the prover.
    ///
    /// @param source where the proof's [#size] bytes stand from the offset on
    /// @param commitments V = v·Gv + s·G, in the order of the openings, as handles of the item's points; of one that
    /// nobody has checked to be in the group, the part in the group is proven to be in range
    /// @throws IllegalArgumentException if the proof is malformed or the number of commitments is wrong; nothing has
    /// been appended then, and the caller refuses the item
    /// @throws IndexOutOfBoundsException if the source ends before, or there is no such point
    void verify(byte[] source, int offset, int[] commitments, ProofTranscript transcript, VerificationBatch.Item item);

    /// The same of a proof by itself and of commitments that are objects.
    ///
    /// @throws IllegalArgumentException if the proof is malformed or the number of commitments is wrong; nothing has
    /// been appended then, and the caller refuses the item
    default void verify(
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
}
