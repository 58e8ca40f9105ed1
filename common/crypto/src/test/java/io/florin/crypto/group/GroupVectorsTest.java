package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Vectors;
import io.florin.crypto.bls.Bls;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Published vectors on both engines; of the long lists the slow one answers every eighth, or all of them if it is told
/// `-Dflorin.vectors=all`.
class GroupVectorsTest {
    private static final HexFormat HEX = HexFormat.of();

    static List<Engine> engines() {
        return TestEngines.both();
    }

    /// RFC 9380, appendix K.1 and K.2.
    @ParameterizedTest
    @CsvSource({"expand_message_xmd_SHA256_38.json, 10", "expand_message_xmd_SHA256_256.json, 10"})
    void expandsMessages(String file, int expectedCases) {
        JsonNode suite = Vectors.json("hash_to_curve/" + file);
        byte[] tag = ascii(suite.get("DST"));
        int cases = 0;
        for (JsonNode vector : suite.get("tests")) {
            int size = Integer.decode(vector.get("len_in_bytes").asString());
            assertThat(HEX.formatHex(ExpandMessage.xmd(ascii(vector.get("msg")), tag, size)))
                    .isEqualTo(vector.get("uniform_bytes").asString());
            cases++;
        }
        assertThat(cases).isEqualTo(expectedCases);
    }

    /// RFC 9380, appendix J.9.1.
    @ParameterizedTest
    @MethodSource("engines")
    void hashesToG1(Engine engine) {
        JsonNode suite = Vectors.json("hash_to_curve/BLS12381G1_XMD_SHA-256_SSWU_RO_.json");
        int cases = 0;
        for (JsonNode vector : suite.get("vectors")) {
            long[] point = engine.g1().hash(ascii(vector.get("msg")), ascii(suite.get("dst")));
            JsonNode expected = vector.get("P");
            assertThat(HEX.formatHex(engine.g1().encode(point, false)))
                    .isEqualTo(digits(expected.get("x").asString())
                            + digits(expected.get("y").asString()));
            cases++;
        }
        assertThat(cases).isEqualTo(5);
    }

    /// RFC 9380, appendix J.10.1: real part first there, last in an encoding.
    @ParameterizedTest
    @MethodSource("engines")
    void hashesToG2(Engine engine) {
        JsonNode suite = Vectors.json("hash_to_curve/BLS12381G2_XMD_SHA-256_SSWU_RO_.json");
        int cases = 0;
        for (JsonNode vector : suite.get("vectors")) {
            long[] point = engine.g2().hash(ascii(vector.get("msg")), ascii(suite.get("dst")));
            String[] x = vector.get("P").get("x").asString().split(",");
            String[] y = vector.get("P").get("y").asString().split(",");
            assertThat(HEX.formatHex(engine.g2().encode(point, false)))
                    .isEqualTo(digits(x[1]) + digits(x[0]) + digits(y[1]) + digits(y[0]));
            cases++;
        }
        assertThat(cases).isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void wycheproofHashesToG2(Engine engine) {
        int cases = 0;
        for (JsonNode group :
                Vectors.json("wycheproof/bls_hash_to_g2_test.json").get("testGroups")) {
            for (JsonNode test : group.get("tests")) {
                cases++;
                if (TestEngines.isForAnotherTime(engine, cases)) {
                    continue;
                }
                long[] point = engine.g2().hash(HEX.parseHex(test.get("msg").asString()), ascii(group.get("dst")));
                assertThat(HEX.formatHex(engine.g2().encode(point, true)))
                        .as(test.get("comment").asString())
                        .isEqualTo(test.get("expected").asString());
            }
        }
        assertThat(cases).isEqualTo(34);
    }

    /// Signatures in G2 under keys in G1: e(key, H(message)) · e(−g, signature) = 1, where the suite's tag is the one
    /// of the file.
    @ParameterizedTest
    @MethodSource("engines")
    void wycheproofVerifiesSignatures(Engine engine) {
        verifySignatures(engine, "bls_sig_g2_basic_verify_test.json", 88);
        verifySignatures(engine, "bls_sig_g2_pop_verify_test.json", 26);
    }

    private static void verifySignatures(Engine engine, String file, int expectedCases) {
        // many vectors are of the same message, and the slow engine takes longest over the hash
        Map<String, Engine.Lines> hashes = new HashMap<>();
        Set<String> kinds = new HashSet<>();
        int cases = 0;
        for (JsonNode group : Vectors.json("wycheproof/" + file).get("testGroups")) {
            byte[] key = HEX.parseHex(group.get("publicKey").get("pk").asString());
            byte[] tag = ascii(group.get("ciphersuite"));
            for (JsonNode test : group.get("tests")) {
                cases++;
                boolean isOfNewKind = kinds.add(test.get("result").asString() + test.get("flags"));
                if (!isOfNewKind && TestEngines.isForAnotherTime(engine, cases)) {
                    continue;
                }
                byte[] message = HEX.parseHex(test.get("msg").asString());
                byte[] signature = HEX.parseHex(test.get("sig").asString());
                assertThat(verifies(
                                engine,
                                key,
                                signature,
                                () -> hashes.computeIfAbsent(
                                        group.get("ciphersuite").asString() + HEX.formatHex(message),
                                        _ -> engine.prepare(engine.g2().hash(message, tag)))))
                        .as("%s case %s: %s", file, test.get("tcId"), test.get("comment"))
                        .isEqualTo(test.get("result").asString().equals("valid"));
            }
        }
        assertThat(cases).isEqualTo(expectedCases);
    }

    private static boolean verifies(Engine engine, byte[] key, byte[] signature, Supplier<Engine.Lines> hash) {
        long[] keyPoint = new long[CurvePoint.WORDS];
        long[] signaturePoint = new long[2 * CurvePoint.WORDS];
        if (!checked(engine.g1(), key, keyPoint, 48) || !checked(engine.g2(), signature, signaturePoint, 96)) {
            return false;
        }
        long[] negated = Words.negatePoint(G1.generator().words());
        return engine.pairingProductIsOne(
                List.of(keyPoint, negated), List.of(hash.get(), engine.prepare(signaturePoint)));
    }

    private static boolean checked(CurveEngine curve, byte[] encoded, long[] point, int size) {
        return encoded.length == size && curve.decode(encoded, point) && !Words.isZero(point) && curve.inGroup(point);
    }

    /// 128 signatures in G1, hash times secret key, in the suite that Florin uses.
    @ParameterizedTest
    @MethodSource("engines")
    void signsInG1(Engine engine) {
        List<String> lines = new String(Vectors.bytes("bls12-381/g1-multiples.txt"), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        byte[] tag = Bls.SUITE.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < lines.size(); i++) {
            if (TestEngines.isForAnotherTime(engine, i)) {
                continue;
            }
            String[] fields = lines.get(i).split(":");
            long[] secret = new long[Scalar.LONGS];
            Scalar.ofCanonical(HEX.parseHex(fields[0])).copyWordsInto(secret, 0);
            long[] hash = engine.g1().hash(HEX.parseHex(fields[1]), tag);
            assertThat(HEX.formatHex(engine.g1().encode(engine.g1().multiply(hash, secret), true)))
                    .isEqualTo(fields[2]);
        }
        assertThat(lines).hasSize(128);
    }

    /// The first 1,000 multiples of the generator decode to the same points from both encodings, each the sum of the
    /// one before and the generator.
    @ParameterizedTest
    @MethodSource("engines")
    void countsFromTheGenerator(Engine engine) {
        byte[] compressed = Vectors.bytes("bls12-381/g1_compressed_valid_test_vectors.dat");
        byte[] uncompressed = Vectors.bytes("bls12-381/g1_uncompressed_valid_test_vectors.dat");
        CurveEngine curve = engine.g1();
        long[] expected = new long[CurvePoint.WORDS];
        for (int i = 0;
                i < 1000;
                i++, expected = curve.add(expected, G1.generator().words())) {
            if (TestEngines.isForAnotherTime(engine, i)) {
                continue;
            }
            byte[] shortForm = Arrays.copyOfRange(compressed, 48 * i, 48 * i + 48);
            byte[] longForm = Arrays.copyOfRange(uncompressed, 96 * i, 96 * i + 96);
            long[] fromShort = new long[CurvePoint.WORDS];
            long[] fromLong = new long[CurvePoint.WORDS];
            assertThat(curve.decode(shortForm, fromShort)).isTrue();
            assertThat(curve.decode(longForm, fromLong)).isTrue();
            assertThat(fromShort).isEqualTo(expected).isEqualTo(fromLong);
            assertThat(curve.encode(expected, true)).isEqualTo(shortForm);
            assertThat(curve.encode(expected, false)).isEqualTo(longForm);
        }
    }

    private static byte[] ascii(JsonNode text) {
        return text.asString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String digits(String number) {
        return number.substring(2);
    }
}
