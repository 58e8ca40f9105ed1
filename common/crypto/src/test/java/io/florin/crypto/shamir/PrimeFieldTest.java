package io.florin.crypto.shamir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PrimeFieldTest {
    private static final int ROUNDS = 300;

    private final Random random = new Random(11);

    /// The orders and coordinate fields of Ed25519, P-256 and BLS12-381, a full-width prime and a tiny one.
    static List<BigInteger> moduli() {
        return List.of(
                BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19)),
                BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493")),
                new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16),
                new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16),
                new BigInteger("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", 16),
                BigInteger.TWO.pow(256).subtract(BigInteger.valueOf(189)),
                BigInteger.valueOf(251));
    }

    @ParameterizedTest
    @MethodSource("moduli")
    void agreesWithBigInteger(BigInteger modulus) {
        PrimeField field = PrimeField.modulo(modulus);
        for (BigInteger a : values(modulus)) {
            BigInteger b = new BigInteger(256, random).mod(modulus);
            for (BigInteger c : List.of(b, a, BigInteger.ZERO, modulus.subtract(BigInteger.ONE))) {
                assertSame(field.ofPublic(a).add(field.ofPublic(c)), a.add(c));
                assertSame(field.ofPublic(a).subtract(field.ofPublic(c)), a.subtract(c));
                assertSame(field.ofPublic(a).multiply(field.ofPublic(c)), a.multiply(c));
            }
            assertSame(field.ofPublic(a).square(), a.multiply(a));
            assertSame(field.ofPublic(a).negate(), a.negate());
            assertSame(field.ofPublic(a).doubled(), a.shiftLeft(1));
            assertThat(field.ofPublic(a).isOdd()).isEqualTo(a.testBit(0));
            assertThat(field.ofPublic(a).isZero()).isEqualTo(a.signum() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("moduli")
    void invertsAndRaises(BigInteger modulus) {
        PrimeField field = PrimeField.modulo(modulus);
        for (int i = 0; i < 20; i++) {
            FieldElement a = field.random(random).add(field.one());
            if (!a.isZero()) {
                assertThat(a.multiply(a.invert())).isEqualTo(field.one());
            }
            BigInteger exponent = new BigInteger(64, random);
            assertSame(a.pow(exponent), number(a).modPow(exponent, modulus));
        }
        assertThatThrownBy(() -> field.zero().invert()).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @MethodSource("moduli")
    void encodesStrictly(BigInteger modulus) {
        PrimeField field = PrimeField.modulo(modulus);
        for (int i = 0; i < 20; i++) {
            FieldElement a = field.random(random);
            assertThat(field.ofBytes(a.toBytes())).isEqualTo(a);
            assertThat(field.ofLittleEndian(a.toLittleEndian())).isEqualTo(a);
        }
        byte[] tooLarge = bytes(modulus, 32);
        assertThatIllegalArgumentException().isThrownBy(() -> field.ofBytes(tooLarge));
        assertThatIllegalArgumentException().isThrownBy(() -> field.ofBytes(new byte[31]));
        assertThatIllegalArgumentException().isThrownBy(() -> field.ofBytes(new byte[33]));
        byte[] ones = new byte[32];
        Arrays.fill(ones, (byte) 0xff);
        assertThatIllegalArgumentException().isThrownBy(() -> field.ofBytes(ones));
    }

    @ParameterizedTest
    @MethodSource("moduli")
    void reducesWideNumbers(BigInteger modulus) {
        PrimeField field = PrimeField.modulo(modulus);
        for (int size : new int[] {0, 1, 31, 32, 33, 48, 63, 64}) {
            byte[] wide = new byte[size];
            random.nextBytes(wide);
            assertSame(field.reduce(wide), new BigInteger(1, wide));
            Arrays.fill(wide, (byte) 0xff);
            assertSame(field.reduce(wide), new BigInteger(1, wide));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> field.reduce(new byte[65]));
    }

    @ParameterizedTest
    @MethodSource("moduli")
    void choosesByEveryIndex(BigInteger modulus) {
        PrimeField field = PrimeField.modulo(modulus);
        FieldElement[] table = new FieldElement[16];
        for (int i = 0; i < table.length; i++) {
            table[i] = field.random(random);
        }
        for (int i = 0; i < table.length; i++) {
            assertThat(FieldElement.choose(table, i)).isEqualTo(table[i]);
        }
    }

    @ParameterizedTest
    @MethodSource("moduli")
    void erasesOnlyItself(BigInteger modulus) {
        PrimeField field = PrimeField.modulo(modulus);
        FieldElement a = field.ofLong(77);
        FieldElement copy = a.copy();
        a.erase();
        assertThat(a.isZero()).isTrue();
        assertThat(copy).isEqualTo(field.ofLong(77)).hasToString("FieldElement");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> copy.add(PrimeField.modulo(BigInteger.valueOf(7)).one()));
    }

    private List<BigInteger> values(BigInteger modulus) {
        List<BigInteger> values = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            values.add(BigInteger.valueOf(i).mod(modulus));
            values.add(modulus.subtract(BigInteger.valueOf(i + 1)));
        }
        for (int i = 0; i < ROUNDS; i++) {
            values.add(new BigInteger(256, random).mod(modulus));
        }
        return values;
    }

    private static void assertSame(FieldElement actual, BigInteger expected) {
        assertThat(number(actual)).isEqualTo(expected.mod(actual.field().modulus()));
    }

    private static BigInteger number(FieldElement element) {
        return new BigInteger(1, element.toBytes());
    }

    private static byte[] bytes(BigInteger value, int size) {
        byte[] padded = new byte[size];
        byte[] bytes = value.toByteArray();
        int length = Math.min(size, bytes.length);
        System.arraycopy(bytes, bytes.length - length, padded, size - length, length);
        return padded;
    }
}
