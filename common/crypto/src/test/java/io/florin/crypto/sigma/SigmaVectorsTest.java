package io.florin.crypto.sigma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.florin.crypto.Vectors;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.DuplexSponge;
import io.florin.crypto.transcript.FiatShamir;
import io.florin.crypto.transcript.PointFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// All published vectors of draft-irtf-cfrg-sigma-protocols over BLS12-381: the 14 valid proofs are proven again byte
/// for byte and verified, the 32 others are accepted or refused as they say.
final class SigmaVectorsTest {
    private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");
    private static final String SUITE = "sigma-proofs_Shake128_BLS12381";

    @TestFactory
    Stream<DynamicTest> valid() {
        JsonNode vectors = Vectors.json("sigma/sigma-proofs_Shake128_BLS12381.json");
        assertThat(vectors.size()).isEqualTo(14);
        return vectors.valueStream()
                .map(vector -> dynamicTest(text(vector, "Id"), () -> {
                    assertThat(DuplexSponge.deriveSessionId(tag(vector))).isEqualTo(bytes(vector, "SessionId"));
                    assertThat(LinearRelation.decode(bytes(vector, "Instance")).encode())
                            .isEqualTo(bytes(vector, "Instance"));
                    assertThat(reproven(vector)).isEqualTo(bytes(vector, "NargString"));
                    assertThat(accepts(vector)).isTrue();
                }));
    }

    @TestFactory
    Stream<DynamicTest> invalid() {
        JsonNode vectors = Vectors.json("sigma/sigma-proofs-invalid_Shake128_BLS12381.json");
        assertThat(vectors.size()).isEqualTo(32);
        return vectors.valueStream()
                .map(vector -> dynamicTest(
                        text(vector, "Id"),
                        () -> assertThat(accepts(vector))
                                .as(text(vector, "Comment"))
                                .isEqualTo(text(vector, "Expected").equals("accept"))));
    }

    private static byte[] reproven(JsonNode vector) {
        LinearRelation relation = LinearRelation.decode(bytes(vector, "Instance"));
        Witness witness = Witness.of(scalars(bytes(vector, "Witness")));
        ChallengeSource source = new SessionChallenge(tag(vector));
        boolean compact = text(vector, "Flavor").equals("compact");
        String stream =
                "TestDRNG-SIGMA-PROOFS-" + (compact ? "CMPT-" : "DSFS-") + SUITE + "-" + text(vector, "Relation");
        DuplexSponge random =
                new DuplexSponge(DuplexSponge.deriveSessionId(stream.getBytes(StandardCharsets.US_ASCII)));
        List<Scalar> nonces = IntStream.range(0, relation.scalars())
                .mapToObj(i -> FiatShamir.scalar(random))
                .toList();
        SigmaProver.Proved proved = SigmaProver.prove(relation, witness, source, nonces);
        return compact
                ? new CompactProof(proved.challenge(), proved.responses()).encode()
                : new BatchableProof(proved.announcements(), proved.responses()).encode(PointFormat.COMPRESSED);
    }

    /// Announcements are decoded as the draft wants it, and with their order unchecked: the verdicts are the same.
    private static boolean accepts(JsonNode vector) {
        boolean strict = accepts(vector, true);
        assertThat(accepts(vector, false)).isEqualTo(strict);
        return strict;
    }

    private static boolean accepts(JsonNode vector, boolean strict) {
        try {
            LinearRelation relation = LinearRelation.decode(bytes(vector, "Instance"));
            byte[] bytes = bytes(vector, "NargString");
            ChallengeSource source = new SessionChallenge(tag(vector));
            if (text(vector, "Flavor").equals("compact")) {
                return CompactProof.decode(relation, bytes).verify(relation, source);
            }
            BatchableProof proof = strict
                    ? BatchableProof.decodeStrict(relation, PointFormat.COMPRESSED, bytes)
                    : BatchableProof.decode(relation, PointFormat.COMPRESSED, bytes);
            return proof.verify(relation, source, RANDOM);
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private static List<Scalar> scalars(byte[] bytes) {
        List<Scalar> scalars = new ArrayList<>();
        for (int i = 0; i < bytes.length; i += Scalar.SIZE) {
            scalars.add(Scalar.read(bytes, i));
        }
        return scalars;
    }

    private static byte[] tag(JsonNode vector) {
        return text(vector, "Tag").getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(JsonNode node, String field) {
        return node.get(field).asString();
    }

    private static byte[] bytes(JsonNode node, String field) {
        return HexFormat.of().parseHex(text(node, field));
    }
}
