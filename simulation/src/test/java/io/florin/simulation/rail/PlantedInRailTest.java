package io.florin.simulation.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.run.BrokenSchedule;
import java.security.SecureRandom;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each bug shows within so many seeds, and the same seed breaks nothing without it.
final class PlantedInRailTest {
    private static final long SEEDS_MAX = 3_000;

    @ParameterizedTest
    @EnumSource
    void isFound(PlantedInRail bug) {
        long first = Long.getLong("florin.seed", new SecureRandom().nextLong(1_000_000_000_000L));
        long begin = System.nanoTime();
        RailSeeds seeds = new RailSeeds(bug.habits());
        Optional<BrokenSchedule> found = seeds.tryAll(first, SEEDS_MAX);
        assertThat(found).as(bug + ", seeds from " + first + " on").isPresent();
        BrokenSchedule breach = found.orElseThrow();
        System.out.println("rail: " + bug + " found after " + (seeds.runs() + 1) + " seeds, "
                + (System.nanoTime() - begin) / 1_000_000 + " ms, with seed "
                + breach.schedule().seed() + ": " + breach.headline());
        assertThat(RailSeeds.run(breach.schedule(), RailHabits.HONEST))
                .as("without the bug, seed " + breach.schedule().seed())
                .isEmpty();
    }
}
