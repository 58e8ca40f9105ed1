package io.florin.ledger.codec;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// Reads what [CanonicalWriter] wrote and refuses everything else with a [DecodeException]. Owned by one thread.
/// Lengths are checked against the bytes that are there before anything is allocated.
public final class CanonicalReader {

    private final byte[] bytes;
    private int position;

    public CanonicalReader(byte[] bytes) {
        this.bytes = bytes;
    }

    public int u8() {
        require(1);
        return bytes[position++] & 0xFF;
    }

    public int u16() {
        require(2);
        return (u8() << 8) | u8();
    }

    public long u32() {
        require(4);
        long value = 0;
        for (int i = 0; i < 4; i++) {
            value = (value << 8) | u8();
        }
        return value;
    }

    public long u63() {
        require(8);
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = (value << 8) | u8();
        }
        if (value < 0) {
            throw new DecodeException("number of more than 63 bits at byte " + (position - 8));
        }
        return value;
    }

    public boolean flag() {
        int value = u8();
        if (value > 1) {
            throw new DecodeException("a flag is 0 or 1, not " + value);
        }
        return value == 1;
    }

    public Bytes32 fixed32() {
        return Bytes32.of(fixed(32));
    }

    public byte[] fixed(int length) {
        require(length);
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    /// Bytes after a u32 length of at most lengthMax.
    public Bytes bytes(int lengthMax) {
        long length = u32();
        if (length > lengthMax) {
            throw new DecodeException("length " + length + " above the limit " + lengthMax);
        }
        return Bytes.of(fixed((int) length));
    }

    /// UTF-8 text after a u16 length of at most lengthMax bytes.
    public String text(int lengthMax) {
        int length = u16();
        if (length > lengthMax) {
            throw new DecodeException("length " + length + " above the limit " + lengthMax);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(fixed(length)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DecodeException("text that is not UTF-8", e);
        }
    }

    /// A list of count elements; each must take at least one byte, so a length bomb fails early.
    public <T> List<T> list(int count, int countMax, Supplier<T> element) {
        if (count > countMax) {
            throw new DecodeException(count + " elements above the limit " + countMax);
        }
        require(count);
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.get());
        }
        return List.copyOf(list);
    }

    public int remaining() {
        return bytes.length - position;
    }

    /// Nothing may follow the last field.
    public void end() {
        if (position != bytes.length) {
            throw new DecodeException(remaining() + " bytes after the end");
        }
    }

    /// Decodes all of the bytes; a value that its own constructor refuses is a decoding failure.
    public static <T> T decode(byte[] bytes, java.util.function.Function<CanonicalReader, T> decoder) {
        CanonicalReader reader = new CanonicalReader(bytes);
        T value;
        try {
            value = decoder.apply(reader);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new DecodeException("not a canonical value: " + e.getMessage(), e);
        }
        reader.end();
        return value;
    }

    private void require(int length) {
        if (length < 0 || length > remaining()) {
            throw new DecodeException("truncated: " + length + " bytes wanted, " + remaining() + " left");
        }
    }
}
