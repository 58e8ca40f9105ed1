package io.florin.runtime.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import io.florin.testkit.Patience;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class GateTest {

    private final Gate gate = new Gate("the store");

    @Test
    void letsManyInAtATimeUntilItIsClosed() throws InterruptedException {
        CountDownLatch both = new CountDownLatch(1);
        Thread second = Thread.ofPlatform().unstarted(() -> {
            try (var _ = gate.enter()) {
                both.countDown();
            }
        });
        try (var _ = gate.enter()) {
            second.start();
            assertThat(both.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
        second.join();
        assertThat(gate.close()).isTrue();
        assertThat(gate.close()).isFalse();
        assertThatThrownBy(gate::enter).isInstanceOf(Failure.class).hasMessage("the store is closed");
    }

    @Test
    void waitsForThoseInside() throws InterruptedException {
        CountDownLatch closed = new CountDownLatch(1);
        Thread closing = Thread.ofPlatform().unstarted(() -> {
            gate.close();
            closed.countDown();
        });
        try (var _ = gate.enter()) {
            closing.start();
            Awaitility.await()
                    .atMost(Patience.LIMIT)
                    .until(() -> closing.getState() == Thread.State.WAITING
                            || closing.getState() == Thread.State.TIMED_WAITING);
            assertThat(closed.getCount()).isEqualTo(1);
        }
        assertThat(closed.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
}
