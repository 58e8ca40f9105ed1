package io.florin.crypto.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class Ed25519Test {
    private static final byte[] MESSAGE = "pay".getBytes(StandardCharsets.UTF_8);

    @Test
    void signsAndVerifies() {
        try (Ed25519KeyPair pair = Ed25519.generate(new SecureRandom())) {
            Bytes signature = pair.sign(MESSAGE);
            assertThat(signature.size()).isEqualTo(64);
            assertThat(pair.sign(MESSAGE)).isEqualTo(signature);
            assertThat(Ed25519.verify(pair.publicKey(), MESSAGE, signature.toArray()))
                    .isTrue();
            assertThat(Ed25519.verify(pair.publicKey(), new byte[3], signature.toArray()))
                    .isFalse();
        }
    }

    /// RFC 8032 section 7.1, test 2.
    @Test
    void signsTheVectorOfTheRfc() {
        byte[] seed = Bytes.fromHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
                .toArray();
        try (Ed25519KeyPair pair = Ed25519.fromSeed(seed)) {
            assertThat(pair.publicKey().toHex())
                    .isEqualTo("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
            assertThat(pair.sign(new byte[] {0x72}).toHex())
                    .isEqualTo("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                            + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
        }
    }

    @Test
    void bothEnginesSignAlike() {
        Random random = new Random(3);
        Ed25519Engine corretto = CorrettoEngine.load().orElseThrow();
        for (int i = 0; i < 50; i++) {
            byte[] seed = new byte[32];
            random.nextBytes(seed);
            byte[] message = new byte[i * 7];
            random.nextBytes(message);
            try (var ours = new Ed25519KeyPair(seed, corretto);
                    var fallback = new Ed25519KeyPair(seed, new BouncyCastleEngine())) {
                assertThat(ours.sign(message)).isEqualTo(fallback.sign(message));
            }
        }
    }

    @Test
    void theNativeProviderIsAtWorkWithoutSystemProperties() {
        assertThat(Ed25519.provider()).startsWith("AmazonCorrettoCryptoProvider");
    }

    @Test
    void malformedInputIsFalse() {
        try (Ed25519KeyPair pair = Ed25519.generate(new Random(1))) {
            byte[] signature = pair.sign(MESSAGE).toArray();
            for (byte[] bad : List.of(new byte[0], new byte[63], new byte[64], new byte[65])) {
                assertThat(Ed25519.verify(pair.publicKey(), MESSAGE, bad)).isFalse();
            }
            for (int i = 0; i < 64; i++) {
                byte[] flipped = signature.clone();
                flipped[i] ^= 1;
                assertThat(Ed25519.verify(pair.publicKey(), MESSAGE, flipped)).isFalse();
            }
            assertThat(Ed25519.verify(Bytes32.ZERO, MESSAGE, signature)).isFalse();
        }
    }

    @Test
    void notEveryBytesArePublicKeys() {
        try (Ed25519KeyPair pair = Ed25519.generate(new Random(1))) {
            assertThat(Ed25519.isValidPublicKey(pair.publicKey())).isTrue();
        }
        assertThat(Ed25519.isValidPublicKey(Bytes32.ZERO)).isFalse();
        int offCurve = 0;
        for (int y = 2; y < 40; y++) {
            byte[] key = new byte[32];
            key[0] = (byte) y;
            offCurve += Ed25519.isValidPublicKey(Bytes32.of(key)) ? 0 : 1;
        }
        assertThat(offCurve).isBetween(5, 33);
    }

    @Test
    void closedPairIsZeroedAndSilent() throws Exception {
        byte[] seed = new byte[32];
        new Random(9).nextBytes(seed);
        Ed25519KeyPair pair = Ed25519.fromSeed(seed);
        assertThat(pair.seed()).isEqualTo(seed);
        assertThat(pair.toString()).contains(pair.publicKey().toString()).hasSizeLessThan(40);
        pair.close();
        var field = Ed25519KeyPair.class.getDeclaredField("seed");
        field.setAccessible(true);
        assertThat((byte[]) field.get(pair)).containsOnly(0);
        assertThatIllegalStateException().isThrownBy(() -> pair.sign(MESSAGE));
        assertThatIllegalStateException().isThrownBy(pair::seed);
        assertThatIllegalArgumentException().isThrownBy(() -> Ed25519.fromSeed(new byte[31]));
    }

    @Test
    void manyThreadsShareOnePair() throws Exception {
        try (Ed25519KeyPair pair = Ed25519.generate(new Random(5));
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                byte[] message = {(byte) i, (byte) (i >> 8)};
                results.add(executor.submit(() -> Ed25519.verify(
                        pair.publicKey(), message, pair.sign(message).toArray())));
            }
            for (Future<Boolean> result : results) {
                assertThat(result.get()).isTrue();
            }
        }
    }
}
