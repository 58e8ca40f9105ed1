package io.florin.instant.inbox;

import io.florin.ledger.Invariant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// What one shard has to tell another one. A notice leaves when its cause is on the sender's disk, is sent again until
/// the receiver has acknowledged it, and is forgotten then. Owned by the sender's thread.
public final class Outbox {

    private final Deque<NumberedNotice> kept = new ArrayDeque<>();
    private long last;

    public NumberedNotice add(Notice notice) {
        NumberedNotice numbered = new NumberedNotice(++last, notice);
        kept.add(numbered);
        return numbered;
    }

    /// The receiver has everything up to this one on its disk.
    public void acknowledged(long upTo) {
        Invariant.check(upTo <= last, "acknowledged before it was given");
        while (!kept.isEmpty() && kept.getFirst().sequence() <= upTo) {
            kept.removeFirst();
        }
    }

    /// The oldest that are not acknowledged, at most so many.
    public List<NumberedNotice> kept(int max) {
        return kept.stream().limit(max).toList();
    }

    public List<NumberedNotice> kept() {
        return List.copyOf(kept);
    }

    /// The number of the newest one, 0 before the first.
    public long last() {
        return last;
    }
}
