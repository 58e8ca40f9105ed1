package io.florin.simulation.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.run.BrokenSchedule;
import io.florin.simulation.run.Schedule;
import io.florin.simulation.run.Shrinker;
import java.security.SecureRandom;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The rail under new seeds in every build; `-Dflorin.seed=S` begins with that one again.
final class RailSimulationTest {
    private static final long SEEDS = 60;
    private static final long SEEDS_UNTIL_TAKEN_BACK_MAX = 600;
    private static final long FIRST_MAX = 1_000_000_000_000L;

    @Test
    void nothingBreaksUnderNewSeeds() {
        long first = Long.getLong("florin.seed", new SecureRandom().nextLong(FIRST_MAX));
        System.out.println("rail: " + SEEDS + " seeds from " + first + " on; again with -Dflorin.seed=" + first);
        long begin = System.nanoTime();
        RailSeeds seeds = new RailSeeds(RailHabits.HONEST);
        Optional<BrokenSchedule> found = seeds.tryAll(first, Long.getLong("florin.rail.seeds", SEEDS));
        // some in sixty seeds, and in a few sixties none
        while (found.isEmpty() && seeds.takenBack() == 0 && seeds.runs() < SEEDS_UNTIL_TAKEN_BACK_MAX) {
            found = seeds.tryAll(first + seeds.runs(), 1);
        }
        System.out.println("rail: " + seeds.runs() + " runs, " + seeds.finished() + " final payments, "
                + seeds.rescued() + " rescues, " + seeds.takenBack() + " executions taken back, "
                + seeds.restarts() + " restarts in " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        found.ifPresent(it -> {
            BrokenSchedule shrunk = Shrinker.shrink(it, schedule -> RailSeeds.run(schedule, RailHabits.HONEST));
            throw new AssertionError(shrunk.toString(), shrunk.violation());
        });
        assertThat(seeds.finished()).isPositive();
        assertThat(seeds.rescued()).isPositive();
        assertThat(seeds.takenBack()).isPositive();
    }

    @Test
    void aSeedIsARun() {
        Schedule schedule = RailSeeds.schedule(7);

        assertThat(new RailSimulation(schedule, RailHabits.HONEST).run())
                .isEqualTo(new RailSimulation(schedule, RailHabits.HONEST).run());
    }
}
