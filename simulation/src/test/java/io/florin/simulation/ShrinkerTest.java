package io.florin.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.run.BrokenSchedule;
import io.florin.simulation.run.FaultPlan;
import io.florin.simulation.run.Schedule;
import io.florin.simulation.run.Seeds;
import io.florin.simulation.run.Shrinker;
import io.florin.simulation.run.SimulatedFault;
import io.florin.simulation.run.Simulation;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ShrinkerTest {

    @Test
    void leavesOutWhatDoesNotMatter() {
        var cast = PlantedInOrdering.BELIEVES_ANY_SIGNATURE.cast();
        Schedule whole = LongStream.range(1, 1_000)
                .mapToObj(seed -> FaultPlan.draw(seed, Simulation.nodes()))
                .filter(schedule -> schedule.faults().size() >= 10)
                .filter(schedule -> schedule.faults().stream().anyMatch(SimulatedFault.Lies.class::isInstance))
                .filter(schedule -> Seeds.run(schedule, cast).isPresent())
                .findFirst()
                .orElseThrow();
        Optional<BrokenSchedule> found = Seeds.run(whole, cast);

        BrokenSchedule shortest =
                Shrinker.shrink(whole, cast, found.orElseThrow().violation());

        assertThat(shortest.schedule().faults()).hasSizeLessThanOrEqualTo(2);
        assertThat(shortest.schedule().faults()).anyMatch(SimulatedFault.Lies.class::isInstance);
        assertThat(Seeds.run(shortest.schedule(), cast).orElseThrow().headline())
                .isEqualTo(shortest.headline());
    }
}
