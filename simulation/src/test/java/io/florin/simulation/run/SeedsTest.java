package io.florin.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.ordering.PartyHabits;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
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

        Optional<BrokenSchedule> found = new Seeds(5, _ -> broken).tryAll(1, 0, 1);

        assertThat(found).hasValueSatisfying(it -> {
            assertThat(it.schedule().seed()).isEqualTo(5);
            assertThat(it.headline()).contains("nobody's");
        });
    }

    static Stream<String> nodes() {
        return Simulation.nodes().stream();
    }

    /// A fault that changes nothing would be drawn in vain. That it happens is an event of the run too, so it is
    /// compared with one that happens at the same times and does nothing.
    @ParameterizedTest
    @MethodSource("nodes")
    void everyNodeFeelsItsFaults(String node) {
        assertThat(run(new SimulatedFault.CrashAtEffect(node, 2, 100))).isNotEqualTo(run());
        assertThat(run(new SimulatedFault.DiskFull(node, 0, 9_000)))
                .isNotEqualTo(run(new SimulatedFault.Slow(node, 0, 0, 9_000)));
        if (node.startsWith("endorser")) {
            assertThat(LongStream.iterate(950, at -> at < 6_000, at -> at + 500)
                            .anyMatch(at -> run(jump(node, at, 3_600_000)) != run(jump(node, at, 0))))
                    .isTrue();
        }
    }

    /// Nothing is ordered meanwhile: what an endorser holds for another one seems to be left behind for long then, if
    /// it came before.
    private static SimulatedFault[] jump(String node, long atMillis, long byMillis) {
        return new SimulatedFault[] {
            new SimulatedFault.Isolate("broker", 0, 6_000), new SimulatedFault.ClockJump(node, atMillis, byMillis)
        };
    }

    private static long run(SimulatedFault... faults) {
        return new Simulation(new Schedule(1, 2, List.of(faults)), Cast.HONEST)
                .run()
                .fingerprint();
    }
}
