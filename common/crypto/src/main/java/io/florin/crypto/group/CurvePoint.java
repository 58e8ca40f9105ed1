package io.florin.crypto.group;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/// A point of the curve E(Fp): y² = x³ + 4 whose order nobody has checked; if it has been, it is a [G1].
///
/// It may be added up with public scalars in [Terms] where a cofactor-free equation is checked ([Terms#vanishes]), and
/// nothing else: no secret ever meets it. Immutable; any thread. Equality is that of the point.
public sealed class CurvePoint permits G1 {
    /// Bytes in a compressed point.
    public static final int SIZE = 48;

    /// Bytes in an uncompressed point.
    public static final int UNCOMPRESSED_SIZE = 96;

    static final int WORDS = 12;

    private static final int COMPRESSED = 0x80;
    private static final int INFINITY = 0x40;
    private static final int FLAGLESS = 0x1f;
    private static final byte[] PRIME = BaseField.P.toByteArray();

    private static final CurveEngine CURVE = Engine.current().g1();

    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long[] words;

    /// Takes the array.
    CurvePoint(long[] words) {
        this.words = words;
    }

    /// Reads a point in 48 bytes compressed or 96 bytes, in the format of Zcash and of all standards since: canonical
    /// and on the curve; neither the identity nor of order 3 (x = 0). About 13 µs compressed, 1 µs otherwise.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static CurvePoint decode(byte[] bytes) {
        return decode(bytes, 0, bytes.length);
    }

    /// The same of so many bytes from an offset on.
    ///
    /// @throws IllegalArgumentException if they are anything else
    /// @throws IndexOutOfBoundsException if the source ends before
    public static CurvePoint decode(byte[] source, int offset, int size) {
        Objects.checkFromIndexSize(offset, size, source.length);
        CurvePoint point = new CurvePoint(decodeWords(source, offset, size));
        if (point.isIdentity()) {
            throw unexpectedIdentity();
        }
        return point;
    }

    /// Whether the bytes could be a compressed point other than the identity, by flags and the range of x. Whether they
    /// are one only [#decode] tells: about half of all x are on the curve. No arithmetic of points.
    public static boolean hasForm(byte[] bytes) {
        boolean flags = bytes.length == SIZE && (bytes[0] & (COMPRESSED | INFINITY)) == COMPRESSED;
        return flags && Arrays.compareUnsigned(withoutFlags(bytes), PRIME) < 0;
    }

    private static byte[] withoutFlags(byte[] bytes) {
        byte[] x = bytes.clone();
        x[0] &= FLAGLESS;
        return x;
    }

    /// The same as [#decode], but the identity is accepted.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static CurvePoint decodeOrIdentity(byte[] bytes) {
        return new CurvePoint(decodeWords(bytes, 0, bytes.length));
    }

    private static long[] decodeWords(byte[] source, int offset, int size) {
        long[] words = new long[WORDS];
        if (size != SIZE && size != UNCOMPRESSED_SIZE || !CURVE.decode(source, offset, size, words)) {
            throw malformed();
        }
        return words;
    }

    static IllegalArgumentException malformed() {
        return new IllegalArgumentException("not a point of the curve, or not its encoding");
    }

    static IllegalArgumentException unexpectedIdentity() {
        return new IllegalArgumentException("the identity is no point here");
    }

    static IllegalArgumentException outsideGroup() {
        return new IllegalArgumentException("the point is outside the group of prime order");
    }

    /// This point as one of the prime-order group. About 30 µs, unless it is one already.
    ///
    /// @throws IllegalArgumentException if it is not in the group
    public G1 toGroup() {
        if (!isIdentity() && !CURVE.inGroup(words)) {
            throw outsideGroup();
        }
        return new G1(words);
    }

    /// −this.
    public CurvePoint negate() {
        return new CurvePoint(Words.negatePoint(words));
    }

    /// Whether this is the identity.
    public final boolean isIdentity() {
        return Words.isZero(words);
    }

    /// The compressed point, 48 bytes, in a fresh array.
    public final byte[] encode() {
        return CURVE.encode(words, true);
    }

    /// Writes the compressed point, 48 bytes, into the target, starting at the offset.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit
    public final void encodeInto(byte[] target, int offset) {
        Objects.checkFromIndexSize(offset, SIZE, target.length);
        CURVE.encode(words, target, offset);
    }

    /// The uncompressed point, 96 bytes, in a fresh array.
    public final byte[] encodeUncompressed() {
        return CURVE.encode(words, false);
    }

    /// Writes 96 bytes, starting at the offset, that are the same for equal points and no others: a form to hash within
    /// one program, cheaper than an encoding and not to be stored.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit; the target may be written in part
    public final void copyInto(byte[] target, int offset) {
        for (int i = 0; i < WORDS; i++) {
            LITTLE_ENDIAN.set(target, offset + i * Long.BYTES, words[i]);
        }
    }

    final long[] words() {
        return words;
    }

    /// Whether the points are the same, checked or not; takes as long for any two.
    @Override
    public final boolean equals(Object other) {
        return other instanceof CurvePoint that && Words.equal(words, that.words);
    }

    @Override
    public final int hashCode() {
        return Arrays.hashCode(words);
    }

    /// The first bytes of the encoding, for people.
    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + HexFormat.of().formatHex(encode(), 0, 6) + "…]";
    }
}
