package io.florin.instant.inbox;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// A notice with its place in the outbox.
///
/// @param sequence of the pair of shards: 1, 2, 3 … without gaps
public record NumberedNotice(long sequence, Notice notice) {

    /// @throws IllegalArgumentException if it counts from less than 1
    public NumberedNotice {
        if (sequence < 1) {
            throw new IllegalArgumentException("notices count from 1");
        }
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u63(sequence);
        notice.writeTo(writer);
    }

    public static NumberedNotice readFrom(CanonicalReader reader) {
        return new NumberedNotice(reader.u63(), Notice.readFrom(reader));
    }
}
