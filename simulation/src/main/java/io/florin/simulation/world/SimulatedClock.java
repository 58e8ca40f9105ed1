package io.florin.simulation.world;

/// A node's clock: begins anywhere, runs a little fast or slow, and, where it is a wall clock, jumps.
public final class SimulatedClock {
    private static final long PER_THOUSAND = 1000;

    private final World world;
    private final long beginMillis;
    private long perThousand = PER_THOUSAND;
    private long jumpedMillis;

    SimulatedClock(World world, long beginMillis) {
        this.world = world;
        this.beginMillis = beginMillis;
    }

    /// Never goes back.
    public long steadyMillis() {
        return beginMillis + world.nowMicros() * perThousand / PER_THOUSAND / 1000;
    }

    /// Time that the machine tells, in milliseconds.
    public long wallMillis() {
        return steadyMillis() + jumpedMillis;
    }

    /// Only before the first event: a clock that changes its pace would go back here.
    public void runs(long thousandths) {
        perThousand = thousandths;
    }

    public void jump(long millis) {
        jumpedMillis += millis;
    }

    /// Time that so many milliseconds of this clock take in the world, in microseconds.
    long worldMicros(long millis) {
        return millis * 1000 * PER_THOUSAND / perThousand;
    }
}
