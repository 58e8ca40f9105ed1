package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pitfall 31: damaged encodings are refused with one kind of exception, by both engines alike, or are the only
/// encoding of another point.
class DecoderFuzzTest {
    private static final int ROUNDS = 400;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsAcceptedEncodesToTheSameBytes(long seed) {
        Random random = new Random(seed);
        byte[][] good = {
            G1.generator().encode(),
            G1.generator().encodeUncompressed(),
            G2.generator().encode(),
            G2.generator().encodeUncompressed()
        };
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int form = random.nextInt(good.length);
            byte[] bytes = damage(good[form], random);
            boolean isG1 = form < 2;
            CurveEngine fast =
                    isG1 ? TestEngines.fast().g1() : TestEngines.fast().g2();
            CurveEngine slow =
                    isG1 ? TestEngines.slow().g1() : TestEngines.slow().g2();
            long[] point = new long[isG1 ? CurvePoint.WORDS : 2 * CurvePoint.WORDS];
            long[] other = point.clone();
            boolean ok = fast.decode(bytes, point);
            assertThat(slow.decode(bytes, other)).isEqualTo(ok);
            if (ok) {
                assertThat(other).isEqualTo(point);
                assertThat(fast.encode(point, form % 2 == 0)).isEqualTo(bytes);
                accepted++;
            }
        }
        assertThat(accepted).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void publicDecodersThrowNothingElse(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            refusesOrAccepts(() -> G1.decode(bytes));
            refusesOrAccepts(() -> G1.decodeOrIdentity(bytes));
            refusesOrAccepts(() -> CurvePoint.decode(bytes));
            refusesOrAccepts(() -> G2.decode(bytes));
            refusesOrAccepts(() -> Scalar.ofCanonical(bytes));
        }
    }

    private static byte[] damage(byte[] good, Random random) {
        byte[] bytes = good.clone();
        switch (random.nextInt(4)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[0] ^= (byte) random.nextInt(256);
            case 2 -> {
                int from = 1 + random.nextInt(bytes.length - 1);
                byte[] noise = new byte[bytes.length - from];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, from, noise.length);
            }
            default -> bytes = Arrays.copyOf(bytes, random.nextInt(2 * bytes.length));
        }
        return bytes;
    }

    @SuppressWarnings("EmptyCatch")
    private static void refusesOrAccepts(Runnable decoder) {
        try {
            decoder.run();
        } catch (IllegalArgumentException expected) {
            assertThat(expected).hasMessageNotContaining("null");
        }
    }
}
