package io.florin.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.run.BrokenSchedule;
import io.florin.simulation.run.Cast;
import io.florin.simulation.run.FaultPlan;
import io.florin.simulation.run.RunSummary;
import io.florin.simulation.run.Schedule;
import io.florin.simulation.run.Seeds;
import io.florin.simulation.run.Shrinker;
import io.florin.simulation.run.Simulation;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The platform under new seeds in every build; `-Dflorin.seed=S` begins with that one again.
final class SimulationTest {
    private static final long SEEDS = 1_000;
    private static final long FIRST_MAX = 1_000_000_000_000L;
    private static final int THREADS = 2;

    @Test
    void nothingBreaksUnderNewSeeds() {
        long first = Long.getLong("florin.seed", new SecureRandom().nextLong(FIRST_MAX));
        System.out.println("simulation: " + SEEDS + " seeds from " + first + " on; again with -Dflorin.seed=" + first);
        long begin = System.nanoTime();
        Seeds seeds = new Seeds(first, _ -> Cast.HONEST);
        Optional<BrokenSchedule> found = seeds.tryAll(SEEDS, 0, THREADS);
        System.out.println("simulation: " + seeds.sum() + " in " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        found.ifPresent(it -> {
            throw new AssertionError(
                    Shrinker.shrink(it.schedule(), Cast.HONEST, it.violation()).toString(), it.violation());
        });
        assertThat(seeds.sum().runs()).isGreaterThanOrEqualTo(SEEDS);
        assertThat(seeds.sum().settled()).isPositive();
        assertThat(seeds.sum().expired()).as("expired transactions").isPositive();
        assertThat(seeds.sum().expiredAway())
                .as("of them while the bank was down")
                .isPositive();
        assertThat(seeds.sum().settledHidden())
                .as("payments whose amounts are hidden")
                .isPositive();
        assertThat(seeds.sum().changes()).as("changes of the configuration").isPositive();
    }

    /// They broke something once, or the judges themselves.
    @ParameterizedTest
    @ValueSource(longs = {6, 21, 57, 70_713, 452_251_087_217L})
    void nothingBreaksUnderRecordedSeeds(long seed) {
        Schedule schedule = FaultPlan.draw(seed, Simulation.nodes());

        assertThat(Seeds.run(schedule, Cast.HONEST)).isEmpty();
    }

    /// A reason for each would do where something went wrong.
    @Test
    void everyPaymentIsSettledWhereNothingGoesWrong() {
        long settled = 0;
        for (long seed = 1; seed <= 20; seed++) {
            settled +=
                    Seeds.outcome(new Schedule(seed, 2, List.of()), Cast.HONEST).settled();
        }
        assertThat(settled).isPositive();
    }

    @Test
    void aSeedIsARun() {
        Schedule schedule = FaultPlan.draw(7, Simulation.nodes());
        RunSummary first = new Simulation(schedule, Cast.HONEST).run();
        RunSummary second = new Simulation(schedule, Cast.HONEST).run();
        assertThat(second).isEqualTo(first);
        assertThat(first.restarts()).isPositive();
    }

    @Test
    void aSeedWithAHiddenCurrencyIsARun() {
        Schedule schedule = FaultPlan.draw(17, Simulation.nodes());
        RunSummary first = new Simulation(schedule, Cast.HONEST).run();
        RunSummary second = new Simulation(schedule, Cast.HONEST).run();
        assertThat(Seeds.isHidden(17)).isTrue();
        assertThat(second).isEqualTo(first);
    }
}
