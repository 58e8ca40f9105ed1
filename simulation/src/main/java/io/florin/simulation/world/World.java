package io.florin.simulation.world;

import java.util.PriorityQueue;
import java.util.Random;

/// Virtual time and everything that is to happen in it, in one thread. Two things of the same instant happen in the
/// order that the seed picks, and every purpose draws from a stream of its own, so that one fault more or less does not
/// change what chance does elsewhere.
///
/// The same seed gives the same run, event for event: [#fingerprint] tells whether it did.
public final class World {
    private final long seed;
    private final Random ties;
    private final PriorityQueue<Planned> plan = new PriorityQueue<>();
    private long nowMicros;
    private long number;
    private long events;
    private long fingerprint;

    private record Planned(long atMicros, long tie, long number, Runnable action) implements Comparable<Planned> {
        @Override
        public int compareTo(Planned other) {
            int time = Long.compare(atMicros, other.atMicros);
            int turn = time != 0 ? time : Long.compare(tie, other.tie);
            return turn != 0 ? turn : Long.compare(number, other.number);
        }
    }

    public World(long seed) {
        this.seed = seed;
        this.ties = random("ties");
    }

    /// A stream of chance that nothing else draws from.
    public Random random(String purpose) {
        return new Random(seed * 0x9E3779B97F4A7C15L ^ purpose.hashCode() * 0xC2B2AE3D27D4EB4FL);
    }

    public long nowMicros() {
        return nowMicros;
    }

    public long nowMillis() {
        return nowMicros / 1000;
    }

    /// Events so far.
    public long events() {
        return events;
    }

    /// Differs where two runs differ in the times of their events, or in what was marked.
    public long fingerprint() {
        return fingerprint;
    }

    /// Something came of an event.
    ///
    /// @param content a hash that is the same in every process
    public void mark(int content) {
        fingerprint = fingerprint * 31 + content;
    }

    public void after(long micros, Runnable action) {
        plan.add(new Planned(nowMicros + Math.max(0, micros), ties.nextLong(), number++, action));
    }

    public void at(long millis, Runnable action) {
        after(millis * 1000 - nowMicros, action);
    }

    /// The next event happens; false when nothing is to happen any more.
    public boolean step() {
        Planned next = plan.poll();
        if (next == null) {
            return false;
        }
        nowMicros = next.atMicros;
        events++;
        fingerprint = fingerprint * 31 + nowMicros;
        try {
            next.action.run();
        } catch (InvariantViolation violation) {
            throw violation;
        } catch (RuntimeException | StackOverflowError bug) {
            throw new InvariantViolation("a bug outside of any node: " + bug, bug);
        }
        return true;
    }
}
