package io.florin.crypto.sigma;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.group.ScalarVector;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofWriter;
import java.util.List;
import java.util.random.RandomGenerator;

/// A proof as announcements and responses: larger than a [CompactProof] by a point for each equation, and verified
/// together with hundreds of others in one multi-scalar multiplication.
///
/// @param announcements one for each equation of the relation
/// @param responses one for each scalar of the relation
public record BatchableProof(List<? extends CurvePoint> announcements, List<Scalar> responses) {
    /// The lists are copied. Whether they have the shape of a relation is checked against it.
    public BatchableProof {
        announcements = List.copyOf(announcements);
        responses = List.copyOf(responses);
    }

    /// Reads a proof of the relation: exact length, canonical encodings, announcements on the curve and not the
    /// identity, scalars below the group order. Announcements may lie outside the prime-order group: the batch
    /// clears the cofactor, so only their part inside it counts, and their encoding is hashed as it is.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BatchableProof decode(LinearRelation relation, PointFormat format, byte[] bytes) {
        ProofReader in = reader(relation, format, bytes);
        return new BatchableProof(in.curvePoints(relation.size()), in.scalars(relation.scalars()));
    }

    /// Reads a proof as [#decode] does, and refuses announcements outside the prime-order group as the draft wants
    /// it: 38 µs more for each.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BatchableProof decodeStrict(LinearRelation relation, PointFormat format, byte[] bytes) {
        ProofReader in = reader(relation, format, bytes);
        return new BatchableProof(in.points(relation.size()), in.scalars(relation.scalars()));
    }

    private static ProofReader reader(LinearRelation relation, PointFormat format, byte[] bytes) {
        return new ProofReader(bytes, format, relation.size(), relation.scalars());
    }

    /// Bytes in a proof of the relation.
    public static int size(LinearRelation relation, PointFormat format) {
        return ProofReader.size(format, relation.size(), relation.scalars());
    }

    /// Announcements, then responses.
    public byte[] encode(PointFormat format) {
        return new ProofWriter(format).points(announcements).scalars(responses).toArray();
    }

    /// Appends the equations of the proof to the item, one for each of the relation: Σ z·P − c·Y − T = 0. The
    /// source moves on.
    ///
    /// @throws IllegalArgumentException if the proof has not the relation's shape, or an announcement is the identity;
    /// nothing has been appended then, and the caller refuses the item
    public void verify(LinearRelation relation, ChallengeSource source, VerificationBatch.Item item) {
        if (announcements.size() != relation.size() || responses.size() != relation.scalars()) {
            throw new IllegalArgumentException("a proof of another relation");
        }
        if (announcements.stream().anyMatch(CurvePoint::isIdentity)) {
            throw new IllegalArgumentException("an announcement is the identity");
        }
        int first = item.points().size();
        announcements.forEach(item.points()::append);
        SigmaVerifier.append(relation, first, ScalarVector.of(responses), source, item);
    }

    /// Whether the proof is one of the relation: a batch of one.
    ///
    /// @param random a `SecureRandom` outside tests
    public boolean verify(LinearRelation relation, ChallengeSource source, RandomGenerator random) {
        VerificationBatch batch = new VerificationBatch();
        try {
            verify(relation, source, batch.item());
        } catch (IllegalArgumentException malformed) {
            return false;
        }
        return batch.verify(random).allValid();
    }
}
