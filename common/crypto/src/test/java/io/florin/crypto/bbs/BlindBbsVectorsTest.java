package io.florin.crypto.bbs;

import static io.florin.crypto.bbs.BbsVectorsTest.bytes;
import static io.florin.crypto.bbs.BbsVectorsTest.mocked;
import static io.florin.crypto.bbs.BbsVectorsTest.parse;
import static io.florin.crypto.bbs.BbsVectorsTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.florin.crypto.Vectors;
import io.florin.crypto.group.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// The published fixtures of blind BBS, suite BLS12-381-SHA-256: all are made again byte for byte, and verified.
final class BlindBbsVectorsTest {
    private static final BlindBbs BLIND = new BlindBbs(10, 5);
    private static final JsonNode MESSAGES = Vectors.json("bbs-blind/messages.json");

    @TestFactory
    Stream<DynamicTest> commitments() {
        return files("commit", 2)
                .map(vector -> dynamicTest(text(vector, "caseName"), () -> {
                    List<byte[]> messages = list(vector.get("committedMessages"));
                    BlindBbs.Committed committed =
                            BLIND.commit(BbsSuite.BLIND.messages(messages), random(vector, "commit"));
                    assertThat(committed.blinding().toBytes()).isEqualTo(bytes(vector, "proverBlind"));
                    assertThat(committed.commitment().encode()).isEqualTo(bytes(vector, "commitmentWithProof"));
                    verifiesUnlessChanged(bytes(vector, "commitmentWithProof"));
                }));
    }

    private static void verifiesUnlessChanged(byte[] encoded) {
        assertThat(BLIND.verify(BlindCommitment.decode(encoded))).isTrue();
        for (int i = 0; i < encoded.length; i++) {
            byte[] flipped = encoded.clone();
            flipped[i] ^= 1;
            try {
                assertThat(BLIND.verify(BlindCommitment.decode(flipped))).isFalse();
            } catch (IllegalArgumentException malformed) {
                assertThat(malformed).isNotNull();
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> signatures() {
        return files("signature", 6).map(vector -> dynamicTest(text(vector, "caseName"), () -> signature(vector)));
    }

    private static void signature(JsonNode vector) {
        JsonNode pair = vector.get("signerKeyPair");
        BbsSecretKey secret = BbsSecretKey.of(Scalar.ofCanonical(bytes(pair, "secretKey")));
        BbsPublicKey key = BbsPublicKey.decode(bytes(pair, "publicKey"));
        Optional<BlindCommitment> commitment = Optional.of(vector.get("commitmentWithProof"))
                .filter(node -> !node.isNull())
                .map(node -> BlindCommitment.decode(parse(node.asString())));
        List<byte[]> messages = list(vector.get("messages"));
        byte[] header = bytes(vector, "header");
        Scalar signerBlind = scalar(vector.get("signerBlind"));
        BbsSignature signature = BLIND.sign(secret, commitment, signerBlind, header, messages);
        assertThat(signature.encode()).isEqualTo(bytes(vector, "signature"));
        Scalar blinding = signerBlind.add(scalar(vector.get("proverBlind")));
        List<byte[]> committed = list(vector.get("committedMessages"));
        assertThat(BLIND.verify(key, signature, header, messages, committed, blinding))
                .isTrue();
        assertThat(BLIND.verify(key, signature, header, messages, committed, blinding.add(Scalar.ONE)))
                .isFalse();
        assertThat(BLIND.verify(key, signature, new byte[1], messages, committed, blinding))
                .isFalse();
        commitment.ifPresent(present -> {
            BlindCommitment forged =
                    new BlindCommitment(present.point().negate(), present.responses(), present.challenge());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BLIND.sign(secret, Optional.of(forged), signerBlind, header, messages));
        });
    }

    @TestFactory
    Stream<DynamicTest> proofs() {
        return files("proof", 8).map(vector -> dynamicTest(text(vector, "caseName"), () -> proof(vector)));
    }

    private static void proof(JsonNode vector) {
        BbsPublicKey key = BbsPublicKey.decode(bytes(vector, "signerPublicKey"));
        List<byte[]> messages = list(MESSAGES.get("messages"));
        boolean blind = !vector.get("commitmentWithProof").isNull();
        List<byte[]> committed = blind ? list(MESSAGES.get("committedMessages")) : List.of();
        Scalar blinding = scalar(vector.get("proverBlind")).add(scalar(vector.get("signerBlind")));
        BlindBbs.Disclosed disclosed = new BlindBbs.Disclosed(
                indexes(vector.get("revealedMessages")), indexes(vector.get("revealedCommittedMessages")));
        byte[] header = bytes(vector, "header");
        byte[] presentation = bytes(vector, "presentationHeader");
        List<Integer> row = disclosed.indexes(messages.size());
        BbsProof own = BLIND.core(key, header, messages.size(), committed.size())
                .prove(
                        BbsSignature.decode(bytes(vector, "signature")),
                        BlindBbs.all(messages, committed, blinding),
                        row,
                        presentation,
                        random(vector, "proof"));
        assertThat(own.encode()).isEqualTo(bytes(vector, "proof"));
        List<byte[]> shown = new ArrayList<>();
        disclosed.messages().forEach(index -> shown.add(messages.get(index)));
        disclosed.committed().forEach(index -> shown.add(committed.get(index)));
        BbsProof proof = BbsProof.decode(bytes(vector, "proof"));
        assertThat(BLIND.verifyProof(key, proof, header, presentation, messages.size(), shown, disclosed))
                .isTrue();
        assertThat(BLIND.verifyProof(key, proof, header, new byte[1], messages.size(), shown, disclosed))
                .isFalse();
    }

    private static List<Scalar> random(JsonNode vector, String purpose) {
        JsonNode parameters = vector.get("mockRngParameters");
        JsonNode mock = parameters.get(purpose);
        return mocked(
                text(parameters, "SEED").getBytes(StandardCharsets.US_ASCII),
                text(mock, "DST").getBytes(StandardCharsets.US_ASCII),
                mock.get("count").asInt());
    }

    private static Stream<JsonNode> files(String folder, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> Vectors.json("bbs-blind/%s/%s%03d.json".formatted(folder, folder, i)));
    }

    private static List<Integer> indexes(JsonNode revealed) {
        return revealed.isNull()
                ? List.of()
                : revealed.propertyNames().stream().map(Integer::valueOf).toList();
    }

    private static List<byte[]> list(JsonNode node) {
        return node.isNull()
                ? List.of()
                : node.valueStream().map(item -> parse(item.asString())).toList();
    }

    private static Scalar scalar(JsonNode node) {
        return node.isNull() ? Scalar.ZERO : Scalar.ofCanonical(parse(node.asString()));
    }
}
