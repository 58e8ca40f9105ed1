package io.florin.simulation.run;

import io.florin.simulation.world.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Makes a schedule that breaks something as short as it gets (delta debugging): leaves out halves of the faults, then
/// quarters, then single ones, and submissions, as long as the same thing breaks.
public final class Shrinker {
    private static final int RUNS_MAX = 300;

    private final Function<Schedule, Optional<Found>> run;
    private final String kind;
    private int runs;

    private Shrinker(Function<Schedule, Optional<Found>> run, String kind) {
        this.run = run;
        this.kind = kind;
    }

    /// @param violation what the schedule broke
    public static Found shrink(Schedule schedule, Cast cast, Violation violation) {
        return shrink(new Found(schedule, violation), other -> Seeds.run(other, cast));
    }

    /// @param run what a schedule breaks
    public static Found shrink(Found whole, Function<Schedule, Optional<Found>> run) {
        Shrinker shrinker = new Shrinker(run, kind(whole));
        return shrinker.fewerFaults(shrinker.lessWork(shrinker.fewerFaults(whole)));
    }

    /// What broke, without the numbers.
    private static String kind(Found found) {
        return found.headline().replaceAll("[0-9]+", "N");
    }

    private Found fewerFaults(Found found) {
        Found shortest = found;
        int parts = 2;
        while (!shortest.schedule().faults().isEmpty() && runs < RUNS_MAX) {
            int size = shortest.schedule().faults().size();
            Optional<Found> shorter = withoutOnePart(shortest, Math.min(parts, size));
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

    private Optional<Found> withoutOnePart(Found found, int parts) {
        List<Fault> faults = found.schedule().faults();
        for (int part = 0; part < parts; part++) {
            List<Fault> rest = new ArrayList<>(faults);
            rest.subList(faults.size() * part / parts, faults.size() * (part + 1) / parts)
                    .clear();
            Optional<Found> shorter = breaks(found.schedule().withFaults(rest));
            if (shorter.isPresent()) {
                return shorter;
            }
        }
        return Optional.empty();
    }

    private Found lessWork(Found found) {
        Found least = found;
        for (int less = least.schedule().workload() / 2; less >= 1 && runs < RUNS_MAX; less /= 2) {
            int wanted = least.schedule().workload() - less;
            if (wanted >= 1) {
                least = breaks(least.schedule().withWorkload(wanted)).orElse(least);
            }
        }
        return least;
    }

    private Optional<Found> breaks(Schedule schedule) {
        runs++;
        return run.apply(schedule).filter(found -> kind(found).equals(kind));
    }
}
