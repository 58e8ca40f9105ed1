package io.florin.crypto.sigma;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;

/// Verifies proofs in the form of [BatchableProof] straight from their bytes: announcements are decoded into the item's
/// points, responses into a vector, and equations appended without an object for any of them.
public final class SigmaVerifier {
    private static final Scalar MINUS_ONE = Scalar.ONE.negate();

    private SigmaVerifier() {}

    /// Appends the equations of the proof to the item, one for each of the relation: Σ z·P − c·Y − T = 0. Reads what
    /// [BatchableProof#decode] reads.
    ///
    /// @param source where the proof's bytes stand
    /// @throws IllegalArgumentException if the bytes are not a proof of the relation; nothing has been appended then,
    /// and the caller refuses the item
    /// @throws IndexOutOfBoundsException if the source ends before
    public static void append(
            LinearRelation relation,
            PointFormat format,
            byte[] source,
            int offset,
            int length,
            ChallengeSource challenges,
            VerificationBatch.Item item) {
        ProofReader in = new ProofReader(source, offset, length, format, relation.size(), relation.scalars());
        int first = in.curvePoints(item.points(), relation.size());
        ScalarVector responses = new ScalarVector(relation.scalars());
        for (int i = 0; i < responses.size(); i++) {
            responses.set(i, in.scalar());
        }
        append(relation, first, responses, challenges, item);
    }

    /// @param first handle of the first announcement; the others follow
    static void append(
            LinearRelation relation,
            int first,
            ScalarVector responses,
            ChallengeSource challenges,
            VerificationBatch.Item item) {
        PointBuffer points = item.points();
        int[] handles = new int[relation.elementCount()];
        for (int element = 0; element < handles.length; element++) {
            handles[element] = points.handle(relation.points(), relation.handle(element));
        }
        Scalar minusChallenge =
                challenges.challenge(relation, points, first, relation.size()).negate();
        RelationMatrix matrix = relation.matrix();
        ScalarVector factor = new ScalarVector(1);
        VerificationBatch.Equation equation = item.equation();
        for (int i = 0; i < matrix.equations(); i++) {
            if (i > 0) {
                equation.next();
            }
            for (int at = matrix.termFrom(i); at < matrix.termFrom(i + 1); at++) {
                factor.product(0, responses, matrix.termScalar(at), matrix.termCoefficient(at));
                equation.add(factor, 0, handles[matrix.termElement(at)]);
            }
            for (int at = matrix.imageFrom(i); at < matrix.imageFrom(i + 1); at++) {
                factor.set(0, minusChallenge);
                factor.multiply(0, matrix.imageCoefficient(at));
                equation.add(factor, 0, handles[matrix.imageElement(at)]);
            }
            equation.add(MINUS_ONE, first + i);
        }
    }
}
