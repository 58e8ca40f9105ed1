package io.florin.crypto.group;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// An integer modulo q, the prime order of BLS12-381's groups, 255 bits. Immutable; any thread.
///
/// Kept as four words in Montgomery form (value · 2²⁵⁶ mod q). All arithmetic, comparison and conversion takes the same
/// instructions and touches the same memory whatever the value, so a scalar may be a secret; only refusals of malformed
/// input branch. What Java cannot give: the garbage collector may copy a scalar, and nothing wipes it. It prints
/// nothing of itself.
public final class Scalar {
    /// Bytes in an encoded scalar.
    public static final int SIZE = 32;

    /// Bits that the largest scalar needs.
    static final int BITS = 255;

    /// Bytes of uniform input that [#random] and [HashToScalar] reduce: 128 bits more than q has, so the bias is below
    /// 2⁻¹²⁸.
    public static final int WIDE_SIZE = 48;

    static final int LONGS = 4;

    private static final int WIDE_SIZE_MAX = 64;
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /// q, little-endian words.
    static final long Q0 = 0xffffffff00000001L;

    static final long Q1 = 0x53bda402fffe5bfeL;
    static final long Q2 = 0x3339d80809a1d805L;
    static final long Q3 = 0x73eda753299d7d48L;

    /// −q⁻¹ mod 2⁶⁴.
    static final long NEGATED_INVERSE = 0xfffffffeffffffffL;

    /// 2⁵¹² mod q, as if it were in Montgomery form.
    private static final Scalar SQUARED_RADIX =
            new Scalar(0xc999e990f3f29c6dL, 0x2b6cedcb87925c23L, 0x05d314967254398fL, 0x0748d9d99f59ff11L);

    /// The words of q − 2, the exponent of Fermat's inversion.
    private static final long[] INVERSION_EXPONENT = {Q0 - 2, Q1, Q2, Q3};

    /// One, as if it were in Montgomery form: a factor that takes its product out of it.
    static final Scalar RAW_ONE = new Scalar(1, 0, 0, 0);

    /// Zero.
    public static final Scalar ZERO = new Scalar(0, 0, 0, 0);

    /// One.
    public static final Scalar ONE = ofLong(1);

    private final long w0;
    private final long w1;
    private final long w2;
    private final long w3;

    private Scalar(long w0, long w1, long w2, long w3) {
        this.w0 = w0;
        this.w1 = w1;
        this.w2 = w2;
        this.w3 = w3;
    }

    /// The value of an unsigned 64-bit integer.
    public static Scalar ofLong(long unsigned) {
        return montgomery(new Scalar(unsigned, 0, 0, 0), SQUARED_RADIX);
    }

    /// Reads 32 bytes, big-endian, below q.
    ///
    /// @throws IllegalArgumentException if there are not 32 bytes, or the value is q or more
    public static Scalar ofCanonical(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a scalar has 32 bytes, not " + bytes.length);
        }
        return read(bytes, 0);
    }

    /// Reads the 32 bytes that start at the offset, big-endian, below q.
    ///
    /// @throws IllegalArgumentException if the value is q or more
    /// @throws IndexOutOfBoundsException if the source ends before
    public static Scalar read(byte[] source, int offset) {
        Scalar raw = raw(source, offset);
        if (raw.belowOrder() == 0) {
            throw new IllegalArgumentException("not a scalar: not below the group order");
        }
        return montgomery(raw, SQUARED_RADIX);
    }

    /// The value of 48 to 64 bytes, big-endian, modulo q: uniform input gives a scalar whose bias is below 2⁻¹²⁸.
    ///
    /// @throws IllegalArgumentException if there are fewer or more bytes
    public static Scalar ofWide(byte[] bytes) {
        if (bytes.length < WIDE_SIZE || bytes.length > WIDE_SIZE_MAX) {
            throw new IllegalArgumentException("48 to 64 bytes are reduced, not " + bytes.length);
        }
        byte[] padded = new byte[WIDE_SIZE_MAX];
        System.arraycopy(bytes, 0, padded, WIDE_SIZE_MAX - bytes.length, bytes.length);
        try {
            Scalar high = montgomery(montgomery(raw(padded, 0), SQUARED_RADIX), SQUARED_RADIX);
            Scalar low = montgomery(raw(padded, SIZE), SQUARED_RADIX);
            return high.add(low);
        } finally {
            Arrays.fill(padded, (byte) 0);
        }
    }

    /// A uniform scalar from 48 bytes of the generator, which must be a `SecureRandom` wherever the scalar is a secret.
    public static Scalar random(RandomGenerator random) {
        byte[] bytes = new byte[WIDE_SIZE];
        random.nextBytes(bytes);
        try {
            return ofWide(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /// A scalar other than zero from 16 bytes of a source, which start at the offset: a weight of 128 bits. 16 zero
    /// bytes give one.
    public static Scalar weight(byte[] source, int offset) {
        return new ScalarVector(1).setWeight(0, source, offset).get(0);
    }

    /// Writes a [#weight] in Montgomery form.
    static void weightInto(byte[] source, int offset, long[] target, int at) {
        long high = (long) BIG_ENDIAN.get(source, offset);
        long low = (long) BIG_ENDIAN.get(source, offset + Long.BYTES);
        long either = high | low;
        target[at] = low | 1 ^ ((either | -either) >>> 63);
        target[at + 1] = high;
        target[at + 2] = 0;
        target[at + 3] = 0;
        SQUARED_RADIX.multiplyInto(target, at, target, at);
    }

    /// This + other.
    public Scalar add(Scalar other) {
        // q has 255 bits, so the sum of two fits into four words
        long r0 = w0 + other.w0;
        long c = below(r0, w0);
        long r1 = w1 + other.w1;
        long c1 = below(r1, w1);
        r1 += c;
        c = c1 + below(r1, c);
        long r2 = w2 + other.w2;
        long c2 = below(r2, w2);
        r2 += c;
        c = c2 + below(r2, c);
        return reduceOnce(r0, r1, r2, w3 + other.w3 + c);
    }

    /// This − other.
    public Scalar subtract(Scalar other) {
        return add(other.negate());
    }

    /// −this.
    public Scalar negate() {
        long r0 = Q0 - w0;
        long b = below(Q0, w0);
        long r1 = Q1 - w1;
        long b1 = below(Q1, w1);
        long s1 = r1 - b;
        b = b1 + below(r1, b);
        long r2 = Q2 - w2;
        long b2 = below(Q2, w2);
        long s2 = r2 - b;
        b = b2 + below(r2, b);
        return reduceOnce(r0, s1, s2, Q3 - w3 - b); // −0 is q before it is reduced
    }

    /// This · other.
    public Scalar multiply(Scalar other) {
        return montgomery(this, other);
    }

    /// This · this.
    public Scalar square() {
        return montgomery(this, this);
    }

    /// 1 / this, by Fermat's little theorem: about 380 multiplications, whatever the value.
    ///
    /// @throws ArithmeticException if this is zero
    public Scalar invert() {
        if (isZero()) {
            throw new ArithmeticException("zero has no inverse");
        }
        long[] power = new long[LONGS];
        ONE.copyForm(power, 0);
        for (int bit = 254; bit >= 0; bit--) {
            ScalarWords.multiply(power, 0, power, 0, power, 0);
            if ((INVERSION_EXPONENT[bit >>> 6] >>> (bit & 63) & 1) != 0) { // the exponent is public
                multiplyInto(power, 0, power, 0);
            }
        }
        Scalar inverse = ofForm(power, 0);
        Arrays.fill(power, 0);
        return inverse;
    }

    /// The inverses of all, for one inversion and three multiplications each.
    ///
    /// @throws ArithmeticException if one of them is zero
    public static List<Scalar> batchInvert(List<Scalar> scalars) {
        int count = scalars.size();
        Scalar[] prefixes = new Scalar[count];
        Scalar product = ONE;
        for (int i = 0; i < count; i++) {
            prefixes[i] = product;
            product = product.multiply(scalars.get(i));
        }
        Scalar inverse = product.invert();
        for (int i = count - 1; i >= 0; i--) {
            prefixes[i] = prefixes[i].multiply(inverse);
            inverse = inverse.multiply(scalars.get(i));
        }
        return List.of(prefixes);
    }

    /// Σ aᵢ · bᵢ; zero if the lists are empty.
    ///
    /// @throws IllegalArgumentException if the lists differ in length
    public static Scalar sumOfProducts(List<Scalar> a, List<Scalar> b) {
        if (a.size() != b.size()) {
            throw new IllegalArgumentException(a.size() + " and " + b.size() + " factors");
        }
        Scalar sum = ZERO;
        for (int i = 0; i < a.size(); i++) {
            sum = sum.add(a.get(i).multiply(b.get(i)));
        }
        return sum;
    }

    /// Whether this is zero.
    public boolean isZero() {
        return (w0 | w1 | w2 | w3) == 0;
    }

    /// The value, 32 bytes big-endian, in a fresh array.
    public byte[] toBytes() {
        byte[] bytes = new byte[SIZE];
        copyInto(bytes, 0);
        return bytes;
    }

    /// Writes the value, 32 bytes big-endian, into the target, starting at the offset.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit; the target may be written in part
    public void copyInto(byte[] target, int offset) {
        Scalar value = montgomery(this, RAW_ONE);
        BIG_ENDIAN.set(target, offset, value.w3);
        BIG_ENDIAN.set(target, offset + 8, value.w2);
        BIG_ENDIAN.set(target, offset + 16, value.w1);
        BIG_ENDIAN.set(target, offset + 24, value.w0);
    }

    /// Writes 32 bytes that are the same for equal scalars and no others: a form to hash within one program, cheaper
    /// than [#copyInto] and not to be stored.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit; the target may be written in part
    public void copyFormInto(byte[] target, int offset) {
        BIG_ENDIAN.set(target, offset, w3);
        BIG_ENDIAN.set(target, offset + 8, w2);
        BIG_ENDIAN.set(target, offset + 16, w1);
        BIG_ENDIAN.set(target, offset + 24, w0);
    }

    /// Writes the value as four little-endian words.
    void copyWordsInto(long[] target, int offset) {
        Scalar value = montgomery(this, RAW_ONE);
        target[offset] = value.w0;
        target[offset + 1] = value.w1;
        target[offset + 2] = value.w2;
        target[offset + 3] = value.w3;
    }

    /// The scalar whose Montgomery form these words are.
    static Scalar ofForm(long[] words, int offset) {
        return new Scalar(words[offset], words[offset + 1], words[offset + 2], words[offset + 3]);
    }

    /// Writes the words of Montgomery form.
    void copyForm(long[] target, int offset) {
        target[offset] = w0;
        target[offset + 1] = w1;
        target[offset + 2] = w2;
        target[offset + 3] = w3;
    }

    /// Adds this to a scalar in Montgomery form.
    void addTo(long[] target, int offset) {
        ScalarWords.add(target, offset, w0, w1, w2, w3);
    }

    /// Writes the product of this and a scalar in Montgomery form, in that form.
    void multiplyInto(long[] source, int index, long[] target, int offset) {
        ScalarWords.multiply(source, index, w0, w1, w2, w3, target, offset);
    }

    /// a · b / 2²⁵⁶ mod q: Montgomery's multiplication, word by word (CIOS). Needs b < q; a may be anything below 2²⁵⁶.
    /// The running sum stays below 2q, so it never needs a fifth word between rounds.
    private static Scalar montgomery(Scalar a, Scalar b) {
        long t0 = 0;
        long t1 = 0;
        long t2 = 0;
        long t3 = 0;
        for (int i = 0; i < LONGS; i++) {
            long x = i == 0 ? a.w0 : i == 1 ? a.w1 : i == 2 ? a.w2 : a.w3;
            long lo = x * b.w0;
            t0 += lo;
            long c = Math.unsignedMultiplyHigh(x, b.w0) + below(t0, lo);
            lo = x * b.w1 + c;
            c = Math.unsignedMultiplyHigh(x, b.w1) + below(lo, c);
            t1 += lo;
            c += below(t1, lo);
            lo = x * b.w2 + c;
            c = Math.unsignedMultiplyHigh(x, b.w2) + below(lo, c);
            t2 += lo;
            c += below(t2, lo);
            lo = x * b.w3 + c;
            c = Math.unsignedMultiplyHigh(x, b.w3) + below(lo, c);
            t3 += lo;
            long t4 = c + below(t3, lo);

            long m = t0 * NEGATED_INVERSE;
            lo = m * Q0;
            c = Math.unsignedMultiplyHigh(m, Q0) + below(t0 + lo, lo);
            lo = m * Q1 + c;
            c = Math.unsignedMultiplyHigh(m, Q1) + below(lo, c);
            t0 = t1 + lo;
            c += below(t0, lo);
            lo = m * Q2 + c;
            c = Math.unsignedMultiplyHigh(m, Q2) + below(lo, c);
            t1 = t2 + lo;
            c += below(t1, lo);
            lo = m * Q3 + c;
            c = Math.unsignedMultiplyHigh(m, Q3) + below(lo, c);
            t2 = t3 + lo;
            t3 = t4 + c + below(t2, lo);
        }
        return reduceOnce(t0, t1, t2, t3);
    }

    /// The value modulo q of one below 2q.
    private static Scalar reduceOnce(long r0, long r1, long r2, long r3) {
        long d0 = r0 - Q0;
        long b = below(r0, Q0);
        long d1 = r1 - Q1 - b;
        b = below(r1, Q1) | below(r1 - Q1, b);
        long d2 = r2 - Q2 - b;
        b = below(r2, Q2) | below(r2 - Q2, b);
        long d3 = r3 - Q3 - b;
        b = below(r3, Q3) | below(r3 - Q3, b);
        long keep = -b; // all ones where the value was below q already
        return new Scalar(
                d0 ^ (keep & (d0 ^ r0)), d1 ^ (keep & (d1 ^ r1)), d2 ^ (keep & (d2 ^ r2)), d3 ^ (keep & (d3 ^ r3)));
    }

    private static Scalar raw(byte[] source, int offset) {
        long high = (long) BIG_ENDIAN.get(source, offset);
        return new Scalar(
                (long) BIG_ENDIAN.get(source, offset + 24),
                (long) BIG_ENDIAN.get(source, offset + 16),
                (long) BIG_ENDIAN.get(source, offset + 8),
                high);
    }

    /// One if these words are a number below q, otherwise zero.
    private long belowOrder() {
        long b = below(w0, Q0);
        b = below(w1, Q1) | below(w1 - Q1, b);
        b = below(w2, Q2) | below(w2 - Q2, b);
        return below(w3, Q3) | below(w3 - Q3, b);
    }

    private static long below(long a, long b) {
        return Words.below(a, b);
    }

    /// Whether the values are the same; takes as long for any two scalars.
    @Override
    public boolean equals(Object other) {
        return other instanceof Scalar that && ((w0 ^ that.w0) | (w1 ^ that.w1) | (w2 ^ that.w2) | (w3 ^ that.w3)) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(w0 ^ w1 ^ w2 ^ w3);
    }

    @Override
    public String toString() {
        return "Scalar";
    }
}
