package io.florin.crypto;

import java.util.Arrays;
import java.util.HexFormat;

/// An immutable sequence of bytes of any length, compared by value.
///
/// Order is unsigned and lexicographic; a prefix comes before what it starts.
public final class Bytes implements Comparable<Bytes> {
    /// No bytes.
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private static final int ABBREVIATED_BYTES = 4;

    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Copies the bytes.
    public static Bytes of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Bytes(bytes.clone());
    }

    /// Reads an even number of hexadecimal digits of either case.
    ///
    /// @throws IllegalArgumentException if the text is anything else
    public static Bytes fromHex(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    /// A fresh copy of the bytes.
    public byte[] toArray() {
        return bytes.clone();
    }

    /// Lower-case hexadecimal digits, two for each byte.
    public String toHex() {
        return HexFormat.of().formatHex(bytes);
    }

    /// Number of bytes.
    public int size() {
        return bytes.length;
    }

    /// Writes all bytes into the target, starting at the offset.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit; the target is then unchanged
    public void copyInto(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, bytes.length);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// The first four bytes in hexadecimal and the size, for people.
    @Override
    public String toString() {
        int shown = Math.min(bytes.length, ABBREVIATED_BYTES);
        String start = HexFormat.of().formatHex(bytes, 0, shown);
        return shown == bytes.length ? start : start + "… (" + bytes.length + " bytes)";
    }
}
