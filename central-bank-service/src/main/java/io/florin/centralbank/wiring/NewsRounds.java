package io.florin.centralbank.wiring;

import io.florin.runtime.activity.Activity;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// A loop's step that does its round where there was news since the last one, where that one awaits something, and
/// where it is some time ago: time alone makes some work, too. Otherwise it does nothing, and asks the database
/// nothing. One thread at a time.
final class NewsRounds implements IntSupplier {
    private final Activity activity;
    private final Duration rest;
    private final IntSupplier round;
    private final LongSupplier nanos;
    private boolean due = true;
    private long seen;
    private long doneNanos;

    /// @param rest longest time between two rounds
    /// @param round answers how much it did, or [io.florin.runtime.loop.BackgroundLoop#AWAITS]
    /// @param nanos as [System#nanoTime] gives them
    NewsRounds(Activity activity, Duration rest, IntSupplier round, LongSupplier nanos) {
        this.activity = activity;
        this.rest = rest;
        this.round = round;
        this.nanos = nanos;
    }

    @Override
    public int getAsInt() {
        long news = activity.count();
        long now = nanos.getAsLong();
        if (!due && news == seen && now - doneNanos < rest.toNanos()) {
            return 0;
        }
        due = true; // also where the round fails
        int done = round.getAsInt();
        due = done != 0;
        seen = news;
        doneNanos = now;
        return done;
    }
}
