package io.florin.simulation.run;

import io.florin.simulation.configuration.PlannedChange;
import java.util.List;

/// All that a run depends on. What the seed alone decides is the chance in between: delays, and whose turn it is.
///
/// @param workload how many submissions there are
/// @param changes of the configuration, in order
public record Schedule(long seed, int workload, List<SimulatedFault> faults, List<PlannedChange> changes) {
    public Schedule {
        faults = List.copyOf(faults);
        changes = List.copyOf(changes);
    }

    /// One under which the configuration stays.
    public Schedule(long seed, int workload, List<SimulatedFault> faults) {
        this(seed, workload, faults, List.of());
    }

    Schedule withFaults(List<SimulatedFault> others) {
        return new Schedule(seed, workload, others, changes);
    }

    Schedule withWorkload(int less) {
        return new Schedule(seed, less, faults, changes);
    }

    Schedule withChanges(List<PlannedChange> others) {
        return new Schedule(seed, workload, faults, others);
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("seed " + seed + ", " + workload + " submissions, " + faults.size() + " faults");
        changes.forEach(change -> text.append("\n  ").append(change));
        faults.forEach(fault -> text.append("\n  ").append(fault));
        return text.toString();
    }
}
