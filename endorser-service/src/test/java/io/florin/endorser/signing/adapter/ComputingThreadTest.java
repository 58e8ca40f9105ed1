package io.florin.endorser.signing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.testkit.Patience;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ComputingThreadTest {

    @Test
    void nobodyWaitsForWhatWillNotBeComputed() throws Exception {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        try (var thread = new ComputingThread("computing-test", 1)) {
            Future<Integer> underWay = thread.submit(() -> {
                begun.countDown();
                while (mayEnd.getCount() > 0) {
                    Thread.onSpinWait(); // as arithmetic does, it takes no notice of an interrupt
                }
                return 7;
            });
            assertThat(begun.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            Future<Integer> waiting = thread.submit(() -> 8);
            assertThatThrownBy(() -> thread.submit(() -> 9)).isInstanceOf(RejectedExecutionException.class);

            thread.shutdownNow();

            assertThatThrownBy(() -> waiting.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(CancellationException.class);
            mayEnd.countDown();
            assertThat(underWay.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(7);
        }
    }
}
