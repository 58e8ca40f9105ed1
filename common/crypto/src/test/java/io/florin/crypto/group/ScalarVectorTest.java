package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Arithmetic in place against that of [Scalar], at random and at the edges.
class ScalarVectorTest {
    private static final BigInteger Q =
            new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16);

    private final SplittableRandom random = new SplittableRandom(11);

    private List<Scalar> samples() {
        List<Scalar> samples = new ArrayList<>(List.of(Scalar.ZERO, Scalar.ONE, Scalar.ONE.negate()));
        for (int bits = 63; bits < 255; bits += 64) {
            samples.add(number(BigInteger.ONE.shiftLeft(bits)));
            samples.add(number(BigInteger.TWO.shiftLeft(bits).subtract(BigInteger.ONE)));
            samples.add(number(Q.subtract(BigInteger.ONE.shiftLeft(bits))));
        }
        for (int i = 0; i < 60; i++) {
            samples.add(Scalar.random(random));
        }
        return samples;
    }

    private static Scalar number(BigInteger value) {
        byte[] bytes = new byte[Scalar.SIZE];
        byte[] digits = value.mod(Q).toByteArray();
        int length = Math.min(digits.length, Scalar.SIZE);
        System.arraycopy(digits, digits.length - length, bytes, Scalar.SIZE - length, length);
        return Scalar.ofCanonical(bytes);
    }

    @Test
    void calculatesAsScalarsDo() {
        List<Scalar> samples = samples();
        ScalarVector vector = ScalarVector.of(samples);
        assertThat(vector.toList()).isEqualTo(samples);
        ScalarVector result = new ScalarVector(2);
        for (int i = 0; i < samples.size(); i++) {
            for (int j = 0; j < samples.size(); j++) {
                Scalar a = samples.get(i);
                Scalar b = samples.get(j);
                result.product(1, vector, i, vector, j);
                assertThat(result.get(1)).isEqualTo(a.multiply(b));
                result.product(1, vector, i, b);
                assertThat(result.get(1)).isEqualTo(a.multiply(b));
                result.set(1, a).add(1, vector, j);
                assertThat(result.get(1)).isEqualTo(a.add(b));
                result.set(1, a).add(1, b);
                assertThat(result.get(1)).isEqualTo(a.add(b));
                result.set(1, a).multiply(1, vector, j);
                assertThat(result.get(1)).isEqualTo(a.multiply(b));
                result.set(1, a).multiply(1, b);
                assertThat(result.get(1)).isEqualTo(a.multiply(b));
                assertThat(result.isZero(1)).isEqualTo(a.multiply(b).isZero());
                assertThat(result.isZero(0)).isTrue();
            }
        }
        assertThat(vector.toList()).isEqualTo(samples);
    }

    @Test
    void anElementMayBeItsOwnOperand() {
        for (Scalar a : samples()) {
            ScalarVector vector = ScalarVector.of(List.of(Scalar.ONE, a));
            vector.add(1, vector, 1);
            assertThat(vector.get(1)).isEqualTo(a.add(a));
            vector.multiply(1, vector, 1);
            assertThat(vector.get(1)).isEqualTo(a.add(a).square());
            vector.product(1, vector, 1, vector, 1);
            assertThat(vector.get(1)).isEqualTo(a.add(a).square().square());
            vector.copy(0, vector, 1);
            assertThat(vector.get(0)).isEqualTo(vector.get(1));
        }
    }

    @Test
    void wordsAndFormsAreThoseOfScalars() {
        for (Scalar a : samples()) {
            long[] expected = new long[Scalar.LONGS];
            long[] actual = new long[Scalar.LONGS + 1];
            a.copyWordsInto(expected, 0);
            ScalarVector vector = ScalarVector.of(List.of(a, a));
            vector.copyWordsInto(1, actual, 1);
            assertThat(actual).containsExactly(0, expected[0], expected[1], expected[2], expected[3]);
            if (!a.isZero()) {
                a.negate().copyWordsInto(expected, 0);
                ScalarWords.negate(actual, 1);
                assertThat(actual).containsExactly(0, expected[0], expected[1], expected[2], expected[3]);
            }
            byte[] first = new byte[2 * Scalar.SIZE];
            vector.copyFormInto(0, first, 0);
            vector.copyFormInto(1, first, Scalar.SIZE);
            assertThat(Arrays.equals(first, 0, Scalar.SIZE, first, Scalar.SIZE, 2 * Scalar.SIZE))
                    .isTrue();
        }
    }

    @Test
    void refusesElementsThatDoNotExist() {
        ScalarVector vector = new ScalarVector(2);
        assertThat(vector.resized(3).size()).isEqualTo(3);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> vector.get(2));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> vector.set(-1, Scalar.ONE));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> vector.add(0, vector, 2));
    }
}
