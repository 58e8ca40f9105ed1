package io.florin.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.sandbox.run.SandboxException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

/// Waits that end, and that last while something happens.
class AwaitTest {
    private static final Duration SHORT = Duration.ofMillis(250);
    private static final int ASKS = 8;

    private final AtomicLong asked = new AtomicLong();

    @Test
    void whatNeverComesEndsTheWait() {
        assertThatThrownBy(() -> Await.until("rain", SHORT, () -> {
                    throw new ResourceAccessException("dry");
                }))
                .isInstanceOf(SandboxException.class)
                .hasMessage("waited 0 s in vain for rain (dry)");
    }

    @Test
    void workThatGetsOnMayTakeLongerThanItMayStandStill() {
        long begin = System.nanoTime();
        Await.whileItGetsOn("work", SHORT, asked::get, () -> asked.incrementAndGet() == ASKS);
        assertThat(asked).hasValue(ASKS);
        assertThat(System.nanoTime() - begin).isGreaterThan(SHORT.toNanos());
    }

    @Test
    void workThatStandsStillEndsTheWait() {
        assertThatThrownBy(() -> Await.whileItGetsOn(
                        "work", SHORT, () -> Math.min(asked.get(), 2), () -> asked.incrementAndGet() < 0))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("in vain for work");
        assertThat(asked.get()).isGreaterThan(2);
    }
}
