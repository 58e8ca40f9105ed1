package io.florin.ordering.link.adapter;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.ArrayList;
import java.util.List;

/// Several messages in one body.
final class Frames {
    static final int BODY_MAX = 15 * 1024 * 1024;

    private Frames() {}

    static byte[] join(List<byte[]> messages) {
        CanonicalWriter writer = new CanonicalWriter(
                messages.stream().mapToInt(it -> it.length + 4).sum() + 1);
        messages.forEach(message -> writer.u32(message.length).fixed(message));
        return writer.toByteArray();
    }

    static List<byte[]> split(byte[] body) {
        return CanonicalReader.decode(body, reader -> {
            List<byte[]> messages = new ArrayList<>();
            while (reader.remaining() > 0) {
                Bytes message = reader.bytes(BODY_MAX);
                messages.add(message.toArray());
            }
            return messages;
        });
    }
}
