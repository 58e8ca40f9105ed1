package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofWriter;
import java.util.List;

/// A commitment to messages that the signer will not see, with a proof that its maker can open it.
///
/// @param point C = blinding·Q2 + Σ mᵢ·Jᵢ
/// @param responses for the blinding and each message
/// @param challenge as the prover got it
public record BlindCommitment(G1 point, List<Scalar> responses, Scalar challenge) {
    private static final int MESSAGES_MAX = 1 << 16;

    /// The responses are copied.
    public BlindCommitment {
        responses = List.copyOf(responses);
    }

    /// Reads a commitment: whole length, a point in the group and not the identity, scalars canonical. Does not verify
    /// the proof; signing does.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BlindCommitment decode(byte[] bytes) {
        int rest = bytes.length - ProofReader.size(PointFormat.COMPRESSED, 1, 2);
        if (rest < 0 || rest > MESSAGES_MAX * Scalar.SIZE || rest % Scalar.SIZE != 0) {
            throw new IllegalArgumentException("no commitment has " + bytes.length + " bytes");
        }
        int messages = rest / Scalar.SIZE;
        ProofReader in = new ProofReader(bytes, PointFormat.COMPRESSED, 1, 2 + messages);
        return new BlindCommitment(in.point(), in.scalars(1 + messages), in.scalar());
    }

    /// The bytes that [#decode] reads.
    public byte[] encode() {
        return new ProofWriter(PointFormat.COMPRESSED)
                .points(List.of(point))
                .scalars(responses)
                .scalars(List.of(challenge))
                .toArray();
    }

    /// Number of messages that it commits to.
    public int messages() {
        return responses.size() - 1;
    }
}
