package io.florin.sandbox.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final Duration LASTS = Duration.ofSeconds(8);

    private long nanos;

    /// A second was too little for what was certified before the parties died.
    @Test
    void passesWhatWasCertifiedBeforeAndComesLate() {
        assertThat(after(millis -> Math.min(millis, 20_000) / 700).flaw(LASTS)).isEmpty();
    }

    @Test
    void seesThatOrderingGoesOn() {
        assertThat(after(millis -> millis / 3_000).flaw(LASTS))
                .hasValueSatisfying(flaw -> assertThat(flaw).contains("without a quorum", "still came"));
    }

    @Test
    void seesABlockThatComesAfterTheRest() {
        assertThat(after(millis -> millis < 9_000 ? 41 : 42).flaw(LASTS))
                .hasValue("blocks were ordered without a quorum: 42 after 41");
    }

    /// @param height by milliseconds
    private Standstill after(LongUnaryOperator height) {
        return new Standstill(() -> height.applyAsLong(nanos / 1_000_000), () -> nanos, pause -> nanos += pause);
    }
}
