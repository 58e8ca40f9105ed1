package io.florin.simulation.rail;

import io.florin.simulation.rail.RailSimulation.RailOutcome;
import io.florin.simulation.run.Found;
import io.florin.simulation.run.Schedule;
import io.florin.simulation.world.Violation;
import java.util.Optional;

/// Runs rails under one seed after the other until one breaks something.
public final class RailSeeds {
    private final RailHabits habits;
    private long runs;
    private long finished;
    private long restarts;

    public RailSeeds(RailHabits habits) {
        this.habits = habits;
    }

    public static Schedule schedule(long seed) {
        return RailFaults.draw(seed, RailSimulation.nodes(seed));
    }

    /// What the schedule breaks, if it breaks something.
    public static Optional<Found> run(Schedule schedule, RailHabits habits) {
        return new RailSeeds(habits).run(schedule);
    }

    private Optional<Found> run(Schedule schedule) {
        try {
            RailOutcome outcome = new RailSimulation(schedule, habits).run();
            runs++;
            finished += outcome.finished();
            restarts += outcome.restarts();
            return Optional.empty();
        } catch (Violation violation) {
            return Optional.of(new Found(schedule, violation));
        }
    }

    /// @return the first of so many seeds that broke something, not shrunk
    public Optional<Found> tryAll(long first, long seeds) {
        for (long seed = first; seed < first + seeds; seed++) {
            Optional<Found> found = run(schedule(seed));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// Runs that broke nothing.
    public long runs() {
        return runs;
    }

    /// Final payments in all of them.
    public long finished() {
        return finished;
    }

    public long restarts() {
        return restarts;
    }
}
