package io.florin.crypto.group;

/// Arithmetic on coordinates that needs no engine: elements of Fp in Montgomery form, six little-endian words each.
final class Words {
    static final int FIELD = 6;

    /// p, little-endian.
    private static final long[] P = {
        0xb9feffffffffaaabL,
        0x1eabfffeb153ffffL,
        0x6730d2a0f6b0f624L,
        0x64774b84f38512bfL,
        0x4b1ba7b6434bacd7L,
        0x1a0111ea397fe69aL
    };

    private Words() {}

    static boolean isZero(long[] words) {
        long any = 0;
        for (long word : words) {
            any |= word;
        }
        return any == 0;
    }

    static boolean equal(long[] a, long[] b) {
        long difference = a.length ^ b.length;
        for (int i = 0; i < Math.min(a.length, b.length); i++) {
            difference |= a[i] ^ b[i];
        }
        return difference == 0;
    }

    /// −point, for a point with y in the second half of its words; O gives O.
    static long[] negatePoint(long[] point) {
        long[] result = point.clone();
        for (int element = point.length / 2; element < point.length; element += FIELD) {
            negateElement(result, element);
        }
        return result;
    }

    /// Makes a point of G1's curve its negative, in place.
    static void negateInPlace(long[] words, int offset) {
        negateElement(words, offset + FIELD);
    }

    /// p − element, or zero for zero.
    private static void negateElement(long[] words, int offset) {
        long any = 0;
        for (int i = 0; i < FIELD; i++) {
            any |= words[offset + i];
        }
        long keep = (any | -any) >> 63; // all ones unless the element is zero
        long borrow = 0;
        for (int i = 0; i < FIELD; i++) {
            long difference = P[i] - words[offset + i];
            long next = below(P[i], words[offset + i]) | below(difference, borrow);
            words[offset + i] = (difference - borrow) & keep;
            borrow = next;
        }
    }

    /// One if a < b as unsigned numbers, otherwise zero; without a branch.
    static long below(long a, long b) {
        return ((~a & b) | ((~a | b) & (a - b))) >>> 63;
    }
}
