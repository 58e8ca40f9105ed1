package io.florin.instant.authority;

import io.florin.instant.roots.WindowStream;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Number of windows that a shard has closed, and of others' windows that it has taken, counted from the records of its
/// journal. Written by the shard's thread; any thread reads.
public final class WindowTally {

    /// Orders in the windows that are kept of one authority. A kept window serves its owner alone, as proof that its
    /// journal is an older copy; one who fills it up with large windows spoils his own. The numbers are kept of all.
    public static final int ORDERS_KEPT_MAX = 4 * ExecutedWindow.ORDERS_MAX;

    private final Map<WindowStream, Long> taken = new TreeMap<>();
    private final Map<Integer, LinkedHashMap<Integer, ExecutedWindow>> last = new TreeMap<>();
    private long closed;

    /// The shard's own window of this number is closed.
    public synchronized void closed(long number) {
        closed = number + 1;
    }

    /// A window of another authority is taken.
    public synchronized void taken(WindowStream stream, long number) {
        taken.put(stream, number + 1);
    }

    /// Sets the tally that a snapshot sums up.
    ///
    /// @param closedSoFar windows of the shard's own
    /// @param read up to where each stream is read
    public synchronized void restored(long closedSoFar, Map<WindowStream, Long> read) {
        closed = closedSoFar;
        taken.putAll(read);
    }

    /// Keeps a window that the shard has just taken, so that its owner can be shown its own signature.
    public synchronized void keep(ExecutedWindow window) {
        LinkedHashMap<Integer, ExecutedWindow> kept =
                last.computeIfAbsent(window.authority(), _ -> new LinkedHashMap<>());
        kept.putLast(window.shard(), window);
        int orders = 0;
        for (ExecutedWindow each : kept.values()) {
            orders += each.executed().size();
        }
        while (orders > ORDERS_KEPT_MAX) {
            orders -= kept.pollFirstEntry().getValue().executed().size();
        }
    }

    /// Windows of the shard's own.
    public synchronized long closed() {
        return closed;
    }

    /// Windows of each shard of another authority; the latest one of a shard where it is kept.
    public synchronized Map<Integer, HeldWindow> of(int authority) {
        Map<Integer, ExecutedWindow> kept = last.getOrDefault(authority, new LinkedHashMap<>());
        Map<Integer, HeldWindow> held = new TreeMap<>();
        taken.forEach((stream, count) -> {
            if (stream.authority() == authority) {
                held.put(
                        stream.shard(),
                        new HeldWindow(stream.shard(), count, Optional.ofNullable(kept.get(stream.shard()))));
            }
        });
        return held;
    }
}
