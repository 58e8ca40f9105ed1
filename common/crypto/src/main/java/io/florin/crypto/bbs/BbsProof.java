package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.PointFormat;
import io.florin.crypto.transcript.ProofReader;
import io.florin.crypto.transcript.ProofWriter;
import java.util.List;

/// A proof of knowledge of a BBS signature that discloses some of its messages: 272 bytes, and 32 for each message
/// that stays hidden.
///
/// @param aBar A, randomised
/// @param bBar sk·Ā
/// @param d B, randomised
/// @param responses ê, r̂1, r̂3, and one for each hidden message
/// @param challenge as the prover got it
public record BbsProof(G1 aBar, G1 bBar, G1 d, List<Scalar> responses, Scalar challenge) {
    private static final int POINTS = 3;
    private static final int SCALARS = 4;
    private static final int MESSAGES_MAX = 1 << 16;

    /// The responses are copied. That there are as many as hidden messages and three is checked when it is verified.
    public BbsProof {
        responses = List.copyOf(responses);
    }

    /// Reads a proof: whole length, points in the group and not the identity, scalars canonical.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static BbsProof decode(byte[] bytes) {
        int rest = bytes.length - ProofReader.size(PointFormat.COMPRESSED, POINTS, SCALARS);
        if (rest < 0 || rest > MESSAGES_MAX * Scalar.SIZE || rest % Scalar.SIZE != 0) {
            throw new IllegalArgumentException("no BBS proof has " + bytes.length + " bytes");
        }
        int hidden = rest / Scalar.SIZE;
        ProofReader in = new ProofReader(bytes, PointFormat.COMPRESSED, POINTS, SCALARS + hidden);
        return new BbsProof(in.point(), in.point(), in.point(), in.scalars(SCALARS - 1 + hidden), in.scalar());
    }

    /// The bytes that [#decode] reads.
    public byte[] encode() {
        return new ProofWriter(PointFormat.COMPRESSED)
                .points(List.of(aBar, bBar, d))
                .scalars(responses)
                .scalars(List.of(challenge))
                .toArray();
    }

    /// Number of messages that stay hidden.
    public int hiddenMessages() {
        return responses.size() - (SCALARS - 1);
    }
}
