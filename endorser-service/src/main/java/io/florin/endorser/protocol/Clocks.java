package io.florin.endorser.protocol;

import io.florin.runtime.chain.SteadyClock;
import java.time.InstantSource;

/// The wall clock, and one that goes on evenly from when this was made.
public final class Clocks {

    private final InstantSource wall;
    private final InstantSource steady;

    public Clocks(InstantSource wall) {
        this.wall = wall;
        this.steady = SteadyClock.from(wall);
    }

    public Moment now() {
        return new Moment(wall.millis(), steady.millis());
    }

    /// For what is waited for.
    public InstantSource steady() {
        return steady;
    }
}
