package io.florin.crypto.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes32;
import io.florin.crypto.Vectors;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Published answers, by each engine.
class X25519VectorsTest {
    private static final Bytes32 NINE = Bytes32.fromHex("09" + "00".repeat(31));

    static List<X25519Engine> engines() {
        Optional<X25519Engine> openSsl = OpenSslX25519.load();
        if (openSsl.isEmpty() && MissingOpenSsl.isFailure()) {
            throw MissingOpenSsl.endsTheTest();
        }
        return Stream.concat(openSsl.stream(), Stream.of(X25519Engine.inJava())).toList();
    }

    /// RFC 7748 section 5.2.
    @ParameterizedTest
    @MethodSource("engines")
    void agreesAsTheRfcSays(X25519Engine engine) {
        assertThat(agreed(
                        engine,
                        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
                        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))
                .isEqualTo("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
        assertThat(agreed(
                        engine,
                        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
                        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"))
                .isEqualTo("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957");
    }

    /// The same section: each answer is the next scalar, and the scalar before the next key.
    @ParameterizedTest
    @MethodSource("engines")
    void agreesAThousandTimesOverAsTheRfcSays(X25519Engine engine) {
        Bytes32 scalar = NINE;
        Bytes32 key = NINE;
        for (int i = 1; i <= 1000; i++) {
            byte[] secret = new byte[32];
            assertThat(agree(engine, scalar, key, secret)).isTrue();
            key = scalar;
            scalar = Bytes32.of(secret);
            if (i == 1) {
                assertThat(scalar.toHex())
                        .isEqualTo("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
            }
        }
        assertThat(scalar.toHex()).isEqualTo("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51");
    }

    /// Keys of the twist and keys that are not canonical are taken, those of small order are not.
    @ParameterizedTest
    @MethodSource("engines")
    void wycheproof(X25519Engine engine) {
        int cases = 0;
        int refused = 0;
        for (JsonNode group : Vectors.json("wycheproof/x25519_test.json").get("testGroups")) {
            for (JsonNode test : group.get("tests")) {
                Bytes32 shared = Bytes32.fromHex(test.get("shared").asString());
                byte[] secret = new byte[32];
                boolean agreed = agree(
                        engine,
                        Bytes32.fromHex(test.get("private").asString()),
                        Bytes32.fromHex(test.get("public").asString()),
                        secret);
                assertThat(Bytes32.of(secret))
                        .as("%s case %s, %s", engine.name(), test.get("tcId"), test.get("comment"))
                        .isEqualTo(shared);
                assertThat(agreed)
                        .as("case %s, %s", test.get("tcId"), test.get("comment"))
                        .isNotEqualTo(shared.equals(Bytes32.ZERO));
                cases++;
                refused += agreed ? 0 : 1;
            }
        }
        assertThat(cases).isEqualTo(518);
        assertThat(refused).isEqualTo(31);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void passesItsOwnTest(X25519Engine engine) {
        X25519SelfTest.pass(engine);
        assertThat(engine.isNative()).isEqualTo(engine.name().startsWith("OpenSSL 3."));
    }

    /// The key may stand anywhere in its array, the secret leaves what is behind it, and nothing is read beyond an end.
    @ParameterizedTest
    @MethodSource("engines")
    void readsAndWritesWhereItIsTold(X25519Engine engine) {
        byte[] scalar = NINE.toArray();
        byte[] own = publicKey(scalar);
        byte[] among = new byte[70];
        NINE.copyInto(among, 38);
        byte[] secret = new byte[40];
        secret[32] = 7;
        assertThat(engine.agree(scalar, own, among, 38, secret)).isTrue();
        assertThat(Bytes32.read(secret, 0).toHex())
                .isEqualTo("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
        assertThat(secret[32]).isEqualTo((byte) 7);
        assertThat(scalar).isEqualTo(NINE.toArray());
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> engine.agree(scalar, own, among, 39, secret));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> engine.agree(new byte[31], own, among, 38, secret));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> engine.agree(scalar, own, among, 38, new byte[31]));
        assertThat(engine.agree(scalar, own, among, 38, secret)).isTrue();
    }

    private static String agreed(X25519Engine engine, String scalar, String key) {
        byte[] secret = new byte[32];
        assertThat(agree(engine, Bytes32.fromHex(scalar), Bytes32.fromHex(key), secret))
                .isTrue();
        return Bytes32.of(secret).toHex();
    }

    static boolean agree(X25519Engine engine, Bytes32 scalar, Bytes32 key, byte[] secret) {
        byte[] own = scalar.toArray();
        return engine.agree(own, publicKey(own), key.toArray(), 0, secret);
    }

    private static byte[] publicKey(byte[] scalar) {
        byte[] key = new byte[32];
        X25519.generatePublicKey(scalar, 0, key, 0);
        return key;
    }
}
