package io.florin.crypto.sigma;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofWriter;
import java.util.ArrayList;
import java.util.List;

/// A proof as challenge and responses: the smallest form, 32 bytes for each scalar and 32 for the challenge,
/// verified alone. For archives and for proofs that are checked once.
///
/// @param challenge as the prover got it
/// @param responses one for each scalar of the relation
public record CompactProof(Scalar challenge, List<Scalar> responses) {
    /// The responses are copied. Whether they are as many as a relation has is checked against it.
    public CompactProof {
        responses = List.copyOf(responses);
    }

    /// Reads a proof of the relation: exact length, scalars below the group order.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static CompactProof decode(LinearRelation relation, byte[] bytes) {
        ProofReader in = new ProofReader(bytes, PointFormat.COMPRESSED, 0, 1 + relation.scalars());
        return new CompactProof(in.scalar(), in.scalars(relation.scalars()));
    }

    /// Challenge, then responses.
    public byte[] encode() {
        return new ProofWriter(PointFormat.COMPRESSED)
                .scalars(List.of(challenge))
                .scalars(responses)
                .toArray();
    }

    /// Whether the proof is one of the relation: the announcements that it stands for, map(z) − c·image, give the
    /// challenge again. One multi-scalar multiplication for each equation. The source moves on.
    public boolean verify(LinearRelation relation, ChallengeSource source) {
        if (responses.size() != relation.scalars()) {
            return false;
        }
        List<G1> announcements = new ArrayList<>(relation.map(responses));
        List<G1> images = relation.images();
        for (int i = 0; i < announcements.size(); i++) {
            G1 announcement = announcements.get(i).subtract(images.get(i).multiply(challenge));
            if (announcement.isIdentity()) {
                return false;
            }
            announcements.set(i, announcement);
        }
        return source.challenge(relation, announcements).equals(challenge);
    }
}
