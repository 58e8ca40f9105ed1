package io.florin.runtime.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ActivityTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    private final Activity activity = new Activity();

    @Test
    void nothingThatComesBetweenALookAndAWaitIsMissed() throws InterruptedException {
        long seen = activity.count();
        activity.happened();

        assertThat(activity.await(seen, LONG)).isTrue();
        assertThat(activity.await(activity.count(), Duration.ofMillis(1))).isFalse();
    }

    @Test
    void looksAgainWithAllNewsUntilItIsThere() {
        AtomicInteger looks = new AtomicInteger();

        int found = activity.awaited(
                () -> {
                    activity.happened(); // between this look and the next
                    return looks.incrementAndGet();
                },
                looked -> looked == 3,
                LONG);

        assertThat(found).isEqualTo(3);
        assertThat(activity.<Integer>awaited(() -> 1, looked -> looked == 2, Duration.ofMillis(1)))
                .isEqualTo(1);
    }

    @Test
    void nobodyWaitsBeyondTheEnd() {
        var waits = CompletableFuture.supplyAsync(() -> awaited(activity.count()));

        activity.end();

        assertThat(waits.join()).isFalse();
        assertThat(awaited(activity.count())).isFalse();
    }

    @Test
    void isQuietOnlySomeTimeAfterTheLastNews() {
        activity.happened();

        assertThat(activity.isQuiet(LONG)).isFalse();
        assertThat(activity.isQuiet(Duration.ofNanos(-1))).isTrue();
    }

    @Test
    void tellsWhoeverListens() {
        int[] told = {0};
        activity.tell(() -> told[0]++);

        activity.happened();
        activity.happened();

        assertThat(told[0]).isEqualTo(2);
    }

    private boolean awaited(long seen) {
        try {
            return activity.await(seen, LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
