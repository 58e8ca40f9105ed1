package io.florin.centralbank.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.activity.Activity;
import io.florin.runtime.loop.BackgroundLoop;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NewsRoundsTest {
    private static final Duration REST = Duration.ofSeconds(5);

    private final Activity activity = new Activity();
    private long nanos = -7;
    private final NewsRounds rounds = new NewsRounds(activity, REST, this::round, () -> nanos);
    private int done;
    private int answer;
    private boolean fails;
    private boolean newsMeanwhile;

    private int round() {
        done++;
        if (newsMeanwhile) {
            newsMeanwhile = false;
            activity.happened();
        }
        if (fails) {
            throw new IllegalStateException("away");
        }
        return answer;
    }

    private void steps(int count, int expectedRounds) {
        int before = done;
        for (int i = 0; i < count; i++) {
            rounds.getAsInt();
        }
        assertThat(done - before).isEqualTo(expectedRounds);
    }

    @Test
    void looksOnceAndAgainAfterNews() {
        steps(5, 1);
        activity.happened();
        activity.happened();
        steps(5, 1);
    }

    @Test
    void newsThatComeDuringARoundAreNotMissed() {
        newsMeanwhile = true;
        steps(5, 2);
    }

    @Test
    void looksAgainAfterAWhile() {
        steps(5, 1);
        nanos += REST.toNanos() - 1;
        steps(5, 0);
        nanos += 1;
        steps(5, 1);
    }

    @Test
    void looksAgainWhileSomethingIsAwaitedOrWasDone() {
        answer = BackgroundLoop.AWAITS;
        steps(3, 3);
        answer = 2;
        steps(3, 3);
        answer = 0;
        steps(3, 1);
    }

    @Test
    void looksAgainAfterAFailure() {
        fails = true;
        assertThatThrownBy(rounds::getAsInt).isInstanceOf(IllegalStateException.class);
        fails = false;
        steps(3, 1);
    }
}
