package io.florin.crypto.group;

import java.util.Arrays;
import java.util.List;

/// The arithmetic of one of the two curves; see [Engine] for how points and scalars are written.
interface CurveEngine {
    /// Decodes a point of the curve, which need not be in the group: compressed or not as the length says, canonical,
    /// and not of the points with x = 0, whose order is 3. The identity is accepted.
    ///
    /// @return false if it is anything else; the target is then undefined
    boolean decode(byte[] encoded, long[] point);

    /// Whether a point of the curve is in the group of prime order.
    boolean inGroup(long[] point);

    /// The same of so many bytes from an offset on.
    default boolean decode(byte[] source, int offset, int size, long[] point) {
        return decode(Arrays.copyOfRange(source, offset, offset + size), point);
    }

    byte[] encode(long[] point, boolean compressed);

    /// The same, compressed, into an array from an offset on.
    default void encode(long[] point, byte[] target, int offset) {
        byte[] encoded = encode(point, true);
        System.arraycopy(encoded, 0, target, offset, encoded.length);
    }

    /// A place for one point, of a curve whose points have 12 words. Owned by one thread.
    default Slot slot() {
        return new PlainSlot(this, new long[CurvePoint.WORDS]);
    }

    /// a + b, also where they are equal, opposite or the identity.
    long[] add(long[] a, long[] b);

    /// scalar · point for a point of the group; takes the same time for any scalar if the engine can.
    long[] multiply(long[] point, long[] scalar);

    /// Σ scalarᵢ · pointᵢ over consecutive points of the group; takes the same time for any scalars if the engine can.
    default long[] secretSum(long[] points, long[] scalars, int count) {
        return secretSum(points, scalars, count, Scalar.BITS);
    }

    /// The same as [#secretSum(long[], long[], int)] for scalars below 2^bits; what stands above may be ignored.
    long[] secretSum(long[] points, long[] scalars, int count, int bits);

    /// Σ scalarᵢ · pointᵢ over consecutive points of the group. Not constant time: for public scalars only.
    long[] sum(long[] points, long[] scalars, int count);

    /// Tables that make sums over these points of the group, none of them the identity, cheaper.
    Table prepare(long[] points, int count);

    /// Σ scalarᵢ · pointᵢ over the points of a table of this engine. Not constant time: for public scalars only.
    long[] sum(Table table, long[] scalars);

    /// Σ scalarᵢ · point at indexᵢ over some points of a table of this engine, at least one, each at most once. Not
    /// constant time: for public scalars only.
    long[] sum(Table table, int[] indexes, long[] scalars);

    /// Whether factor · Σ scalarᵢ · pointᵢ = O, where the points are of the curve, of whatever order but 3, and the
    /// factor is a multiple of the cofactor's exponent, so that the orders outside the group do not count. Not constant
    /// time.
    boolean vanishes(long factor, long[] points, long[] scalars, int count);

    /// factor · Σ scalarᵢ · pointᵢ for points and factor as [#vanishes] takes them: a point of the group. Not constant
    /// time.
    long[] project(long factor, long[] points, long[] scalars, int count);

    /// RFC 9380's `hash_to_curve` with the random-oracle suite of this curve and SHA-256.
    long[] hash(byte[] message, byte[] tag);

    /// scalar · the hash; takes the same time for any scalar if the engine can.
    default long[] hashTimes(byte[] message, byte[] tag, long[] scalar) {
        return multiply(hash(message, tag), scalar);
    }

    /// The same for many messages, points one after the other.
    long[] hashAll(List<byte[]> messages, byte[] tag);

    /// RFC 9380's `map_to_curve` and `clear_cofactor` of one canonical field element, big-endian; in G2 the real part
    /// first, as EIP-2537 has it.
    long[] map(byte[] element);

    /// One point and room for its encoding, where the engine reads and writes without an object for each call.
    interface Slot {
        /// The point, for whoever owns the slot to read and write.
        long[] words();

        /// Decodes as [CurveEngine#decode(byte[], int, int, long[])] does; the size is that of an encoding.
        boolean decode(byte[] source, int offset, int size);

        /// Whether the point is in the group of prime order; the identity is.
        boolean inGroup();

        /// Writes the compressed point.
        void encode(byte[] target, int offset);
    }

    /// Prepared points.
    interface Table {}
}
