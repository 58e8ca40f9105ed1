package io.florin.crypto.transcript;

import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Encoding of elements of the integers modulo a number as bytes, and of bytes as challenges, by the codecs of
/// draft-irtf-cfrg-fiat-shamir.
///
/// Serialization has a fixed width and is strict in reading: only what [#serialize] can write is accepted.
/// Little-endian is the draft's default; big-endian is for fields whose standard says so (P-256, BLS12-381).
/// Decoding ([#decode]) is something else: it turns hash output into a number, is little-endian for every field
/// and never fails. Not constant time: for public values.
///
/// @param modulus above 1
/// @param order of the serialized bytes
record FieldCodec(BigInteger modulus, ByteOrder order) {
    /// Bytes of hash output beyond the width, which bound the bias of [#decode] by 2⁻¹²⁸.
    static final int EXTRA = 16;

    /// @throws IllegalArgumentException if the modulus is not above 1
    FieldCodec {
        if (modulus.compareTo(BigInteger.ONE) <= 0) {
            throw new IllegalArgumentException("a modulus is above 1");
        }
    }

    /// Bytes in one serialized element.
    int width() {
        return (modulus.subtract(BigInteger.ONE).bitLength() + Byte.SIZE - 1) / Byte.SIZE;
    }

    /// The coordinates one after another, each in [#width] bytes.
    ///
    /// @throws IllegalArgumentException if one is negative or not below the modulus
    byte[] serialize(List<BigInteger> coordinates) {
        int width = width();
        byte[] bytes = new byte[coordinates.size() * width];
        int offset = 0;
        for (BigInteger coordinate : coordinates) {
            if (coordinate.signum() < 0 || coordinate.compareTo(modulus) >= 0) {
                throw new IllegalArgumentException("not an element of the field");
            }
            byte[] bigEndian = coordinate.toByteArray();
            for (int i = 0; i < Math.min(width, bigEndian.length); i++) {
                byte value = bigEndian[bigEndian.length - 1 - i];
                bytes[offset + (order == ByteOrder.LITTLE_ENDIAN ? i : width - 1 - i)] = value;
            }
            offset += width;
        }
        return bytes;
    }

    /// Reads exactly this many coordinates.
    ///
    /// @throws IllegalArgumentException if the length differs or a coordinate is not below the modulus
    List<BigInteger> deserialize(byte[] bytes, int count) {
        int width = width();
        if (bytes.length != (long) count * width) {
            throw new IllegalArgumentException(count + " elements have " + (long) count * width + " bytes");
        }
        List<BigInteger> coordinates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] element = new byte[width];
            System.arraycopy(bytes, i * width, element, 0, width);
            BigInteger coordinate =
                    new BigInteger(1, order == ByteOrder.LITTLE_ENDIAN ? Framing.reversed(element) : element);
            if (coordinate.compareTo(modulus) >= 0) {
                throw new IllegalArgumentException("not an element of the field");
            }
            coordinates.add(coordinate);
        }
        return coordinates;
    }

    /// Reduces hash output, read little-endian; give [#width] + [#EXTRA] bytes for an unbiased element.
    BigInteger decode(byte[] uniform) {
        return new BigInteger(1, Framing.reversed(uniform)).mod(modulus);
    }
}
