package io.florin.ordering.consenter.bftsmart.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaderWatchTest {
    private final LeaderWatch watch = new LeaderWatch(Duration.ofNanos(100));

    @Test
    void aLeaderWithALinkIsThere() {
        for (int now = 0; now < 1000; now += 10) {
            assertThat(watch.isGone(0, true, now)).isFalse();
        }
    }

    @Test
    void aLeaderWithoutALinkIsGoneAfterAWhile() {
        assertThat(watch.isGone(0, true, 0)).isFalse();
        assertThat(watch.isGone(0, false, 99)).isFalse();
        assertThat(watch.isGone(0, false, 100)).isTrue();
        assertThat(watch.isGone(0, false, 120)).isTrue();
    }

    @Test
    void aLinkThatComesBackIsGivenTheTimeAnew() {
        watch.isGone(0, true, 0);
        watch.isGone(0, false, 90);
        watch.isGone(0, true, 95);
        assertThat(watch.isGone(0, false, 190)).isFalse();
        assertThat(watch.isGone(0, false, 195)).isTrue();
    }

    @Test
    void theNextLeaderIsGivenTheTimeAnew() {
        watch.isGone(0, true, 0);
        assertThat(watch.isGone(0, false, 100)).isTrue();
        assertThat(watch.isGone(1, false, 110)).isFalse();
        assertThat(watch.isGone(1, false, 209)).isFalse();
        assertThat(watch.isGone(1, false, 210)).isTrue();
    }
}
