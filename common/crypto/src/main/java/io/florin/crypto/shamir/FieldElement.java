package io.florin.crypto.shamir;

import java.math.BigInteger;
import java.util.Arrays;

/// An element of a [PrimeField]. Immutable except for [#erase]; any thread.
///
/// Arithmetic and comparison take the same time whatever the value, so secrets may be kept here; it prints nothing.
/// Only [#pow] depends on its exponent, which must be public.
public final class FieldElement {
    private final PrimeField field;
    private final long[] words;

    FieldElement(PrimeField field, long[] words) {
        this.field = field;
        this.words = words;
    }

    /// The field it belongs to.
    public PrimeField field() {
        return field;
    }

    /// The sum.
    ///
    /// @throws IllegalArgumentException if the other is of another field
    public FieldElement add(FieldElement other) {
        return new FieldElement(field, field.add(words, wordsOf(other)));
    }

    /// The difference.
    ///
    /// @throws IllegalArgumentException if the other is of another field
    public FieldElement subtract(FieldElement other) {
        return new FieldElement(field, field.subtract(words, wordsOf(other)));
    }

    /// The element that added to this gives zero.
    public FieldElement negate() {
        return new FieldElement(field, field.subtract(new long[PrimeField.WORDS], words));
    }

    /// The product, by one Montgomery multiplication.
    ///
    /// @throws IllegalArgumentException if the other is of another field
    public FieldElement multiply(FieldElement other) {
        return new FieldElement(field, field.multiply(words, wordsOf(other)));
    }

    /// The product with itself.
    public FieldElement square() {
        return new FieldElement(field, field.multiply(words, words));
    }

    /// Twice this.
    public FieldElement doubled() {
        return new FieldElement(field, field.add(words, words));
    }

    /// This to a public power, by squaring; the time depends on the exponent alone.
    public FieldElement pow(BigInteger publicExponent) {
        FieldElement result = field.one();
        for (int i = publicExponent.bitLength() - 1; i >= 0; i--) {
            result = result.square();
            if (publicExponent.testBit(i)) {
                result = result.multiply(this);
            }
        }
        return result;
    }

    /// The inverse, by Fermat's theorem.
    ///
    /// @throws ArithmeticException of zero
    public FieldElement invert() {
        if (isZero()) {
            throw new ArithmeticException("zero has no inverse");
        }
        return pow(field.modulus().subtract(BigInteger.TWO));
    }

    /// Whether it is zero.
    public boolean isZero() {
        long or = 0;
        for (long word : words) {
            or |= word;
        }
        return or == 0;
    }

    /// Whether the canonical number is odd.
    public boolean isOdd() {
        byte[] bytes = toBytes();
        boolean odd = (bytes[PrimeField.SIZE - 1] & 1) == 1;
        Arrays.fill(bytes, (byte) 0);
        return odd;
    }

    /// 32 bytes, big-endian; of a secret, the caller zeroes them.
    public byte[] toBytes() {
        return field.encode(words);
    }

    /// 32 bytes, little-endian; of a secret, the caller zeroes them.
    public byte[] toLittleEndian() {
        byte[] bytes = field.encode(words);
        for (int i = 0; i < PrimeField.SIZE / 2; i++) {
            byte swapped = bytes[i];
            bytes[i] = bytes[PrimeField.SIZE - 1 - i];
            bytes[PrimeField.SIZE - 1 - i] = swapped;
        }
        return bytes;
    }

    /// The entry of the table at a secret index: reads every entry.
    public static FieldElement choose(FieldElement[] table, int secretIndex) {
        long[] chosen = new long[PrimeField.WORDS];
        for (int entry = 0; entry < table.length; entry++) {
            int difference = entry ^ secretIndex;
            long mask = ~((long) (difference | -difference) >> (Long.SIZE - 1));
            for (int i = 0; i < PrimeField.WORDS; i++) {
                chosen[i] |= table[entry].words[i] & mask;
            }
        }
        return new FieldElement(table[0].field, chosen);
    }

    /// Overwrites the element with zero: for the owner of a secret that is no longer needed.
    public void erase() {
        Arrays.fill(words, 0);
    }

    /// A copy of its own, for a holder that will erase it.
    public FieldElement copy() {
        return new FieldElement(field, words.clone());
    }

    /// In constant time for elements of one field.
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof FieldElement that) || that.field != field) {
            return false;
        }
        long difference = 0;
        for (int i = 0; i < PrimeField.WORDS; i++) {
            difference |= words[i] ^ that.words[i];
        }
        return difference == 0;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        return "FieldElement";
    }

    private long[] wordsOf(FieldElement other) {
        if (other.field != field) {
            throw new IllegalArgumentException("elements of two fields");
        }
        return other.words;
    }
}
