package io.florin.runtime.chain;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// Time that goes on evenly from when it was made, whatever somebody does to the wall clock. It measures how long a
/// source is silent or behind: by a clock set back by an hour, somebody would stay with a dead source for so long.
public final class SteadyClock implements InstantSource {

    private final Instant origin;
    private final LongSupplier nanos;
    private final long originNanos;

    /// From now on evenly, without asking the wall clock again.
    public static SteadyClock from(InstantSource wallClock) {
        return new SteadyClock(wallClock.instant(), System::nanoTime);
    }

    /// @param origin what the clock shows now
    /// @param nanos counts on evenly, from anywhere
    public SteadyClock(Instant origin, LongSupplier nanos) {
        this.origin = origin;
        this.nanos = nanos;
        this.originNanos = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return origin.plusNanos(nanos.getAsLong() - originNanos);
    }
}
