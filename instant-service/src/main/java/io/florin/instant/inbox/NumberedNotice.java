package io.florin.instant.inbox;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// A notice with its place in the outbox.
///
/// @param <N> what this kind of shards tell each other
/// @param sequence of the pair of shards: 1, 2, 3 … without gaps
public record NumberedNotice<N>(long sequence, N notice) {

    /// @throws IllegalArgumentException if it counts from less than 1
    public NumberedNotice {
        if (sequence < 1) {
            throw new IllegalArgumentException("notices count from 1");
        }
    }

    public void writeTo(CanonicalWriter writer, BiConsumer<N, CanonicalWriter> writeNotice) {
        writer.u63(sequence);
        writeNotice.accept(notice, writer);
    }

    public static <N> NumberedNotice<N> readFrom(CanonicalReader reader, Function<CanonicalReader, N> readNotice) {
        return new NumberedNotice<>(reader.u63(), readNotice.apply(reader));
    }
}
