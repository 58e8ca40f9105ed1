package io.florin.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.ordering.PartyHabits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SeedsTest {

    @Test
    void tellsTheSeedOfABugThatIsNoNodes() {
        Cast broken = new Cast() {
            @Override
            public PartyHabits party(int id) {
                throw new IllegalStateException("nobody's");
            }
        };

        Optional<Found> found = new Seeds(5, _ -> broken).tryAll(1, 0, 1);

        assertThat(found).hasValueSatisfying(it -> {
            assertThat(it.schedule().seed()).isEqualTo(5);
            assertThat(it.headline()).contains("nobody's");
        });
    }

    static Stream<String> nodes() {
        return Simulation.nodes().stream();
    }

    /// A fault that changes nothing would be drawn in vain.
    @ParameterizedTest
    @MethodSource("nodes")
    void everyNodeFeelsItsFaults(String node) {
        long calm = run();

        assertThat(run(new Fault.CrashAtEffect(node, 2, 100))).isNotEqualTo(calm);
        assertThat(run(new Fault.DiskFull(node, 0, 9_000))).isNotEqualTo(calm);
        if (node.startsWith("endorser")) {
            assertThat(run(new Fault.ClockJump(node, 0, 3_600_000))).isNotEqualTo(calm);
        }
    }

    private static long run(Fault... faults) {
        return new Simulation(new Schedule(1, 2, List.of(faults)), Cast.HONEST)
                .run()
                .fingerprint();
    }
}
