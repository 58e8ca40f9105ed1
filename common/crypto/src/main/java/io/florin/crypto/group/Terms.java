package io.florin.crypto.group;

import java.util.Arrays;

/// Collects terms scalar · point over the curve of G1 in flat buffers and sums them in one native call (Pippenger).
///
/// For public scalars only: the time depends on them. Scalars below 2¹²⁸, and those whose negative is, cost about half.
/// Owned by one thread; it may be cleared and used again.
public final class Terms {
    /// 1 − z for the parameter z = −0xd201000000010000 of the curve: RFC 9380's `h_eff`. It annihilates every point of
    /// order prime to q (Wahby-Boneh, eprint 2019/403), and is prime to q itself.
    private static final long EFFECTIVE_COFACTOR = 0xd201000000010001L;

    private static final long TOP_WORD_OF_ORDER = 0x73eda753299d7d48L;
    private static final int CAPACITY = 16;
    private static final CurveEngine CURVE = Engine.current().g1();

    private long[] points;
    private long[] scalars;
    private int size;
    private boolean unchecked;

    /// No terms yet, with room for 16.
    public Terms() {
        this(CAPACITY);
    }

    /// No terms yet, with room for so many.
    public Terms(int capacity) {
        points = new long[Math.max(1, capacity) * CurvePoint.WORDS];
        scalars = new long[Math.max(1, capacity) * Scalar.LONGS];
    }

    /// Adds scalar · point; the point may be the identity.
    public Terms add(Scalar scalar, CurvePoint point) {
        reserve();
        scalar.copyWordsInto(scalars, size * Scalar.LONGS);
        append(point.words(), 0, point instanceof G1);
        return this;
    }

    /// The same of a point of a buffer.
    ///
    /// @throws IndexOutOfBoundsException if there is no such point
    public Terms add(Scalar scalar, PointBuffer buffer, int handle) {
        reserve();
        scalar.copyWordsInto(scalars, size * Scalar.LONGS);
        append(buffer.words(handle), buffer.offset(handle), buffer.isMember(handle));
        return this;
    }

    /// The same of an element of a vector and a point of a buffer.
    ///
    /// @throws IndexOutOfBoundsException if there is no such element or point
    public Terms add(ScalarVector vector, int index, PointBuffer buffer, int handle) {
        reserve();
        vector.copyWordsInto(index, scalars, size * Scalar.LONGS);
        append(buffer.words(handle), buffer.offset(handle), buffer.isMember(handle));
        return this;
    }

    private void reserve() {
        if (size * Scalar.LONGS == scalars.length) {
            points = Arrays.copyOf(points, 2 * points.length);
            scalars = Arrays.copyOf(scalars, 2 * scalars.length);
        }
    }

    /// Adds the point to the scalar that is in its place.
    private void append(long[] source, int from, boolean member) {
        int at = size * Scalar.LONGS;
        System.arraycopy(source, from, points, size * CurvePoint.WORDS, CurvePoint.WORDS);
        if (scalars[at + 3] == TOP_WORD_OF_ORDER) { // only there may the negative be short
            ScalarWords.negate(scalars, at);
            if (isShort(at)) {
                Words.negateInPlace(points, size * CurvePoint.WORDS);
            } else {
                ScalarWords.negate(scalars, at);
            }
        }
        unchecked |= !member;
        size++;
    }

    private boolean isShort(int at) {
        return (scalars[at + 2] | scalars[at + 3]) == 0;
    }

    /// Number of terms.
    public int size() {
        return size;
    }

    /// Forgets all terms.
    public void clear() {
        size = 0;
        unchecked = false;
    }

    /// The sum of all terms; the identity if there is none.
    ///
    /// @throws IllegalStateException if one of the points is not known to be in the group
    public G1 sum() {
        if (unchecked) {
            throw new IllegalStateException("points outside the group have no sum in it");
        }
        return new G1(CURVE.sum(points, scalars, size));
    }

    /// (1 − z) times the sum: a point of the group, whatever the points are, and the same multiple of the sum of their
    /// parts in the group.
    public G1 projection() {
        return new G1(CURVE.project(EFFECTIVE_COFACTOR, points, scalars, size));
    }

    /// Whether a point has been added that is not known to be in the group.
    boolean hasUnchecked() {
        return unchecked;
    }

    /// Whether (1 − z) times the sum is the identity: whether the sum is zero but for parts of points outside the
    /// group. For points of the group that is whether the sum is the identity. This is the one rule by which equations
    /// are checked, of a single proof as of a batch.
    public boolean vanishes() {
        return CURVE.vanishes(EFFECTIVE_COFACTOR, points, scalars, size);
    }
}
