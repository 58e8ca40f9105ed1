package io.florin.crypto;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/// An immutable value of exactly 32 bytes: a hash, an Ed25519 public key, an identifier.
///
/// Kept as four big-endian longs, so equality and order cost no array access. The hash code is the first four
/// bytes, which is fair for hashes and keys; the order is unsigned and lexicographic, the same as that of the
/// bytes.
public final class Bytes32 implements Comparable<Bytes32> {
    /// The number of bytes in a value.
    public static final int SIZE = 32;

    /// 32 zero bytes.
    public static final Bytes32 ZERO = new Bytes32(0, 0, 0, 0);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int ABBREVIATED_CHARS = 8;

    private final long first;
    private final long second;
    private final long third;
    private final long fourth;

    private Bytes32(long first, long second, long third, long fourth) {
        this.first = first;
        this.second = second;
        this.third = third;
        this.fourth = fourth;
    }

    /// Copies 32 bytes.
    ///
    /// @throws IllegalArgumentException if there are not exactly 32
    public static Bytes32 of(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("32 bytes expected, got " + bytes.length);
        }
        return read(bytes, 0);
    }

    /// Copies the 32 bytes that start at the offset.
    ///
    /// @throws IndexOutOfBoundsException if the source ends before
    public static Bytes32 read(byte[] source, int offset) {
        return new Bytes32(
                (long) LONGS.get(source, offset),
                (long) LONGS.get(source, offset + 8),
                (long) LONGS.get(source, offset + 16),
                (long) LONGS.get(source, offset + 24));
    }

    /// Reads 64 hexadecimal digits of either case.
    ///
    /// @throws IllegalArgumentException if the text is anything else
    public static Bytes32 fromHex(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    /// A fresh copy of the bytes.
    public byte[] toArray() {
        byte[] copy = new byte[SIZE];
        copyInto(copy, 0);
        return copy;
    }

    /// 64 lower-case hexadecimal digits.
    public String toHex() {
        return HexFormat.of().formatHex(toArray());
    }

    /// Writes the 32 bytes into the target, starting at the offset.
    ///
    /// @throws IndexOutOfBoundsException if they do not fit; the target may be written in part
    public void copyInto(byte[] target, int offset) {
        LONGS.set(target, offset, first);
        LONGS.set(target, offset + 8, second);
        LONGS.set(target, offset + 16, third);
        LONGS.set(target, offset + 24, fourth);
    }

    @Override
    public int compareTo(Bytes32 other) {
        if (first != other.first) {
            return Long.compareUnsigned(first, other.first);
        }
        if (second != other.second) {
            return Long.compareUnsigned(second, other.second);
        }
        if (third != other.third) {
            return Long.compareUnsigned(third, other.third);
        }
        return Long.compareUnsigned(fourth, other.fourth);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes32 that
                && first == that.first
                && second == that.second
                && third == that.third
                && fourth == that.fourth;
    }

    @Override
    public int hashCode() {
        // the second word: keys of the state begin with their namespace and would share the first
        return (int) (second >>> 32);
    }

    /// The first eight hexadecimal digits and an ellipsis, for people.
    @Override
    public String toString() {
        return toHex().substring(0, ABBREVIATED_CHARS) + "…";
    }
}
