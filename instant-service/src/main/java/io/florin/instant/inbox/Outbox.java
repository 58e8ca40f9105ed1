package io.florin.instant.inbox;

import io.florin.ledger.Invariant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Notices of one shard to another one. A notice leaves when its cause is on the sender's disk, is sent again until the
/// receiver has acknowledged it, and is forgotten then. Owned by the sender's thread.
///
/// @param <N> what this kind of shards tell each other
public final class Outbox<N> {

    private final Deque<NumberedNotice<N>> kept = new ArrayDeque<>();
    private long last;

    public NumberedNotice<N> add(N notice) {
        NumberedNotice<N> numbered = new NumberedNotice<>(++last, notice);
        kept.add(numbered);
        return numbered;
    }

    /// Takes it up where a snapshot left it, notice by notice.
    public void restore(NumberedNotice<N> notice) {
        kept.add(notice);
    }

    /// Takes up its count where a snapshot left it.
    public void restore(long newest) {
        last = newest;
    }

    /// Whether this one was given and is not acknowledged.
    public boolean keeps(long sequence) {
        return !kept.isEmpty() && sequence >= kept.getFirst().sequence() && sequence <= last;
    }

    /// The receiver has everything up to this one on its disk.
    public void acknowledged(long upTo) {
        Invariant.check(upTo <= last, "acknowledged before it was given");
        while (!kept.isEmpty() && kept.getFirst().sequence() <= upTo) {
            kept.removeFirst();
        }
    }

    /// The oldest that are not acknowledged, at most so many.
    public List<NumberedNotice<N>> kept(int max) {
        return kept.stream().limit(max).toList();
    }

    public List<NumberedNotice<N>> kept() {
        return List.copyOf(kept);
    }

    /// The number of the newest one, 0 before the first.
    public long last() {
        return last;
    }
}
