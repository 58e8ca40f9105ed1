package io.florin.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class WorldTest {

    @Test
    void runsThatDifferInWhatComesOfThemDoNotLookTheSame() {
        assertThat(fingerprint(7)).isEqualTo(fingerprint(7)).isNotEqualTo(fingerprint(8));
    }

    private static long fingerprint(int content) {
        World world = new World(1);
        world.after(1, () -> world.mark(content));
        world.step();
        return world.fingerprint();
    }

    @Test
    void whatIsThrownOutsideOfAnyNodeBreaksTheRun() {
        World world = new World(1);
        world.after(1, () -> {
            throw new IllegalStateException("nobody's");
        });

        assertThatThrownBy(world::step).isInstanceOf(InvariantViolation.class).hasMessageContaining("nobody's");
    }
}
