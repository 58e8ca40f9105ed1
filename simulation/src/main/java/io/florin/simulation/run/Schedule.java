package io.florin.simulation.run;

import java.util.List;

/// All that a run depends on. What the seed alone decides is the chance in between: delays, and whose turn it is.
///
/// @param workload how many submissions there are
public record Schedule(long seed, int workload, List<SimulatedFault> faults) {
    public Schedule {
        faults = List.copyOf(faults);
    }

    Schedule withFaults(List<SimulatedFault> others) {
        return new Schedule(seed, workload, others);
    }

    Schedule withWorkload(int less) {
        return new Schedule(seed, less, faults);
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("seed " + seed + ", " + workload + " submissions, " + faults.size() + " faults");
        faults.forEach(fault -> text.append("\n  ").append(fault));
        return text.toString();
    }
}
