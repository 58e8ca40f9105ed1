package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatienceTest {

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final List<Duration> asked = new ArrayList<>();

    /// What was accepted before a long stop is tried first.
    @Test
    void nothingEndsBeforeTheBankHasBeenUpForLongEnough() {
        Patience patience = new Patience(this::giveUp, Duration.ofHours(2), Duration.ofHours(1), () -> now);
        assertThat(patience.step()).isZero();
        now = now.plus(Duration.ofHours(1)).minusSeconds(1);
        assertThat(patience.step()).isZero();
        assertThat(asked).isEmpty();

        now = now.plusSeconds(1);
        assertThat(patience.step()).isEqualTo(3);
        assertThat(patience.step()).as("once in a while").isZero();
        now = now.plusSeconds(1);
        assertThat(patience.step()).isEqualTo(3);
        assertThat(asked).containsExactly(Duration.ofHours(2), Duration.ofHours(2));
    }

    private int giveUp(Duration waitMax) {
        asked.add(waitMax);
        return 3;
    }
}
