package io.florin.committer.intake.adapter;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// Time that goes on evenly from when it was made, whatever somebody does to the wall clock. Intake measures with it
/// how long a source is silent or behind: were its clock set back by an hour, it would stay with a dead source for so
/// long.
final class SteadyClock implements InstantSource {

    private final Instant origin;
    private final LongSupplier nanos;
    private final long originNanos;

    /// @param origin what the clock shows now
    /// @param nanos counts on evenly, from anywhere
    SteadyClock(Instant origin, LongSupplier nanos) {
        this.origin = origin;
        this.nanos = nanos;
        this.originNanos = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return origin.plusNanos(nanos.getAsLong() - originNanos);
    }
}
