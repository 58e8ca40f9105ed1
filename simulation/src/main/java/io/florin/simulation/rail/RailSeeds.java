package io.florin.simulation.rail;

import io.florin.simulation.rail.RailSimulation.RailOutcome;
import io.florin.simulation.run.BrokenSchedule;
import io.florin.simulation.run.Schedule;
import io.florin.simulation.world.InvariantViolation;
import java.util.Optional;

/// Runs rails under one seed after the other until one breaks something.
public final class RailSeeds {
    private final RailHabits habits;
    private long runs;
    private long finished;
    private long rescued;
    private long takenBack;
    private long restarts;

    public RailSeeds(RailHabits habits) {
        this.habits = habits;
    }

    public static Schedule schedule(long seed) {
        return RailFaults.draw(seed, RailSimulation.nodes(seed));
    }

    /// Rule that the schedule breaks, if it breaks one.
    public static Optional<BrokenSchedule> run(Schedule schedule, RailHabits habits) {
        return new RailSeeds(habits).run(schedule);
    }

    private Optional<BrokenSchedule> run(Schedule schedule) {
        try {
            RailOutcome outcome = new RailSimulation(schedule, habits).run();
            runs++;
            finished += outcome.finished();
            rescued += outcome.rescued();
            takenBack += outcome.takenBack();
            restarts += outcome.restarts();
            return Optional.empty();
        } catch (InvariantViolation violation) {
            return Optional.of(new BrokenSchedule(schedule, violation));
        }
    }

    /// @return the first of so many seeds that broke something, not shrunk
    public Optional<BrokenSchedule> tryAll(long first, long seeds) {
        for (long seed = first; seed < first + seeds; seed++) {
            Optional<BrokenSchedule> found = run(schedule(seed));
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

    /// Sequences that a rescue brought to an end, in all of them.
    public long rescued() {
        return rescued;
    }

    /// Executions undone, in all of them.
    public long takenBack() {
        return takenBack;
    }

    public long restarts() {
        return restarts;
    }
}
