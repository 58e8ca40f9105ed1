package io.florin.crypto.bbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.florin.crypto.Vectors;
import io.florin.crypto.group.ExpandMessage;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.HashToScalar;
import io.florin.crypto.group.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// The published fixtures of draft-irtf-cfrg-bbs-signatures, suite BLS12-381-SHA-256: valid signatures and proofs are
/// made again byte for byte, the others are refused.
final class BbsVectorsTest {
    private static final Bbs BBS = new Bbs(11);
    private static final String SUITE = "BBS_BLS12381G1_XMD:SHA-256_SSWU_RO_H2G_HM2S_";

    @Test
    void generators() {
        JsonNode vector = Vectors.json("bbs/generators.json");
        List<byte[]> expected = new ArrayList<>(List.of(bytes(vector, "Q1")));
        vector.get("MsgGenerators").valueStream().forEach(node -> expected.add(parse(node.asString())));
        List<G1> generators = BbsSuite.PLAIN.generators(expected.size());
        assertThat(generators.stream().map(G1::encode)).containsExactlyElementsOf(expected);
        assertThat(BbsSuite.P1.encode()).isEqualTo(bytes(vector, "P1"));
    }

    @Test
    void keyPair() {
        JsonNode vector = Vectors.json("bbs/keypair.json");
        BbsSecretKey key = BbsSecretKey.derive(bytes(vector, "keyMaterial"), bytes(vector, "keyInfo"));
        assertThat(key.scalar().toBytes()).isEqualTo(bytes(vector.get("keyPair"), "secretKey"));
        assertThat(key.publicKey().encode()).isEqualTo(bytes(vector.get("keyPair"), "publicKey"));
    }

    @Test
    void hashes() {
        JsonNode one = Vectors.json("bbs/h2s.json");
        assertThat(HashToScalar.of(bytes(one, "message"), bytes(one, "dst")).toBytes())
                .isEqualTo(bytes(one, "scalar"));
        JsonNode mapped = Vectors.json("bbs/MapMessageToScalarAsHash.json");
        assertThat(mapped.get("cases").size()).isEqualTo(10);
        for (JsonNode vector : mapped.get("cases")) {
            assertThat(Bbs.message(bytes(vector, "message")).toBytes()).isEqualTo(bytes(vector, "scalar"));
        }
    }

    @Test
    void mockedRandomScalars() {
        JsonNode vector = Vectors.json("bbs/mockedRng.json");
        List<byte[]> expected = new ArrayList<>();
        vector.get("mockedScalars").valueStream().forEach(node -> expected.add(parse(node.asString())));
        assertThat(mocked(bytes(vector, "seed"), bytes(vector, "dst"), expected.size()).stream()
                        .map(Scalar::toBytes))
                .containsExactlyElementsOf(expected);
    }

    @TestFactory
    Stream<DynamicTest> signatures() {
        return files("signature", 7).map(vector -> dynamicTest(text(vector, "caseName"), () -> signature(vector)));
    }

    /// Of an earlier revision of the draft, which hashed e from other bytes: it verifies, and cannot be made again.
    @Test
    void aSignatureWithoutAHeader() {
        JsonNode vector = Vectors.json("bbs/signature/signature010.json");
        assertThat(bytes(vector, "header")).isEmpty();
        BbsPublicKey key = BbsPublicKey.decode(bytes(vector.get("signerKeyPair"), "publicKey"));
        BbsSignature signature = BbsSignature.decode(bytes(vector, "signature"));
        assertThat(BBS.verify(key, signature, new byte[0], messages(vector))).isTrue();
        assertThat(BBS.verify(key, signature, new byte[1], messages(vector))).isFalse();
    }

    private static void signature(JsonNode vector) {
        JsonNode pair = vector.get("signerKeyPair");
        BbsPublicKey key = BbsPublicKey.decode(bytes(pair, "publicKey"));
        byte[] header = bytes(vector, "header");
        List<byte[]> messages = messages(vector);
        BbsSignature signature = BbsSignature.decode(bytes(vector, "signature"));
        assertThat(BBS.verify(key, signature, header, messages)).isEqualTo(valid(vector));
        if (valid(vector)) {
            BbsSecretKey secret = BbsSecretKey.of(Scalar.ofCanonical(bytes(pair, "secretKey")));
            assertThat(BBS.sign(secret, header, messages).encode()).isEqualTo(bytes(vector, "signature"));
        }
    }

    @TestFactory
    Stream<DynamicTest> proofs() {
        return files("proof", 9).map(vector -> dynamicTest(text(vector, "caseName"), () -> proof(vector)));
    }

    private static void proof(JsonNode vector) {
        BbsPublicKey key = BbsPublicKey.decode(bytes(vector, "signerPublicKey"));
        byte[] header = bytes(vector, "header");
        byte[] presentation = bytes(vector, "presentationHeader");
        List<byte[]> messages = messages(vector);
        List<Integer> disclosed = vector.get("disclosedIndexes")
                .valueStream()
                .map(JsonNode::asInt)
                .toList();
        BbsProof proof = BbsProof.decode(bytes(vector, "proof"));
        assertThat(proof.encode()).isEqualTo(bytes(vector, "proof"));
        List<byte[]> shown = disclosed.stream().map(messages::get).toList();
        assertThat(BBS.verifyProof(key, proof, header, presentation, shown, disclosed))
                .isEqualTo(valid(vector));
        if (valid(vector)) {
            BbsCore core = BBS.core(key, header, messages.size());
            int count = 5 + messages.size() - disclosed.size();
            byte[] seed = "3.141592653589793238462643383279".getBytes(StandardCharsets.US_ASCII);
            byte[] tag = (SUITE + "MOCK_RANDOM_SCALARS_DST_").getBytes(StandardCharsets.US_ASCII);
            BbsProof own = core.prove(
                    BbsSignature.decode(bytes(vector, "signature")),
                    BbsSuite.PLAIN.messages(messages),
                    disclosed,
                    presentation,
                    mocked(seed, tag, count));
            assertThat(own.encode()).isEqualTo(bytes(vector, "proof"));
        }
    }

    static List<Scalar> mocked(byte[] seed, byte[] tag, int count) {
        byte[] uniform = ExpandMessage.xmd(seed, tag, Scalar.WIDE_SIZE * count);
        return IntStream.range(0, count)
                .mapToObj(i ->
                        Scalar.ofWide(Arrays.copyOfRange(uniform, i * Scalar.WIDE_SIZE, (i + 1) * Scalar.WIDE_SIZE)))
                .toList();
    }

    private static Stream<JsonNode> files(String folder, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> Vectors.json("bbs/%s/%s%03d.json".formatted(folder, folder, i)));
    }

    private static boolean valid(JsonNode vector) {
        return vector.get("result").get("valid").asBoolean();
    }

    private static List<byte[]> messages(JsonNode vector) {
        return vector.get("messages")
                .valueStream()
                .map(node -> parse(node.asString()))
                .toList();
    }

    static String text(JsonNode node, String field) {
        return node.get(field).asString();
    }

    static byte[] bytes(JsonNode node, String field) {
        return parse(text(node, field));
    }

    static byte[] parse(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
