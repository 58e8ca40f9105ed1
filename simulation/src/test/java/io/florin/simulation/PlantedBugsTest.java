package io.florin.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.run.BrokenSchedule;
import io.florin.simulation.run.Cast;
import io.florin.simulation.run.Seeds;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A simulation that finds nothing proves nothing unless it finds what is there: each bug shows within 5,000 seeds, and
/// the same seed breaks nothing without it.
final class PlantedBugsTest {
    private static final long SEEDS_MAX = 5_000;
    private static final int THREADS = 2;

    @ParameterizedTest
    @EnumSource
    void isFoundInOrdering(PlantedInOrdering bug) {
        expectFound(bug.name(), bug::cast);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInCommitters(PlantedInCommitters bug) {
        expectFound(bug.name(), bug::cast);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInEndorsers(PlantedInEndorsers bug) {
        expectFound(bug.name(), bug::cast);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInFollowers(PlantedInFollowers bug) {
        expectFound(bug.name(), bug::cast);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInBanks(PlantedInBanks bug) {
        expectFound(bug.name(), bug::cast);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundInConfiguration(PlantedInConfiguration bug) {
        expectFound(bug.name(), bug::cast);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundWhereAmountsAreHidden(PlantedInHidden bug) {
        expectFound(bug.name(), bug::cast, Seeds::isHidden);
    }

    private static void expectFound(String bug, Supplier<Cast> cast) {
        expectFound(bug, cast, _ -> true);
    }

    /// @param tried those of the seeds in whose runs it may show
    private static void expectFound(String bug, Supplier<Cast> cast, LongPredicate tried) {
        long first = Long.getLong("florin.seed", new SecureRandom().nextLong(1_000_000_000_000L));
        Seeds seeds = new Seeds(first, _ -> cast.get(), tried);
        Optional<BrokenSchedule> found = seeds.tryAll(SEEDS_MAX, 0, THREADS);
        assertThat(found).as(bug + ", seeds from " + first + " on").isPresent();
        BrokenSchedule breach = found.orElseThrow();
        System.out.println("simulation: " + bug + " found after " + (seeds.sum().runs() + 1) + " seeds, with seed "
                + breach.schedule().seed() + ": "
                + breach.headline());
        assertThat(Seeds.run(breach.schedule(), Cast.HONEST))
                .as("without the bug, seed " + breach.schedule().seed())
                .isEmpty();
    }
}
