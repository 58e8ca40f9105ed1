package io.florin.crypto.group;

/// The arithmetic of [Scalar] on words that lie in arrays, without an object for each result: Montgomery form modulo
/// q, four little-endian words from an offset on. No branch depends on a value.
final class ScalarWords {
    private ScalarWords() {}

    /// out = a · b, where any two of them may be the same words.
    static void multiply(long[] a, int i, long[] b, int j, long[] out, int at) {
        multiply(a, i, b[j], b[j + 1], b[j + 2], b[j + 3], out, at);
    }

    /// The same with one factor in words (coarsely integrated operand scanning, as in [Scalar]).
    static void multiply(long[] a, int i, long b0, long b1, long b2, long b3, long[] out, int at) {
        long t0 = 0;
        long t1 = 0;
        long t2 = 0;
        long t3 = 0;
        for (int word = 0; word < Scalar.LONGS; word++) {
            long x = a[i + word];
            long lo = x * b0;
            t0 += lo;
            long c = Math.unsignedMultiplyHigh(x, b0) + below(t0, lo);
            lo = x * b1 + c;
            c = Math.unsignedMultiplyHigh(x, b1) + below(lo, c);
            t1 += lo;
            c += below(t1, lo);
            lo = x * b2 + c;
            c = Math.unsignedMultiplyHigh(x, b2) + below(lo, c);
            t2 += lo;
            c += below(t2, lo);
            lo = x * b3 + c;
            c = Math.unsignedMultiplyHigh(x, b3) + below(lo, c);
            t3 += lo;
            long t4 = c + below(t3, lo);

            long m = t0 * Scalar.NEGATED_INVERSE;
            lo = m * Scalar.Q0;
            c = Math.unsignedMultiplyHigh(m, Scalar.Q0) + below(t0 + lo, lo);
            lo = m * Scalar.Q1 + c;
            c = Math.unsignedMultiplyHigh(m, Scalar.Q1) + below(lo, c);
            t0 = t1 + lo;
            c += below(t0, lo);
            lo = m * Scalar.Q2 + c;
            c = Math.unsignedMultiplyHigh(m, Scalar.Q2) + below(lo, c);
            t1 = t2 + lo;
            c += below(t1, lo);
            lo = m * Scalar.Q3 + c;
            c = Math.unsignedMultiplyHigh(m, Scalar.Q3) + below(lo, c);
            t2 = t3 + lo;
            t3 = t4 + c + below(t2, lo);
        }
        reduceOnce(t0, t1, t2, t3, out, at);
    }

    /// Adds to the words at the offset; q has 255 bits, so the sum of two fits into four words.
    static void add(long[] out, int at, long b0, long b1, long b2, long b3) {
        long r0 = out[at] + b0;
        long c = below(r0, b0);
        long r1 = out[at + 1] + b1;
        long c1 = below(r1, b1);
        r1 += c;
        c = c1 + below(r1, c);
        long r2 = out[at + 2] + b2;
        long c2 = below(r2, b2);
        r2 += c;
        c = c2 + below(r2, c);
        reduceOnce(r0, r1, r2, out[at + 3] + b3 + c, out, at);
    }

    /// q minus the words at the offset, for words that are neither zero nor q or more, in whatever form.
    static void negate(long[] words, int at) {
        long w0 = words[at];
        long w1 = words[at + 1];
        long w2 = words[at + 2];
        long b = below(Scalar.Q0, w0);
        long r1 = Scalar.Q1 - w1;
        long b1 = below(Scalar.Q1, w1);
        long s1 = r1 - b;
        b = b1 + below(r1, b);
        long r2 = Scalar.Q2 - w2;
        long b2 = below(Scalar.Q2, w2);
        long s2 = r2 - b;
        b = b2 + below(r2, b);
        words[at] = Scalar.Q0 - w0;
        words[at + 1] = s1;
        words[at + 2] = s2;
        words[at + 3] = Scalar.Q3 - words[at + 3] - b;
    }

    private static void reduceOnce(long r0, long r1, long r2, long r3, long[] out, int at) {
        long d0 = r0 - Scalar.Q0;
        long b = below(r0, Scalar.Q0);
        long d1 = r1 - Scalar.Q1 - b;
        b = below(r1, Scalar.Q1) | below(r1 - Scalar.Q1, b);
        long d2 = r2 - Scalar.Q2 - b;
        b = below(r2, Scalar.Q2) | below(r2 - Scalar.Q2, b);
        long d3 = r3 - Scalar.Q3 - b;
        b = below(r3, Scalar.Q3) | below(r3 - Scalar.Q3, b);
        long keep = -b; // all ones where the value was below q already
        out[at] = d0 ^ (keep & (d0 ^ r0));
        out[at + 1] = d1 ^ (keep & (d1 ^ r1));
        out[at + 2] = d2 ^ (keep & (d2 ^ r2));
        out[at + 3] = d3 ^ (keep & (d3 ^ r3));
    }

    private static long below(long a, long b) {
        return Words.below(a, b);
    }
}
