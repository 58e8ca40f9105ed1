package io.florin.crypto.shamir;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/// The integers modulo an odd prime of up to 256 bits, in Montgomery form (R = 2²⁵⁶), without branches or table
/// look-ups that depend on a value.
///
/// One class serves the scalars and coordinates of Ed25519 and P-256 and the scalars of BLS12-381. A multiplication
/// is 4 × 4 words by the CIOS method with one masked subtraction at the end. Immutable; any thread.
public final class PrimeField {
    /// Bytes in an encoded element.
    public static final int SIZE = 32;

    /// Bytes that [#reduce] takes at most; with 48 or more the bias is below 2⁻¹²⁸.
    public static final int WIDE_SIZE = 64;

    static final int WORDS = 4;

    private static final int BITS_MAX = 256;

    private final BigInteger modulus;
    private final long[] words;
    private final long inverse;
    private final long[] radixSquared;
    private final FieldElement zero;
    private final FieldElement one;

    private PrimeField(BigInteger modulus) {
        BigInteger wordRadix = BigInteger.ONE.shiftLeft(Long.SIZE);
        this.modulus = modulus;
        this.words = wordsOf(modulus);
        this.inverse = modulus.modInverse(wordRadix).negate().longValue();
        this.radixSquared = wordsOf(BigInteger.ONE.shiftLeft(2 * BITS_MAX).mod(modulus));
        this.zero = new FieldElement(this, new long[WORDS]);
        this.one = ofLong(1);
    }

    /// The field of this modulus.
    ///
    /// @throws IllegalArgumentException unless it is an odd prime between 3 and 2²⁵⁶
    public static PrimeField modulo(BigInteger modulus) {
        if (modulus.bitLength() > BITS_MAX || !modulus.testBit(0) || !modulus.isProbablePrime(100)) {
            throw new IllegalArgumentException("not an odd prime of at most 256 bits");
        }
        return new PrimeField(modulus);
    }

    /// The modulus.
    public BigInteger modulus() {
        return modulus;
    }

    /// Zero.
    public FieldElement zero() {
        return zero;
    }

    /// One.
    public FieldElement one() {
        return one;
    }

    /// A small number.
    ///
    /// @throws IllegalArgumentException if it is negative
    public FieldElement ofLong(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative");
        }
        return new FieldElement(this, multiply(new long[] {value, 0, 0, 0}, radixSquared));
    }

    /// A public number, reduced.
    public FieldElement ofPublic(BigInteger value) {
        return new FieldElement(this, multiply(wordsOf(value.mod(modulus)), radixSquared));
    }

    /// Reads 32 bytes, big-endian.
    ///
    /// @throws IllegalArgumentException if there are not 32, or they are not below the modulus
    public FieldElement ofBytes(byte[] bigEndian) {
        if (bigEndian.length != SIZE) {
            throw new IllegalArgumentException("32 bytes expected, got " + bigEndian.length);
        }
        long[] value = readWords(bigEndian);
        if (isNotBelowModulus(value)) {
            throw new IllegalArgumentException("not below the modulus");
        }
        return new FieldElement(this, multiply(value, radixSquared));
    }

    /// Reads 32 bytes, little-endian.
    ///
    /// @throws IllegalArgumentException if there are not 32, or they are not below the modulus
    public FieldElement ofLittleEndian(byte[] bytes) {
        byte[] reversed = reversed(bytes);
        try {
            return ofBytes(reversed);
        } finally {
            Arrays.fill(reversed, (byte) 0);
        }
    }

    /// The residue of a big-endian number of at most 64 bytes.
    ///
    /// @throws IllegalArgumentException if there are more
    public FieldElement reduce(byte[] bigEndian) {
        if (bigEndian.length > WIDE_SIZE) {
            throw new IllegalArgumentException("at most 64 bytes, not " + bigEndian.length);
        }
        byte[] wide = new byte[WIDE_SIZE];
        System.arraycopy(bigEndian, 0, wide, WIDE_SIZE - bigEndian.length, bigEndian.length);
        long[] high = multiply(readWords(Arrays.copyOfRange(wide, 0, SIZE)), radixSquared);
        long[] low = multiply(readWords(Arrays.copyOfRange(wide, SIZE, WIDE_SIZE)), radixSquared);
        Arrays.fill(wide, (byte) 0);
        return new FieldElement(this, add(multiply(high, radixSquared), low));
    }

    /// The residue of a little-endian number of at most 64 bytes, as Ed25519 reduces its hashes.
    public FieldElement reduceLittleEndian(byte[] bytes) {
        byte[] reversed = reversed(bytes);
        try {
            return reduce(reversed);
        } finally {
            Arrays.fill(reversed, (byte) 0);
        }
    }

    /// A uniform element from 64 bytes of the generator, which for secrets must be a `SecureRandom`.
    public FieldElement random(RandomGenerator random) {
        byte[] wide = new byte[WIDE_SIZE];
        random.nextBytes(wide);
        try {
            return reduce(wide);
        } finally {
            Arrays.fill(wide, (byte) 0);
        }
    }

    long[] add(long[] a, long[] b) {
        long[] sum = new long[WORDS];
        long carry = 0;
        for (int i = 0; i < WORDS; i++) {
            long partial = a[i] + b[i];
            long total = partial + carry;
            carry = carryOf(a[i], b[i], partial) | carryOf(partial, carry, total);
            sum[i] = total;
        }
        return reduceOnce(sum, carry);
    }

    long[] subtract(long[] a, long[] b) {
        long[] difference = new long[WORDS];
        long borrow = 0;
        for (int i = 0; i < WORDS; i++) {
            long partial = a[i] - b[i];
            long total = partial - borrow;
            borrow = borrowOf(a[i], b[i], partial) | borrowOf(partial, borrow, total);
            difference[i] = total;
        }
        long mask = -borrow;
        long carry = 0;
        for (int i = 0; i < WORDS; i++) {
            long addend = words[i] & mask;
            long partial = difference[i] + addend;
            long total = partial + carry;
            carry = carryOf(difference[i], addend, partial) | carryOf(partial, carry, total);
            difference[i] = total;
        }
        return difference;
    }

    /// a·b·R⁻¹ for any a below R and b below the modulus (Koç, Acar, Kaliski 1996, CIOS).
    long[] multiply(long[] a, long[] b) {
        long[] sum = new long[WORDS];
        long top = 0;
        for (int i = 0; i < WORDS; i++) {
            long carry = 0;
            for (int j = 0; j < WORDS; j++) {
                long low = a[j] * b[i];
                long high = Math.unsignedMultiplyHigh(a[j], b[i]);
                long partial = low + sum[j];
                long total = partial + carry;
                high += carryOf(low, sum[j], partial) + carryOf(partial, carry, total);
                sum[j] = total;
                carry = high;
            }
            long fifth = top + carry;
            long sixth = carryOf(top, carry, fifth);
            long quotient = sum[0] * inverse;
            long lowest = quotient * words[0];
            carry = Math.unsignedMultiplyHigh(quotient, words[0]) + carryOf(lowest, sum[0], lowest + sum[0]);
            for (int j = 1; j < WORDS; j++) {
                long low = quotient * words[j];
                long high = Math.unsignedMultiplyHigh(quotient, words[j]);
                long partial = low + sum[j];
                long total = partial + carry;
                high += carryOf(low, sum[j], partial) + carryOf(partial, carry, total);
                sum[j - 1] = total;
                carry = high;
            }
            sum[WORDS - 1] = fifth + carry;
            top = sixth + carryOf(fifth, carry, sum[WORDS - 1]);
        }
        return reduceOnce(sum, top);
    }

    byte[] encode(long[] montgomery) {
        long[] plain = multiply(montgomery, new long[] {1, 0, 0, 0});
        byte[] bytes = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            bytes[SIZE - 1 - i] = (byte) (plain[i / Long.BYTES] >>> (8 * (i % Long.BYTES)));
        }
        Arrays.fill(plain, 0);
        return bytes;
    }

    /// Subtracts the modulus where the number, with its fifth word, is not below it.
    private long[] reduceOnce(long[] value, long top) {
        long[] difference = new long[WORDS];
        long borrow = subtractModulus(value, difference);
        long mask = -(top | (1 - borrow));
        for (int i = 0; i < WORDS; i++) {
            difference[i] = (difference[i] & mask) | (value[i] & ~mask);
        }
        return difference;
    }

    private boolean isNotBelowModulus(long[] value) {
        return subtractModulus(value, new long[WORDS]) == 0;
    }

    private long subtractModulus(long[] value, long[] difference) {
        long borrow = 0;
        for (int i = 0; i < WORDS; i++) {
            long partial = value[i] - words[i];
            long total = partial - borrow;
            borrow = borrowOf(value[i], words[i], partial) | borrowOf(partial, borrow, total);
            difference[i] = total;
        }
        return borrow;
    }

    private static long carryOf(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> (Long.SIZE - 1);
    }

    private static long borrowOf(long a, long b, long difference) {
        return ((~a & b) | (~(a ^ b) & difference)) >>> (Long.SIZE - 1);
    }

    private static long[] readWords(byte[] bigEndian) {
        long[] words = new long[WORDS];
        for (int i = 0; i < SIZE; i++) {
            words[i / Long.BYTES] |= (bigEndian[SIZE - 1 - i] & 0xffL) << (8 * (i % Long.BYTES));
        }
        return words;
    }

    private static long[] wordsOf(BigInteger value) {
        long[] words = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = value.shiftRight(Long.SIZE * i).longValue();
        }
        return words;
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
