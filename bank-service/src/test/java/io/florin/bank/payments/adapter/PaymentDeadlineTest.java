package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaymentDeadlineTest {

    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final List<Duration> asked = new ArrayList<>();

    /// What was accepted before a long stop is tried first.
    @Test
    void nothingEndsBeforeTheBankHasBeenUpForLongEnough() {
        PaymentDeadline deadline =
                new PaymentDeadline(this::giveUp, Duration.ofHours(2), Duration.ofHours(1), () -> now);
        assertThat(deadline.step()).isZero();
        now = now.plus(Duration.ofHours(1)).minusSeconds(1);
        assertThat(deadline.step()).isZero();
        assertThat(asked).isEmpty();

        now = now.plusSeconds(1);
        assertThat(deadline.step()).isEqualTo(3);
        assertThat(deadline.step()).as("once in a while").isZero();
        now = now.plusSeconds(1);
        assertThat(deadline.step()).isEqualTo(3);
        assertThat(asked).containsExactly(Duration.ofHours(2), Duration.ofHours(2));
    }

    private int giveUp(Duration waitMax) {
        asked.add(waitMax);
        return 3;
    }
}
