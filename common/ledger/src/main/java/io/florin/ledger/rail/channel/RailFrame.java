package io.florin.ledger.rail.channel;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.List;

/// Messages that go over a connection together. The content of each is decoded by itself, so one that is malformed
/// costs the others nothing.
///
/// Encoding: version `u8` = 1, count `u16` from 1 to [#MESSAGES_MAX], then each message: request `u63`, content
/// `bytes`. On a connection each frame follows its size, `u32`.
public final class RailFrame {
    /// Messages of one frame.
    public static final int MESSAGES_MAX = 1024;
    /// The largest content: another authority's window of 4,096 orders has 140 kB, a request with 16 carried payments
    /// of a committee of ten less.
    public static final int CONTENT_BYTES_MAX = 256 * 1024;
    /// Bytes of one frame.
    public static final int FRAME_BYTES_MAX = 1024 * 1024;

    private static final int VERSION = 1;

    private RailFrame() {}

    /// @throws IllegalArgumentException if there are none, too many, or too large ones
    public static byte[] encode(List<RailMessage> messages) {
        if (messages.isEmpty() || messages.size() > MESSAGES_MAX) {
            throw new IllegalArgumentException("a frame of " + messages.size() + " messages");
        }
        int size = 3 + messages.stream().mapToInt(RailMessage::frameBytes).sum();
        if (size > FRAME_BYTES_MAX) {
            throw new IllegalArgumentException("a frame of " + size + " bytes");
        }
        CanonicalWriter writer = new CanonicalWriter(size).u8(VERSION).u16(messages.size());
        for (RailMessage message : messages) {
            writer.u63(message.request()).bytes(message.content());
        }
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are no frame
    public static List<RailMessage> decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> {
            int version = reader.u8();
            if (version != VERSION) {
                throw new DecodeException("a frame of version " + version);
            }
            int count = reader.u16();
            if (count == 0) {
                throw new DecodeException("a frame of nothing");
            }
            return reader.list(
                    count, MESSAGES_MAX, () -> new RailMessage(reader.u63(), reader.bytes(CONTENT_BYTES_MAX)));
        });
    }
}
