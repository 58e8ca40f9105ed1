package io.florin.ordering.intake;

import java.util.TreeSet;

/// Position in a partition from which to go on after a restart: behind the last record before which all are done with.
/// A bundle is done with when a block carries it, so what this party only holds in memory is read again.
///
/// Used by the reader, which begins records, and by the loop that hears of blocks: all methods are short and locked.
public final class ReadingPosition {
    private final TreeSet<Long> open = new TreeSet<>();
    private long next;

    /// @param next the offset to read next
    public ReadingPosition(long next) {
        this.next = next;
    }

    /// The reader starts over from here.
    ///
    /// @param begin the oldest record that is still there; what is gone was offered to the other parties too
    public synchronized long restart(long begin) {
        long from = Math.max(begin, value());
        open.clear();
        next = from;
        return from;
    }

    public synchronized void begin(long offset) {
        if (offset >= next) {
            open.add(offset);
            next = offset + 1;
        }
    }

    public synchronized void done(long offset) {
        open.remove(offset);
    }

    public synchronized long value() {
        return open.isEmpty() ? next : open.first();
    }
}
