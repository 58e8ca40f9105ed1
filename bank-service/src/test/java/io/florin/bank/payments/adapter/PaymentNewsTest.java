package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nobody who is told waits for the time to pass: it is longer than any test.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PaymentNewsTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final UUID ANNA = new UUID(1, 1);
    private static final UUID BERT = new UUID(1, 2);

    private final PaymentNews news = new PaymentNews(1);

    @BeforeEach
    void start() {
        news.start();
    }

    private interface Waiting {
        void begin() throws InterruptedException;
    }

    /// Returns once it waits.
    private static Thread waits(Waiting waiting) {
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                waiting.begin();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        await().atMost(Patience.LIMIT).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @Test
    void whoWaitsForAPaymentIsWokenWhenItIsTold() throws InterruptedException {
        try (PaymentNews.Waiter waiter = news.of(ANNA)) {
            Thread waiting = waits(() -> waiter.await(LONG));
            news.told(List.of(BERT, ANNA));
            waiting.join();
        }
    }

    /// Between reading the payment and waiting for it.
    @Test
    void whatIsToldBeforeTheWaitEndsItToo() throws InterruptedException {
        try (PaymentNews.Waiter waiter = news.of(ANNA)) {
            news.told(List.of(ANNA));
            waiter.await(LONG);
        }
        long count = news.count();
        news.told(List.of(BERT));
        assertThat(news.awaitMore(count, LONG)).isTrue();
    }

    @Test
    void whoWaitsForAnyPaymentIsWokenByEach() throws InterruptedException {
        long count = news.count();
        AtomicBoolean runs = new AtomicBoolean();
        Thread waiting = waits(() -> runs.set(news.awaitMore(count, LONG)));
        news.told(List.of(ANNA));
        waiting.join();
        assertThat(runs).isTrue();
        assertThat(news.count()).isEqualTo(count + 1);
        assertThat(news.awaitMore(news.count(), Duration.ZERO))
                .as("the time is over")
                .isTrue();
    }

    @Test
    void nobodyWaitsForAServiceThatStops() throws InterruptedException {
        long count = news.count();
        try (PaymentNews.Waiter waiter = news.of(ANNA)) {
            Thread one = waits(() -> waiter.await(LONG));
            Thread any = waits(() -> news.awaitMore(count, LONG));
            news.stop();
            one.join();
            any.join();
        }
        assertThat(news.awaitMore(count, LONG)).isFalse();
        try (PaymentNews.Waiter late = news.of(ANNA)) {
            late.await(LONG);
        }
    }

    /// The port has so many connections for everybody.
    @Test
    void whoComesWhenAsManyWaitAsMayDoesNotWait() throws InterruptedException {
        try (PaymentNews.Waiter first = news.of(ANNA);
                PaymentNews.Waiter second = news.of(BERT)) {
            Thread waiting = waits(() -> first.await(LONG));
            second.await(LONG);
            assertThat(waiting.getState()).isEqualTo(Thread.State.TIMED_WAITING);

            news.told(List.of(ANNA));
            waiting.join();
            Thread next = waits(() -> second.await(LONG));
            news.told(List.of(BERT));
            next.join();
        }
    }
}
