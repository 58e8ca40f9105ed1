package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The native engine against the one on Bouncy Castle: the same words for the same operations, at the edges and at
/// random.
class EngineAgreementTest {
    private static final byte[] TAG = "FLORIN-V1-TEST".getBytes(StandardCharsets.US_ASCII);
    private static final Engine SLOW = TestEngines.slow();
    private static final Engine FAST = TestEngines.fast();

    private final Random random = new Random(11);

    static List<Curves> curves() {
        return List.of(new Curves("G1", FAST.g1(), SLOW.g1(), 12, 48), new Curves("G2", FAST.g2(), SLOW.g2(), 24, 96));
    }

    @ParameterizedTest
    @MethodSource("curves")
    void hashesToTheSamePoints(Curves curves) {
        for (int i = 0; i < 4; i++) {
            byte[] message = new byte[random.nextInt(100)];
            random.nextBytes(message);
            assertThat(curves.fast.hash(message, TAG)).isEqualTo(curves.slow.hash(message, TAG));
        }
    }

    @ParameterizedTest
    @MethodSource("curves")
    void hashesManyMessagesToTheSamePointsAsOneByOne(Curves curves) {
        List<byte[]> messages = List.of(new byte[0], new byte[] {1}, new byte[200]);
        for (CurveEngine engine : List.of(curves.fast, curves.slow)) {
            long[] all = engine.hashAll(messages, TAG);
            for (int i = 0; i < messages.size(); i++) {
                assertThat(Arrays.copyOfRange(all, i * curves.words, (i + 1) * curves.words))
                        .isEqualTo(curves.fast.hash(messages.get(i), TAG));
            }
            assertThat(engine.hashAll(List.of(), TAG)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("curves")
    void hashesTimesAScalarAlike(Curves curves) {
        byte[] message = new byte[70];
        random.nextBytes(message);
        for (long[] scalar : scalars()) {
            long[] product = curves.slow.multiply(curves.slow.hash(message, TAG), scalar);
            assertThat(curves.fast.hashTimes(message, TAG, scalar)).isEqualTo(product);
            assertThat(curves.slow.hashTimes(message, TAG, scalar)).isEqualTo(product);
        }
    }

    /// In the middle of an array, and nothing around it.
    @ParameterizedTest
    @MethodSource("curves")
    void readsAndWritesInPlaceAlike(Curves curves) {
        long[] point = curves.fast.hash(new byte[] {3}, TAG);
        for (CurveEngine engine : List.of(curves.fast, curves.slow)) {
            byte[] target = new byte[3 * curves.size];
            Arrays.fill(target, (byte) 0x5a);
            engine.encode(point, target, 7);
            byte[] encoded = engine.encode(point, true);
            assertThat(Arrays.copyOfRange(target, 7, 7 + curves.size)).isEqualTo(encoded);
            Arrays.fill(target, 7, 7 + curves.size, (byte) 0x5a);
            assertThat(target).containsOnly(0x5a);

            for (boolean compressed : new boolean[] {true, false}) {
                byte[] source = engine.encode(point, compressed);
                byte[] around = new byte[source.length + 20];
                random.nextBytes(around);
                System.arraycopy(source, 0, around, 11, source.length);
                long[] read = new long[curves.words];
                assertThat(engine.decode(around, 11, source.length, read)).isTrue();
                assertThat(read).isEqualTo(point);
                assertThat(engine.decode(around, 11, source.length - 1, read)).isFalse();
                around[11 + source.length - 1] ^= 1;
                byte[] broken = Arrays.copyOfRange(around, 11, 11 + source.length);
                assertThat(engine.decode(around, 11, source.length, read))
                        .isEqualTo(curves.slow.decode(broken, new long[curves.words]));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("curves")
    void addsMultipliesAndEncodesAlike(Curves curves) {
        long[] identity = new long[curves.words];
        long[] a = curves.fast.hash(new byte[] {1}, TAG);
        long[] b = curves.fast.hash(new byte[] {2}, TAG);
        for (long[] x : List.of(identity, a, b)) {
            assertThat(curves.fast.encode(x, true)).isEqualTo(curves.slow.encode(x, true));
            assertThat(curves.fast.encode(x, false)).isEqualTo(curves.slow.encode(x, false));
            for (CurveEngine engine : List.of(curves.fast, curves.slow)) {
                assertThat(decoded(engine, engine.encode(x, true), curves.words))
                        .isEqualTo(x);
                assertThat(decoded(engine, engine.encode(x, false), curves.words))
                        .isEqualTo(x);
                assertThat(Words.isZero(x) || engine.inGroup(x)).isTrue();
            }
            for (long[] y : List.of(identity, a, b, Words.negatePoint(x))) {
                assertThat(curves.fast.add(x, y)).isEqualTo(curves.slow.add(x, y));
            }
            for (long[] scalar : scalars()) {
                assertThat(curves.fast.multiply(x, scalar)).isEqualTo(curves.slow.multiply(x, scalar));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("curves")
    void sumsAlikeWhateverTheNumberOfTerms(Curves curves) {
        List<long[]> choice = scalars();
        for (int count : new int[] {0, 1, 2, 3, 31, 32, 85, 86, 100}) {
            long[] points = new long[count * curves.words];
            long[] scalars = new long[count * Scalar.LONGS];
            long[] expected = new long[curves.words];
            for (int i = 0; i < count; i++) {
                long[] point =
                        i % 10 == 3 ? new long[curves.words] : curves.fast.hash(new byte[] {(byte) (i % 7)}, TAG);
                long[] scalar = i % 3 == 0 ? choice.get(i % choice.size()) : words(new BigInteger(120, random));
                System.arraycopy(point, 0, points, i * curves.words, curves.words);
                System.arraycopy(scalar, 0, scalars, i * Scalar.LONGS, Scalar.LONGS);
                expected = curves.fast.add(expected, curves.fast.multiply(point, scalar));
            }
            assertThat(curves.fast.sum(points, scalars, count)).isEqualTo(expected);
            assertThat(curves.fast.secretSum(points, scalars, count)).isEqualTo(expected);
            if (count <= 3) {
                assertThat(curves.slow.sum(points, scalars, count)).isEqualTo(expected);
                assertThat(curves.slow.secretSum(points, scalars, count)).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("curves")
    void preparedPointsSumAlike(Curves curves) {
        List<long[]> choice = scalars();
        for (int count : new int[] {1, 2, 3, 21, 22, 43, 100}) {
            long[] points = new long[count * curves.words];
            long[] scalars = new long[count * Scalar.LONGS];
            for (int i = 0; i < count; i++) {
                long[] point = curves.fast.hash(new byte[] {(byte) (i % 7)}, TAG);
                System.arraycopy(point, 0, points, i * curves.words, curves.words);
                long[] scalar = i % 2 == 0 ? choice.get(i % choice.size()) : words(new BigInteger(254, random));
                System.arraycopy(scalar, 0, scalars, i * Scalar.LONGS, Scalar.LONGS);
            }
            long[] expected = curves.fast.sum(points, scalars, count);
            CurveEngine.Table table = curves.fast.prepare(points, count);
            assertThat(curves.fast.sum(table, scalars)).isEqualTo(expected);
            assertThat(curves.fast.sum(table, new long[scalars.length])).containsOnly(0);
            if (count <= 3) {
                assertThat(curves.slow.sum(curves.slow.prepare(points, count), scalars))
                        .isEqualTo(expected);
            }
        }
    }

    private List<long[]> scalars() {
        List<long[]> scalars = new ArrayList<>();
        for (BigInteger value : List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.TWO,
                BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE),
                BigInteger.ONE.shiftLeft(128),
                ScalarTest.Q.subtract(BigInteger.ONE),
                new BigInteger(254, random))) {
            scalars.add(words(value));
        }
        return scalars;
    }

    private static long[] words(BigInteger value) {
        long[] words = new long[Scalar.LONGS];
        ScalarTest.of(value).copyWordsInto(words, 0);
        return words;
    }

    private static long[] decoded(CurveEngine engine, byte[] encoded, int words) {
        long[] point = new long[words];
        assertThat(engine.decode(encoded, point)).isTrue();
        return point;
    }

    record Curves(String name, CurveEngine fast, CurveEngine slow, int words, int size) {
        @Override
        public String toString() {
            return name;
        }
    }
}
