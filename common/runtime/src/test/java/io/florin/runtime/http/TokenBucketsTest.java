package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final TokenBuckets buckets = new TokenBuckets(2, 3, 2, now::get);

    @Test
    void allowsABurstAndThenTheRate() {
        assertThat(buckets.take("a")).isEmpty();
        assertThat(buckets.take("a")).isEmpty();
        assertThat(buckets.take("a")).isEmpty();
        assertThat(buckets.take("a")).hasValue(Duration.ofMillis(500));

        now.set(Instant.EPOCH.plusMillis(500));
        assertThat(buckets.take("a")).isEmpty();
        assertThat(buckets.take("a")).isPresent();
    }

    @Test
    void keepsClientsApart() {
        for (int i = 0; i < 4; i++) {
            buckets.take("a");
        }

        assertThat(buckets.take("b")).isEmpty();
    }

    @Test
    void forgetsTheClientSeenLongestAgo() {
        for (int i = 0; i < 4; i++) {
            buckets.take("a");
        }
        buckets.take("b");
        buckets.take("c");

        assertThat(buckets.take("a")).isEmpty();
    }

    @Test
    void survivesAClockThatGoesBack() {
        now.set(Instant.EPOCH.plusSeconds(100));
        buckets.take("a");
        now.set(Instant.EPOCH);

        assertThat(buckets.take("a")).isEmpty();
        assertThat(buckets.take("a")).isEmpty();
        assertThat(buckets.take("a")).isPresent();
    }
}
