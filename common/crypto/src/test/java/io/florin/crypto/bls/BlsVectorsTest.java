package io.florin.crypto.bls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Vectors;
import io.florin.crypto.hash.Sha256;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class BlsVectorsTest {
    private static final Set<String> BAD_ENCODINGS = Set.of(
            "TruncatedSignature", "InvalidEncoding", "NotOnCurve", "InvalidFlags", "NotInSubgroup", "IdentityPoint");

    /// 999 multiples of the generator decode, to the right point, and the sums of two of them are the third.
    @Test
    void multiplesOfTheGenerator() {
        byte[] compressed = Vectors.bytes("bls12-381/g1_compressed_valid_test_vectors.dat");
        byte[] uncompressed = Vectors.bytes("bls12-381/g1_uncompressed_valid_test_vectors.dat");
        assertThatIllegalArgumentException().isThrownBy(() -> BlsSignature.decode(Arrays.copyOf(compressed, 48)));
        BlsSignature generator = multiple(compressed, 1);
        for (int i = 1; i < 1000; i++) {
            BlsSignature point = multiple(compressed, i);
            assertThat(serialize(point)).isEqualTo(Arrays.copyOfRange(uncompressed, 96 * i, 96 * i + 96));
            if (i % 50 == 0) {
                assertThat(Bls.linearCombination(List.of(generator), List.of(BigInteger.valueOf(i))))
                        .isEqualTo(point);
                assertThat(Bls.linearCombination(
                                List.of(generator, multiple(compressed, i - 1)),
                                List.of(BigInteger.ONE, BigInteger.ONE)))
                        .isEqualTo(point);
            }
        }
    }

    /// drand quicknet, round 1000: a threshold signature of another network, in our suite.
    @Test
    void drandQuicknet() {
        BlsPublicKey key = BlsPublicKey.decode(hex("83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
                + "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
                + "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"));
        BlsSignature signature = BlsSignature.decode(hex("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b1957"
                + "6350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"));
        assertThat(Bls.verify(key, roundMessage(1000), signature)).isTrue();
        assertThat(Bls.verify(key, roundMessage(1001), signature)).isFalse();
        assertThat(Sha256.hash(signature.toArray()).toHex())
                .isEqualTo("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd");
    }

    /// Wycheproof's signatures are in G2 and its keys in G1, the other way round than ours: its valid points must
    /// decode as our key and signature, and where it calls an encoding bad one of the two must be refused.
    @ParameterizedTest
    @CsvSource({"bls_sig_g2_basic_verify_test.json, 88", "bls_sig_g2_pop_verify_test.json, 26"})
    void wycheproofEncodings(String file, int expectedCases) {
        int cases = 0;
        int refused = 0;
        for (JsonNode group : Vectors.json("wycheproof/" + file).get("testGroups")) {
            byte[] g1 = hex(group.get("publicKey").get("pk").asString());
            for (JsonNode test : group.get("tests")) {
                byte[] g2 = hex(test.get("sig").asString());
                boolean bad = false;
                for (JsonNode flag : test.get("flags")) {
                    bad |= BAD_ENCODINGS.contains(flag.asString());
                }
                if (test.get("result").asString().equals("valid")) {
                    assertThat(BlsSignature.decode(g1).toArray()).isEqualTo(g1);
                    assertThat(BlsPublicKey.decode(g2).toArray()).isEqualTo(g2);
                } else if (bad) {
                    assertThatIllegalArgumentException()
                            .as("%s case %s: %s", file, test.get("tcId"), test.get("comment"))
                            .isThrownBy(() -> {
                                BlsSignature.decode(g1);
                                BlsPublicKey.decode(g2);
                            });
                    refused++;
                }
                cases++;
            }
        }
        assertThat(cases).isEqualTo(expectedCases);
        assertThat(refused).isPositive();
    }

    private static byte[] roundMessage(long round) {
        return Sha256.digest(ByteBuffer.allocate(8).putLong(round).array());
    }

    private static BlsSignature multiple(byte[] compressed, int i) {
        return BlsSignature.decode(Arrays.copyOfRange(compressed, 48 * i, 48 * i + 48));
    }

    private static byte[] serialize(BlsSignature signature) {
        return signature.point().encodeUncompressed();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
