package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The oracle is `BigInteger`.
class ScalarTest {
    static final BigInteger Q = new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16);

    private final Random random = new Random(7);

    @Test
    void agreesWithBigIntegerAtTheEdgesAndAtRandom() {
        List<BigInteger> values = new ArrayList<>(edges());
        for (int i = 0; i < 40; i++) {
            values.add(new BigInteger(Q.bitLength(), random).mod(Q));
        }
        for (BigInteger a : values) {
            Scalar x = of(a);
            assertThat(value(x)).isEqualTo(a);
            assertThat(value(x.negate())).isEqualTo(a.negate().mod(Q));
            assertThat(value(x.square())).isEqualTo(a.multiply(a).mod(Q));
            assertThat(x.isZero()).isEqualTo(a.signum() == 0);
            if (a.signum() != 0) {
                assertThat(value(x.invert())).isEqualTo(a.modInverse(Q));
            }
            for (BigInteger b : values) {
                Scalar y = of(b);
                assertThat(value(x.add(y))).isEqualTo(a.add(b).mod(Q));
                assertThat(value(x.subtract(y))).isEqualTo(a.subtract(b).mod(Q));
                assertThat(value(x.multiply(y))).isEqualTo(a.multiply(b).mod(Q));
                assertThat(x.equals(y)).isEqualTo(a.equals(b));
            }
        }
    }

    @Test
    void readsLongsAsUnsigned() {
        for (long value : new long[] {0, 1, 2, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            assertThat(value(Scalar.ofLong(value))).isEqualTo(new BigInteger(Long.toUnsignedString(value)));
        }
        assertThat(value(Scalar.ONE)).isEqualTo(BigInteger.ONE);
        assertThat(value(Scalar.ZERO)).isEqualTo(BigInteger.ZERO);
    }

    @Test
    void reducesWideInput() {
        for (int size = 48; size <= 64; size++) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            assertThat(value(Scalar.ofWide(bytes))).isEqualTo(new BigInteger(1, bytes).mod(Q));
            Arrays.fill(bytes, (byte) 0xff);
            assertThat(value(Scalar.ofWide(bytes))).isEqualTo(new BigInteger(1, bytes).mod(Q));
        }
        for (int size : new int[] {0, 32, 47, 65}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Scalar.ofWide(new byte[size]));
        }
    }

    /// Pitfall 31: a second encoding of a scalar, or one of another length, is refused.
    @Test
    void refusesScalarsNotBelowTheOrderAndOtherLengths() {
        for (BigInteger bad : List.of(
                Q,
                Q.add(BigInteger.ONE),
                BigInteger.ONE.shiftLeft(255),
                BigInteger.ONE.shiftLeft(256).subtract(BigInteger.ONE))) {
            assertThatIllegalArgumentException().isThrownBy(() -> Scalar.ofCanonical(fixed(bad)));
        }
        for (int size : new int[] {0, 31, 33, 64}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Scalar.ofCanonical(new byte[size]));
        }
        assertThat(value(Scalar.ofCanonical(fixed(Q.subtract(BigInteger.ONE))))).isEqualTo(Q.subtract(BigInteger.ONE));
    }

    @Test
    void invertsManyAtTheCostOfOneAndRefusesZero() {
        List<Scalar> scalars = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            scalars.add(Scalar.random(random));
        }
        assertThat(Scalar.batchInvert(scalars))
                .isEqualTo(scalars.stream().map(Scalar::invert).toList());
        assertThat(Scalar.batchInvert(List.of())).isEmpty();
        scalars.set(5, Scalar.ZERO);
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> Scalar.batchInvert(scalars));
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(Scalar.ZERO::invert);
    }

    @Test
    void sumsProducts() {
        List<Scalar> a = List.of(Scalar.ofLong(2), Scalar.ofLong(3));
        List<Scalar> b = List.of(Scalar.ofLong(5), Scalar.ofLong(7));
        assertThat(Scalar.sumOfProducts(a, b)).isEqualTo(Scalar.ofLong(31));
        assertThat(Scalar.sumOfProducts(List.of(), List.of())).isEqualTo(Scalar.ZERO);
        assertThatIllegalArgumentException().isThrownBy(() -> Scalar.sumOfProducts(a, List.of()));
    }

    /// Pitfall 28: 48 bytes are reduced, not 32.
    @Test
    void randomScalarsTake48Bytes() {
        byte[] expected = new byte[48];
        new Random(3).nextBytes(expected);
        assertThat(value(Scalar.random(new Random(3)))).isEqualTo(new BigInteger(1, expected).mod(Q));
    }

    @Test
    void weightsHave128BitsAndAreNeverZero() {
        byte[] bytes = HexFormat.of().parseHex("ff00112233445566778899aabbccddeeff00");
        assertThat(value(Scalar.weight(bytes, 1))).isEqualTo(new BigInteger("00112233445566778899aabbccddeeff", 16));
        assertThat(Scalar.weight(new byte[16], 0)).isEqualTo(Scalar.ONE);
    }

    @Test
    void printsNothingOfItself() {
        assertThat(Scalar.random(random)).hasToString("Scalar");
    }

    private static List<BigInteger> edges() {
        List<BigInteger> edges = new ArrayList<>();
        for (int bit = 0; bit < 256; bit += 32) {
            BigInteger power = BigInteger.ONE.shiftLeft(bit).mod(Q);
            edges.add(power);
            edges.add(power.subtract(BigInteger.ONE).mod(Q));
        }
        edges.add(Q.subtract(BigInteger.ONE));
        edges.add(Q.subtract(BigInteger.TWO));
        edges.add(Q.shiftRight(1));
        return edges;
    }

    static Scalar of(BigInteger value) {
        return Scalar.ofCanonical(fixed(value));
    }

    static BigInteger value(Scalar scalar) {
        return new BigInteger(1, scalar.toBytes());
    }

    static byte[] fixed(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] result = new byte[32];
        int length = Math.min(32, bytes.length);
        System.arraycopy(bytes, bytes.length - length, result, 32 - length, length);
        return result;
    }
}
