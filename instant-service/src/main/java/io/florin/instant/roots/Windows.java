package io.florin.instant.roots;

import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// This shard's own windows, each with the same contents for ever, and up to where it has read those of others.
public final class Windows {

    /// Shards of one authority. Each costs its authority two threads and a journal, so none needs more; and each is a
    /// stream that all others remember, of which a liar opens as many as there may be.
    public static final int SHARDS_MAX = 256;

    private final List<ExecutedOrder> open = new ArrayList<>();
    private final List<List<ExecutedOrder>> closed = new ArrayList<>();
    private final NavigableMap<WindowStream, Long> read = new TreeMap<>();

    public void add(ExecutedOrder order) {
        open.add(order);
    }

    /// Its execution is taken back before any window told of it.
    public void leaveOut(ExecutedOrder order) {
        open.remove(order);
    }

    /// Number of orders of the next window; none if it is empty.
    public int nextSize() {
        return Math.min(open.size(), ExecutedWindow.ORDERS_MAX);
    }

    public long nextNumber() {
        return closed.size();
    }

    public void close(long number, int size) {
        Invariant.check(number == closed.size() && size > 0, "windows end one after the other");
        List<ExecutedOrder> first = open.subList(0, size);
        closed.add(List.copyOf(first));
        first.clear();
    }

    public Optional<List<ExecutedOrder>> closed(long number) {
        return number >= 0 && number < closed.size() ? Optional.of(closed.get((int) number)) : Optional.empty();
    }

    /// The number of the window that is to come next from a shard of another authority.
    public long expected(int authority, int shard) {
        return read.getOrDefault(new WindowStream(authority, shard), 0L);
    }

    public void take(int authority, int shard, long number) {
        Invariant.check(number == expected(authority, shard), "windows are read one after the other");
        read.put(new WindowStream(authority, shard), number + 1);
    }

    /// Up to where each stream has been read.
    public NavigableMap<WindowStream, Long> read() {
        return Collections.unmodifiableNavigableMap(read);
    }

    public void writeTo(StateWriter writer) {
        closed.forEach(window -> {
            CanonicalWriter item = writer.item(StateItem.WINDOW_CLOSED).u16(window.size());
            window.forEach(order -> order.writeTo(item));
        });
        open.forEach(order -> order.writeTo(writer.item(StateItem.WINDOW_OPEN)));
        read.forEach((stream, next) -> writer.item(StateItem.WINDOWS_READ)
                .u8(stream.authority())
                .u16(stream.shard())
                .u63(next));
    }

    public void restoreOpen(CanonicalReader reader) {
        open.add(ExecutedOrder.readFrom(reader));
    }

    public void restoreClosed(CanonicalReader reader) {
        closed.add(reader.list(reader.u16(), ExecutedWindow.ORDERS_MAX, () -> ExecutedOrder.readFrom(reader)));
    }

    public void restoreRead(CanonicalReader reader) {
        read.put(new WindowStream(reader.u8(), reader.u16()), reader.u63());
    }
}
