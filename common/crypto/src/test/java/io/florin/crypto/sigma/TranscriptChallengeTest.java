package io.florin.crypto.sigma;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.PointBuffer;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.ProofTranscript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pitfall 13: a challenge covers transcript, relation and announcements. Were the relation left out, whoever chooses
/// the image last would have a proof of anything.
final class TranscriptChallengeTest {
    private static final G1 BASE = G1.hashTo(new byte[] {1}, "FLORIN-V1-TEST");
    private static final G1 IMAGE = G1.hashTo(new byte[] {2}, "FLORIN-V1-TEST");
    private static final G1 OTHER = G1.hashTo(new byte[] {3}, "FLORIN-V1-TEST");

    private static LinearRelation relation(G1 image, G1 base, Scalar coefficient) {
        LinearRelation.Builder builder = LinearRelation.builder();
        int secret = builder.scalar();
        return builder.equation(builder.element(image), LinearRelation.term(coefficient, secret, builder.element(base)))
                .build();
    }

    private static Scalar challenge(int parameters, LinearRelation relation, G1... announcements) {
        ProofTranscript transcript = ProofTranscript.of("TEST", Bytes32.fromHex("0" + parameters + "00".repeat(31)));
        PointBuffer points = new PointBuffer();
        for (G1 announcement : announcements) {
            points.append(announcement);
        }
        return new TranscriptChallenge(transcript).challenge(relation, points, 0, announcements.length);
    }

    @Test
    void dependsOnTranscriptRelationAndAnnouncements() {
        LinearRelation relation = relation(IMAGE, BASE, Scalar.ONE);
        Scalar challenge = challenge(1, relation, OTHER);
        assertThat(challenge(1, relation(IMAGE, BASE, Scalar.ONE), OTHER)).isEqualTo(challenge);
        List<Scalar> all = new ArrayList<>(List.of(
                challenge,
                challenge(2, relation, OTHER),
                challenge(1, relation(OTHER, BASE, Scalar.ONE), OTHER),
                challenge(1, relation(IMAGE, OTHER, Scalar.ONE), OTHER),
                challenge(1, relation(IMAGE, BASE, Scalar.ofLong(2)), OTHER),
                challenge(1, relation, BASE),
                challenge(1, relation, OTHER, OTHER)));
        assertThat(all).doesNotHaveDuplicates();
    }
}
