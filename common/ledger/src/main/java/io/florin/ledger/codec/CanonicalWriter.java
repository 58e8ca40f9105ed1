package io.florin.ledger.codec;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes the canonical encoding: big-endian, fixed widths, explicit lengths. Owned by one thread.
public final class CanonicalWriter {

    private byte[] buffer;
    private int size;

    public CanonicalWriter() {
        this(256);
    }

    public CanonicalWriter(int expectedSize) {
        this.buffer = new byte[Math.max(16, expectedSize)];
    }

    public CanonicalWriter u8(int value) {
        check(value >= 0 && value <= 0xFF, "u8");
        reserve(1);
        buffer[size++] = (byte) value;
        return this;
    }

    public CanonicalWriter u16(int value) {
        check(value >= 0 && value <= 0xFFFF, "u16");
        reserve(2);
        buffer[size++] = (byte) (value >>> 8);
        buffer[size++] = (byte) value;
        return this;
    }

    /// @param value 0 to 2^32 - 1
    public CanonicalWriter u32(long value) {
        check(value >= 0 && value <= 0xFFFF_FFFFL, "u32");
        reserve(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    /// @param value 0 to 2^63 - 1
    public CanonicalWriter u63(long value) {
        check(value >= 0, "u63");
        reserve(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    public CanonicalWriter flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    public CanonicalWriter fixed(Bytes32 value) {
        reserve(32);
        value.copyInto(buffer, size);
        size += 32;
        return this;
    }

    /// Bytes without a length: the reader knows how many there are.
    public CanonicalWriter fixed(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, buffer, size, value.length);
        size += value.length;
        return this;
    }

    /// Bytes after their length as u32.
    public CanonicalWriter bytes(Bytes value) {
        byte[] raw = value.toArray();
        u32(raw.length);
        return fixed(raw);
    }

    /// UTF-8 text after its length as u16.
    ///
    /// @throws IllegalArgumentException when the text holds half a surrogate pair, which has no UTF-8 form
    public CanonicalWriter text(String value) {
        ByteBuffer raw;
        try {
            raw = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("text that has no UTF-8 form", e);
        }
        byte[] bytes = new byte[raw.remaining()];
        raw.get(bytes);
        u16(bytes.length);
        return fixed(bytes);
    }

    /// Bytes written so far.
    public int size() {
        return size;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, size);
    }

    private void reserve(int more) {
        if (buffer.length - size < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + more));
        }
    }

    private static void check(boolean condition, String type) {
        if (!condition) {
            throw new IllegalArgumentException("value does not fit " + type);
        }
    }
}
