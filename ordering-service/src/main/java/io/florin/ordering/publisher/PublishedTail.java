package io.florin.ordering.publisher;

import io.florin.ordering.protocol.PublishedPosition;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;

/// Height up to which a party has published. What it says itself, it has on its disk: the last block that was
/// acknowledged, and where that record lies. The topic is asked whether the record is still there; when it is not, or
/// the party has forgotten, the topic is read from its beginning, and only blocks that follow each other there without
/// a gap count.
///
/// So whatever others write to the topic says nothing: not even one of this party's own later blocks, which anybody who
/// has it can copy there while the party is away.
public final class PublishedTail {
    private final LongFunction<Optional<byte[]>> store;
    private Optional<PublishedPosition> last = Optional.empty();
    private Optional<byte[]> expected;

    /// @param store the encoded blocks of this party
    public PublishedTail(LongFunction<Optional<byte[]>> store) {
        this.store = store;
        this.expected = store.apply(1);
    }

    /// Whether the record at the position is, byte by byte, the block that the party put there.
    public static boolean holds(
            PublishedPosition position, Optional<byte[]> record, LongFunction<Optional<byte[]>> store) {
        return record.isPresent()
                && store.apply(position.number())
                        .filter(own -> Arrays.equals(own, record.get()))
                        .isPresent();
    }

    /// The next record of the topic, from its beginning on.
    public void read(long offset, byte[] value) {
        if (expected.filter(own -> Arrays.equals(own, value)).isPresent()) {
            long number = number() + 1;
            last = Optional.of(new PublishedPosition(number, offset));
            expected = store.apply(number + 1);
        }
    }

    /// The last block up to which the topic has all, in order; empty when it lacks the first.
    public Optional<PublishedPosition> last() {
        return last;
    }

    private long number() {
        return last.map(PublishedPosition::number).orElse(0L);
    }
}
