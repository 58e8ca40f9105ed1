package io.florin.crypto.group;

import java.math.BigInteger;
import java.util.Optional;

/// Field elements as `BigInteger`, for the engine without native code.
final class BaseField {
    /// The prime p of the field.
    static final BigInteger P = new BigInteger(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16);

    /// Bytes in an encoded element.
    static final int SIZE = 48;

    private static final BigInteger RADIX = BigInteger.ONE.shiftLeft(384).mod(P);
    private static final BigInteger RADIX_INVERSE = RADIX.modInverse(P);
    private static final BigInteger ROOT_EXPONENT = P.add(BigInteger.ONE).shiftRight(2);
    private static final BigInteger HALF = P.shiftRight(1);

    private BaseField() {}

    /// Reads an element from Montgomery form.
    static BigInteger fromWords(long[] words, int offset) {
        return unsigned(words, offset, Words.FIELD).multiply(RADIX_INVERSE).mod(P);
    }

    /// Writes an element in Montgomery form.
    static void toWords(BigInteger element, long[] words, int offset) {
        BigInteger rest = element.multiply(RADIX).mod(P);
        for (int i = 0; i < Words.FIELD; i++) {
            words[offset + i] = rest.longValue();
            rest = rest.shiftRight(Long.SIZE);
        }
    }

    /// The number in so many little-endian words.
    static BigInteger unsigned(long[] words, int offset, int count) {
        BigInteger value = BigInteger.ZERO;
        for (int i = count - 1; i >= 0; i--) {
            value = value.shiftLeft(Long.SIZE).or(new BigInteger(Long.toUnsignedString(words[offset + i])));
        }
        return value;
    }

    /// Reads 48 bytes, big-endian, without the topmost bits of the mask; nothing if the value is p or more.
    static Optional<BigInteger> read(byte[] bytes, int offset, int flagsMask) {
        byte[] digits = new byte[SIZE];
        System.arraycopy(bytes, offset, digits, 0, SIZE);
        digits[0] = (byte) (digits[0] & ~flagsMask);
        BigInteger value = new BigInteger(1, digits);
        return value.compareTo(P) < 0 ? Optional.of(value) : Optional.empty();
    }

    /// Writes 48 bytes, big-endian.
    static void write(BigInteger element, byte[] target, int offset) {
        byte[] digits = element.toByteArray();
        int length = Math.min(digits.length, SIZE); // p has 381 bits, so no sign byte is ever lost
        System.arraycopy(digits, digits.length - length, target, offset + SIZE - length, length);
    }

    static Optional<BigInteger> squareRoot(BigInteger square) {
        BigInteger root = square.modPow(ROOT_EXPONENT, P);
        return root.multiply(root).subtract(square).mod(P).signum() == 0 ? Optional.of(root) : Optional.empty();
    }

    /// Whether the element is the larger of itself and its negative.
    static boolean isLarger(BigInteger element) {
        return element.compareTo(HALF) > 0;
    }
}
