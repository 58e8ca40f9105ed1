package io.florin.simulation.run;

import io.florin.simulation.world.Violation;

/// A schedule and what it broke.
public record Found(Schedule schedule, Violation violation) {

    @Override
    public String toString() {
        return violation.getMessage() + "\n" + schedule;
    }
}
