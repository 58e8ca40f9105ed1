package io.florin.ordering.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SubmissionLoopTest {

    @Test
    void looksEightTimesInASpaceBetweenBlocks() {
        assertThat(SubmissionLoop.tickEvery(Duration.ofMillis(50))).isEqualTo(Duration.ofNanos(6_250_000));
    }

    @Test
    void ticksWithoutAnySpaceBetweenBlocks() {
        assertThat(SubmissionLoop.tickEvery(Duration.ZERO)).isEqualTo(Duration.ofMillis(1));
        assertThat(SubmissionLoop.tickEvery(Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(1));
    }
}
