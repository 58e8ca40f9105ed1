package io.florin.endorser.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ClocksTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final long HOUR = 3_600_000;

    /// The gatherer keeps the one and waits by the other.
    @Test
    void aWallClockThatIsSetIsFollowedByOneOfThem() {
        AtomicReference<Instant> wall = new AtomicReference<>(NOON);
        Clocks clocks = new Clocks(wall::get);
        Moment before = clocks.now();

        wall.set(NOON.plusMillis(HOUR));

        Moment after = clocks.now();
        assertThat(after.wallMillis() - before.wallMillis()).isEqualTo(HOUR);
        assertThat(after.steadyMillis() - before.steadyMillis()).isBetween(0L, HOUR / 2);
        assertThat(clocks.steady().millis()).isBetween(after.steadyMillis(), after.steadyMillis() + HOUR / 2);
    }
}
