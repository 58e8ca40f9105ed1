package io.florin.crypto.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bouncycastle.util.BigIntegers;
import org.junit.jupiter.api.Test;

/// The two engines against each other.
class X25519AgreementTest {
    private static final BigInteger PRIME = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final int RANDOM_INPUTS = 3000;
    private static final byte[] NOTE = "42 FLN".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CONTEXT = "output 0".getBytes(StandardCharsets.UTF_8);

    private final Random random = new Random(25519);
    private final X25519Engine openSsl = OpenSslX25519.load().orElseThrow(MissingOpenSsl::endsTheTest);
    private final X25519Engine inJava = X25519Engine.inJava();

    /// Half of such keys are points of the twist.
    @Test
    void enginesAgreeOnRandomInputs() {
        for (int i = 0; i < RANDOM_INPUTS; i++) {
            assertThat(compare(bytes(), bytes())).isTrue();
        }
    }

    /// Around 0, around the prime, whose upper neighbours are not canonical, and around 2²⁵⁵: with the highest bit and
    /// without.
    @Test
    void enginesAgreeOnTheEdges() {
        int refused = 0;
        for (BigInteger around : List.of(BigInteger.ZERO, PRIME, BigInteger.TWO.pow(255))) {
            for (int distance = -25; distance <= 25; distance++) {
                BigInteger key = around.add(BigInteger.valueOf(distance)).mod(BigInteger.TWO.pow(256));
                for (BigInteger named : List.of(key, key.flipBit(255))) {
                    refused += compare(bytes(), littleEndian(named)) ? 0 : 1;
                }
            }
        }
        // around each, 0, 1, p - 1, p and p + 1 with both values of the highest bit
        assertThat(refused).isEqualTo(3 * 2 * 5);
        for (byte[] scalar :
                List.of(new byte[32], littleEndian(BigInteger.TWO.pow(256).subtract(BigInteger.ONE)))) {
            assertThat(compare(scalar, bytes())).isTrue();
        }
    }

    private boolean compare(byte[] scalar, byte[] key) {
        byte[] secret = bytes(); // that it is zeroed shows only where it was not zero
        byte[] secretInJava = bytes();
        Bytes32 own = Bytes32.of(scalar);
        boolean agreed = X25519VectorsTest.agree(openSsl, own, Bytes32.of(key), secret);
        assertThat(agreed)
                .as("scalar %s, key %s", own.toHex(), Bytes32.of(key).toHex())
                .isEqualTo(X25519VectorsTest.agree(inJava, own, Bytes32.of(key), secretInJava));
        assertThat(secret)
                .as("scalar %s, key %s", own.toHex(), Bytes32.of(key).toHex())
                .isEqualTo(secretInJava);
        assertThat(SmallOrder.contains(Bytes32.of(key))).isNotEqualTo(agreed);
        return agreed;
    }

    @Test
    void aBoxOfOneEngineOpensByTheOther() {
        byte[] seed = bytes();
        for (X25519Engine sealing : List.of(openSsl, inJava)) {
            X25519Engine opening = sealing == openSsl ? inJava : openSsl;
            try (X25519KeyPair recipient = X25519KeyPair.fromSeed(seed, opening);
                    X25519KeyPair ephemeral = X25519KeyPair.fromSeed(bytes(), sealing)) {
                Bytes box = SealedBox.seal(recipient.publicKey(), NOTE, CONTEXT, ephemeral);
                assertThat(SealedBox.open(recipient, box.toArray(), CONTEXT))
                        .hasValueSatisfying(opened -> assertThat(opened).isEqualTo(NOTE));
            }
        }
    }

    /// More threads at once than slots are kept.
    @Test
    void manyThreadsAgreeAtOnce() throws Exception {
        try (X25519KeyPair pair = X25519KeyPair.fromSeed(bytes(), openSsl);
                var threads = Executors.newFixedThreadPool(40)) {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                byte[] other = bytes();
                try (X25519KeyPair theirs = X25519KeyPair.fromSeed(other, inJava)) {
                    byte[] key = theirs.publicKey().toArray();
                    byte[] expected = new byte[32];
                    assertThat(theirs.agree(pair.publicKey().toArray(), 0, expected))
                            .isTrue();
                    byte[] small = Bytes32.ZERO.toArray();
                    tasks.add(() -> {
                        byte[] secret = new byte[32];
                        boolean agreed = pair.agree(key, 0, secret) && !pair.agree(small, 0, new byte[32]);
                        return agreed && Bytes32.of(secret).equals(Bytes32.of(expected));
                    });
                }
            }
            for (Future<Boolean> answer : threads.invokeAll(tasks)) {
                assertThat(answer.get()).isTrue();
            }
        }
    }

    @Test
    void theNativeEngineIsAtWorkWithoutSystemProperties() {
        assertThat(X25519Engine.current().isNative()).isTrue();
        assertThat(X25519Engine.current().name()).startsWith("OpenSSL 3.");
    }

    private byte[] bytes() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] littleEndian(BigInteger value) {
        return org.bouncycastle.util.Arrays.reverse(BigIntegers.asUnsignedByteArray(32, value));
    }
}
