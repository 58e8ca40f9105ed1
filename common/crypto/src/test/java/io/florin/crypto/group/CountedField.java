package io.florin.crypto.group;

import java.math.BigInteger;

/// The field of 381 bits with a count of what is calculated in it: multiplications, squarings, and additions or
/// subtractions (a small multiple is the additions that make it).
final class CountedField {
    private static final BigInteger P = BaseField.P;
    private static final int WINDOW_BITS = 4;

    private long multiplications;
    private long squarings;
    private long additions;

    /// What was calculated.
    record Count(long multiplications, long squarings, long additions) {
        /// Multiplications and squarings.
        long products() {
            return multiplications + squarings;
        }
    }

    /// @return what was calculated since the last call
    Count take() {
        Count count = new Count(multiplications, squarings, additions);
        multiplications = 0;
        squarings = 0;
        additions = 0;
        return count;
    }

    BigInteger times(BigInteger a, BigInteger b) {
        multiplications++;
        return a.multiply(b).mod(P);
    }

    BigInteger square(BigInteger a) {
        squarings++;
        return a.multiply(a).mod(P);
    }

    BigInteger plus(BigInteger a, BigInteger b) {
        additions++;
        return a.add(b).mod(P);
    }

    BigInteger minus(BigInteger a, BigInteger b) {
        additions++;
        return a.subtract(b).mod(P);
    }

    /// A power by sliding windows of odd powers below 2⁵: not more than a chain that is made for one exponent, but for
    /// a few multiplications in 460.
    BigInteger power(BigInteger base, BigInteger exponent) {
        BigInteger[] odd = new BigInteger[1 << WINDOW_BITS];
        BigInteger twice = square(base);
        odd[0] = base;
        for (int i = 1; i < odd.length; i++) {
            odd[i] = times(odd[i - 1], twice);
        }
        BigInteger result = BigInteger.ONE;
        boolean begun = false;
        int bit = exponent.bitLength() - 1;
        while (bit >= 0) {
            int end = exponent.testBit(bit) ? Math.max(0, bit - WINDOW_BITS) : bit;
            while (!exponent.testBit(end) && end < bit) {
                end++;
            }
            int window = 0;
            for (int i = bit; i >= end; i--) {
                result = begun ? square(result) : result;
                window = 2 * window + (exponent.testBit(i) ? 1 : 0);
            }
            if (window > 0) {
                result = begun ? times(result, odd[window >> 1]) : odd[window >> 1];
                begun = true;
            }
            bit = end - 1;
        }
        return result;
    }
}
