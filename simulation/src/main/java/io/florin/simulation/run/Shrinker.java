package io.florin.simulation.run;

import io.florin.simulation.world.InvariantViolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Makes a schedule that breaks something as short as it gets (delta debugging): leaves out halves of the faults, then
/// quarters, then single ones, submissions and changes of the configuration, as long as the same thing breaks.
public final class Shrinker {
    private static final int RUNS_MAX = 300;

    private final Function<Schedule, Optional<BrokenSchedule>> run;
    private final String kind;
    private int runs;

    private Shrinker(Function<Schedule, Optional<BrokenSchedule>> run, String kind) {
        this.run = run;
        this.kind = kind;
    }

    /// @param violation what the schedule broke
    public static BrokenSchedule shrink(Schedule schedule, Cast cast, InvariantViolation violation) {
        return shrink(new BrokenSchedule(schedule, violation), other -> Seeds.run(other, cast));
    }

    /// @param run what a schedule breaks
    public static BrokenSchedule shrink(BrokenSchedule whole, Function<Schedule, Optional<BrokenSchedule>> run) {
        Shrinker shrinker = new Shrinker(run, kind(whole));
        return shrinker.fewerFaults(shrinker.fewerChanges(shrinker.lessWork(shrinker.fewerFaults(whole))));
    }

    /// Kind of the breach, without its numbers.
    private static String kind(BrokenSchedule found) {
        return found.headline().replaceAll("[0-9]+", "N");
    }

    private BrokenSchedule fewerFaults(BrokenSchedule found) {
        BrokenSchedule shortest = found;
        int parts = 2;
        while (!shortest.schedule().faults().isEmpty() && runs < RUNS_MAX) {
            int size = shortest.schedule().faults().size();
            Optional<BrokenSchedule> shorter = withoutOnePart(shortest, Math.min(parts, size));
            if (shorter.isPresent()) {
                shortest = shorter.get();
                parts = Math.max(2, parts - 1);
            } else if (parts >= size) {
                break;
            } else {
                parts = Math.min(size, parts * 2);
            }
        }
        return shortest;
    }

    private Optional<BrokenSchedule> withoutOnePart(BrokenSchedule found, int parts) {
        List<SimulatedFault> faults = found.schedule().faults();
        for (int part = 0; part < parts; part++) {
            List<SimulatedFault> rest = new ArrayList<>(faults);
            rest.subList(faults.size() * part / parts, faults.size() * (part + 1) / parts)
                    .clear();
            Optional<BrokenSchedule> shorter = breaks(found.schedule().withFaults(rest));
            if (shorter.isPresent()) {
                return shorter;
            }
        }
        return Optional.empty();
    }

    private BrokenSchedule fewerChanges(BrokenSchedule found) {
        BrokenSchedule fewest = found;
        for (int last = found.schedule().changes().size() - 1; last >= 0; last--) {
            Schedule before = fewest.schedule();
            fewest = breaks(before.withChanges(before.changes().subList(0, last)))
                    .orElse(fewest);
        }
        return fewest;
    }

    private BrokenSchedule lessWork(BrokenSchedule found) {
        BrokenSchedule least = found;
        for (int less = least.schedule().workload() / 2; less >= 1 && runs < RUNS_MAX; less /= 2) {
            int wanted = least.schedule().workload() - less;
            if (wanted >= 1) {
                least = breaks(least.schedule().withWorkload(wanted)).orElse(least);
            }
        }
        return least;
    }

    private Optional<BrokenSchedule> breaks(Schedule schedule) {
        runs++;
        return run.apply(schedule).filter(found -> kind(found).equals(kind));
    }
}
