package io.florin.instant.authority;

import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The windows that this authority knows to have signed: those in its journals at the start, and those that left since.
/// One of the first is taken for known by its number, one of the others by what it names: an authority on an older copy
/// signs windows of numbers that it has used before. A shard's thread tells what leaves; any thread asks.
public final class OwnWindows {

    private final List<Long> closed;
    private final Map<Integer, List<List<ExecutedOrder>>> left = new TreeMap<>();

    /// @param closed windows in the journal of each shard at the start
    public OwnWindows(List<Long> closed) {
        this.closed = List.copyOf(closed);
    }

    /// A shard's window leaves, the first time or again; those of a shard come in the order of their numbers.
    public synchronized void leaves(ExecutedWindow window) {
        List<List<ExecutedOrder>> since = left.computeIfAbsent(window.shard(), _ -> new ArrayList<>());
        if (window.number() == atStart(window.shard()) + since.size()) {
            since.add(window.executed());
        }
    }

    /// Windows of one shard.
    public synchronized long count(int shard) {
        return atStart(shard) + left.getOrDefault(shard, List.of()).size();
    }

    public synchronized boolean has(ExecutedWindow window) {
        List<List<ExecutedOrder>> since = left.getOrDefault(window.shard(), List.of());
        long place = window.number() - atStart(window.shard());
        return place < 0 || (place < since.size() && since.get((int) place).equals(window.executed()));
    }

    /// A shard that this authority does not have now has no journal.
    private long atStart(int shard) {
        return shard < closed.size() ? closed.get(shard) : 0;
    }
}
