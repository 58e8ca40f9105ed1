package io.florin.auditor.replay.adapter;

import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import java.time.InstantSource;
import java.util.function.Supplier;

/// Time that counts against the source that is followed: all of it, but while the replay applies and stores a block
/// that it accepts, and while the database is away. Time spent on anything else that a source gives counts when it is
/// spent: by the repeats of one block, time would never go on. It stands still in no other state than inside a call, so
/// a source that gives nothing is left whatever happened before.
///
/// Two threads are inside at once for a moment, while a source is left: then both are excused where one of them is.
final class CountedTime {
    private final InstantSource clock;
    private final long beginMillis;
    private int inside;
    private boolean anyExcused;
    private long insideSinceMillis;
    private long excusedMillis;

    /// @param clock never goes back
    CountedTime(InstantSource clock) {
        this.clock = clock;
        this.beginMillis = clock.millis();
    }

    /// Milliseconds since the begin that count. Never less than before.
    synchronized long millis() {
        long now = clock.millis();
        long open = inside > 0 ? now - insideSinceMillis : 0;
        return now - beginMillis - excusedMillis - open;
    }

    /// Offers a block to the replay. A failure is one of the database, and not of the source.
    BlockVerdict offering(Supplier<BlockVerdict> offer) {
        begin();
        boolean excused = true;
        try {
            BlockVerdict verdict = offer.get();
            excused = verdict instanceof Accepted;
            return verdict;
        } finally {
            end(excused);
        }
    }

    /// Stores what was taken of a source. What fails is the database.
    ///
    /// @param accepted whether it gave anything that is new
    void storing(boolean accepted, Runnable store) {
        begin();
        boolean excused = true;
        try {
            store.run();
            excused = accepted;
        } finally {
            end(excused);
        }
    }

    /// Waits for the database with a source's block in hand.
    ///
    /// @return what the wait gives
    boolean waiting(Wait wait) throws InterruptedException {
        begin();
        try {
            return wait.await();
        } finally {
            end(true);
        }
    }

    /// Something that is waited for with a bound.
    @FunctionalInterface
    interface Wait {
        boolean await() throws InterruptedException;
    }

    private synchronized void begin() {
        if (inside == 0) {
            insideSinceMillis = clock.millis();
            anyExcused = false;
        }
        inside++;
    }

    private synchronized void end(boolean excused) {
        anyExcused |= excused;
        inside--;
        if (inside == 0 && anyExcused) {
            excusedMillis += clock.millis() - insideSinceMillis;
        }
    }
}
