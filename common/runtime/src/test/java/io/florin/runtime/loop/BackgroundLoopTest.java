package io.florin.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.ledger.Invariant;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.loop.BackgroundLoop.Pace;
import io.florin.runtime.service.FaultHandler;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BackgroundLoopTest {
    private static final Duration SOON = Patience.LIMIT;
    private static final Duration NEVER = Duration.ofHours(1);

    private final List<String> stopped = new CopyOnWriteArrayList<>();
    private final FaultHandler faults = (component, bug) -> stopped.add(component + ": " + bug.getMessage());
    private final AtomicInteger steps = new AtomicInteger();
    private BackgroundLoop loop = loop(() -> 0);

    @AfterEach
    void stop() {
        loop.stop();
    }

    @Test
    void goesOnAtOnceWhileThereIsWorkAndPausesThen() {
        loop = loop(() -> steps.incrementAndGet() < 5 ? 1 : 0);

        loop.start();

        await().atMost(SOON).until(() -> steps.get() == 5);
        await().during(Duration.ofMillis(50)).atMost(SOON).until(() -> steps.get() == 5);
    }

    @Test
    void repeatsPeriodicWorkAfterEachPause() {
        loop = BackgroundLoop.periodic("test", Duration.ofMillis(1), faults, steps::incrementAndGet);

        loop.start();

        await().atMost(SOON).until(() -> steps.get() > 3);
    }

    @Test
    void worksWhenItIsWoken() {
        WakeSignal signal = new WakeSignal();
        loop = new BackgroundLoop("test", new Pace(Duration.ZERO, NEVER), signal, faults, counting());
        loop.start();
        await().atMost(SOON).until(() -> steps.get() == 1);

        signal.wake();

        await().atMost(SOON).until(() -> steps.get() == 2);
        await().during(Duration.ofMillis(50)).atMost(SOON).until(() -> steps.get() == 2);
    }

    @Test
    void worksAgainWhenItWasWokenMeanwhile() throws InterruptedException {
        WakeSignal signal = new WakeSignal();
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        loop = new BackgroundLoop("test", new Pace(Duration.ZERO, NEVER), signal, faults, () -> {
            if (steps.incrementAndGet() == 1) {
                working.countDown();
                awaitQuietly(mayEnd);
            }
            return 0;
        });
        loop.start();
        working.await();

        signal.wake();
        mayEnd.countDown();

        await().atMost(SOON).until(() -> steps.get() == 2);
    }

    @Test
    void signalsOfOnePauseAreOneStep() {
        WakeSignal signal = new WakeSignal();
        loop = new BackgroundLoop("test", new Pace(NEVER, NEVER), signal, faults, counting());
        loop.start();
        await().atMost(SOON).until(() -> steps.get() == 1);

        signal.wake();
        signal.wake();

        await().during(Duration.ofMillis(50)).atMost(SOON).until(() -> steps.get() == 1);
    }

    private IntSupplier counting() {
        return () -> {
            steps.incrementAndGet();
            return 0;
        };
    }

    @Test
    void triesAgainAfterAFailureAndSaysThatItFails() {
        AtomicBoolean broken = new AtomicBoolean(true);
        loop = loop(() -> {
            steps.incrementAndGet();
            if (broken.get()) {
                throw new IllegalStateException("away");
            }
            return 0;
        });

        loop.start();
        await().atMost(SOON).until(loop::isFailing);
        broken.set(false);

        await().atMost(SOON).until(() -> !loop.isFailing());
        assertThat(steps).hasValueGreaterThan(1);
        assertThat(loop.isRunning()).isTrue();
        assertThat(stopped).isEmpty();
    }

    @Test
    void stopsForGoodOnAnErrorAndReportsIt() {
        loop = loop(() -> {
            steps.incrementAndGet();
            throw new AssertionError("a bug");
        });

        loop.start();

        await().atMost(SOON).until(() -> stopped.size() == 1);
        assertThat(stopped).containsExactly("test: a bug");
        assertThat(loop.isRunning()).isFalse();
        assertThat(steps).hasValue(1);
    }

    @Test
    void stopsForGoodOnABrokenInvariantAndReportsIt() {
        loop = loop(() -> {
            Invariant.check(steps.incrementAndGet() > 1, "money from nowhere");
            return 0;
        });

        loop.start();

        await().atMost(SOON).until(() -> !loop.isRunning());
        assertThat(stopped).containsExactly("test: money from nowhere");
        assertThat(steps).as("it is not tried again").hasValue(1);
    }

    @Test
    void letsAStepEndBeforeItStops() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        loop = loop(() -> {
            begun.countDown();
            awaitQuietly(goOn);
            return steps.incrementAndGet();
        });
        loop.start();
        awaitQuietly(begun);
        Thread stopping = Thread.ofVirtual().start(loop::stop);
        await().atMost(SOON).until(() -> !loop.isRunning());

        goOn.countDown();

        await().atMost(SOON).until(() -> !stopping.isAlive());
        assertThat(steps).hasValue(1);
    }

    @Test
    void interruptsAStepThatDoesNotEnd() {
        CountDownLatch begun = new CountDownLatch(1);
        loop = loop(() -> {
            begun.countDown();
            awaitQuietly(new CountDownLatch(1));
            return steps.incrementAndGet();
        });
        loop.start();
        awaitQuietly(begun);

        loop.stop();

        assertThat(steps).hasValue(0);
        assertThat(loop.isFailing()).as("an interrupted step is no failure").isFalse();
    }

    /// Nothing to wait for but news, and a question that nobody answers: a stop takes neither's time. A step that asks
    /// nobody would have an hour.
    @Test
    void aStopDoesNotWaitForTheAnswerToAQuestion() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        loop = new BackgroundLoop(
                "test",
                NEVER,
                Duration.ofHours(1),
                faults,
                () -> BackgroundLoop.asking(() -> {
                    asked.countDown();
                    awaitQuietly(never);
                    return steps.incrementAndGet();
                }));
        loop.start();
        awaitQuietly(asked);

        Thread stopping = Thread.ofVirtual().start(loop::stop);
        try {
            await().atMost(SOON).until(() -> !stopping.isAlive());
        } finally {
            never.countDown();
        }

        assertThat(steps).as("the question was interrupted").hasValue(0);
        assertThat(loop.isFailing()).isFalse();
    }

    @Test
    void whateverHappensWakesALoopAtRestAndWhatItDoesIsNewsForOthers() {
        Activity activity = new Activity();
        AtomicInteger work = new AtomicInteger();
        loop = BackgroundLoop.resting("test", new Pace(Duration.ZERO, NEVER, NEVER), activity, faults, () -> {
            steps.incrementAndGet();
            return work.getAndSet(0);
        });
        loop.start();
        await().atMost(SOON).until(() -> steps.get() == 1);
        long before = activity.count();

        work.set(2);
        activity.happened();

        await().atMost(SOON).until(() -> steps.get() >= 3 && activity.count() == before + 2);
    }

    /// A step that awaits something is done again soon, and one that awaits nothing is not, once it has been quiet.
    @Test
    void restsOnlyWhereNothingIsAwaited() {
        Pace pace = new Pace(Duration.ofMillis(1), Duration.ofMillis(1), NEVER);
        loop = new BackgroundLoop(
                "test", pace, new WakeSignal(), faults, () -> steps.incrementAndGet() < 5 ? BackgroundLoop.AWAITS : 0);
        loop.start();

        await().atMost(SOON).until(() -> steps.get() == 5);
        await().during(Duration.ofMillis(50)).atMost(SOON).until(() -> steps.get() == 5);
    }

    private BackgroundLoop loop(IntSupplier step) {
        return new BackgroundLoop("test", NEVER, faults, step);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException("interrupted", stopped);
        }
    }
}
