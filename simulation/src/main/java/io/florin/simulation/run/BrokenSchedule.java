package io.florin.simulation.run;

import io.florin.simulation.world.InvariantViolation;

/// A schedule and what it broke.
public record BrokenSchedule(Schedule schedule, InvariantViolation violation) {

    /// Broken promise, in one line.
    public String headline() {
        return String.valueOf(violation.getMessage()).lines().findFirst().orElse("");
    }

    @Override
    public String toString() {
        return violation.getMessage() + "\n" + schedule;
    }
}
