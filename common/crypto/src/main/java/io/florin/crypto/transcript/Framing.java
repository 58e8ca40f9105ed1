package io.florin.crypto.transcript;

import java.util.Arrays;

/// The draft's framing of lengths and byte strings: 4 bytes, little-endian, then the bytes.
public final class Framing {
    private Framing() {}

    /// A number of 32 bits, little-endian (`SerializeUint` below 2³²).
    public static byte[] uint32(int value) {
        byte[] bytes = new byte[Integer.BYTES];
        putUint32(value, bytes, 0);
        return bytes;
    }

    /// The same into an array, from an offset on.
    static void putUint32(int value, byte[] target, int offset) {
        for (int i = 0; i < Integer.BYTES; i++) {
            target[offset + i] = (byte) (value >>> (Byte.SIZE * i));
        }
    }

    /// A number of 64 bits, little-endian (`SerializeUint` below 2⁶⁴).
    public static byte[] uint64(long value) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (value >>> (Byte.SIZE * i));
        }
        return bytes;
    }

    /// The bytes behind their length (`SerializeVarLenString`).
    public static byte[] string(byte[] bytes) {
        byte[] framed = Arrays.copyOf(uint32(bytes.length), Integer.BYTES + bytes.length);
        System.arraycopy(bytes, 0, framed, Integer.BYTES, bytes.length);
        return framed;
    }

    /// Reads what [#string] wrote, and nothing behind it.
    ///
    /// @throws IllegalArgumentException if the length is not that of the rest
    public static byte[] readString(byte[] framed) {
        if (framed.length < Integer.BYTES) {
            throw new IllegalArgumentException("no length before the bytes");
        }
        long length = 0;
        for (int i = Integer.BYTES - 1; i >= 0; i--) {
            length = length << Byte.SIZE | framed[i] & 0xff;
        }
        if (length != framed.length - Integer.BYTES) {
            throw new IllegalArgumentException("length says " + length + " bytes");
        }
        return Arrays.copyOfRange(framed, Integer.BYTES, framed.length);
    }

    /// The bytes in the opposite order, as a fresh array.
    static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
