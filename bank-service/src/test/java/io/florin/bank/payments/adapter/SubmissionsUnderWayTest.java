package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.florin.ledger.Invariant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/// Failures of submissions, as they reach whoever sends next.
class SubmissionsUnderWayTest {

    /// Whatever hasRoom throws after submissions that broke one after the other.
    private static Throwable after(List<Throwable> failures) {
        Semaphore ended = new Semaphore(0);
        try (SubmissionsUnderWay underWay = new SubmissionsUnderWay(1, Duration.ofHours(1), ended::release)) {
            for (Throwable failure : failures) {
                underWay.start(List.of(), () -> {
                    switch (failure) {
                        case Error error -> throw error;
                        case RuntimeException failed -> throw failed;
                        default -> throw new AssertionError(failure);
                    }
                });
                ended.acquireUninterruptibly();
            }
            Throwable thrown = catchThrowable(underWay::hasRoom);
            assertThat(underWay.hasRoom()).as("it is thrown once").isTrue();
            return thrown;
        }
    }

    @Test
    void aPlainFailureHidesNoFault() {
        for (Throwable fault : List.of(new AssertionError("planted"), new Invariant.Broken("planted"))) {
            var before = new IllegalStateException("before");
            var later = new IllegalStateException("after");
            assertThat(after(List.of(before, fault, later))).isSameAs(fault).hasSuppressedException(before);
            assertThat(fault).hasSuppressedException(later);
        }
    }

    @Test
    void theFirstOfEquallyGraveOnesIsThrown() {
        var first = new IllegalStateException("first");
        var second = new IllegalStateException("second");
        assertThat(after(List.of(first, second, first))).isSameAs(first).hasSuppressedException(second);
    }

    /// Whoever waits meanwhile is told once the answer is there, and once it is late.
    @Test
    void anotherOneIsStartedBesideOneOnlyOnceThatIsLate() {
        Semaphore told = new Semaphore(0);
        CountDownLatch answer = new CountDownLatch(1);
        try (SubmissionsUnderWay underWay = new SubmissionsUnderWay(2, Duration.ofHours(1), told::release)) {
            underWay.start(List.of(), () -> await(answer));
            assertThat(underWay.isAwaited()).isTrue();
            assertThat(underWay.hasRoom()).isFalse();
            answer.countDown();
            told.acquireUninterruptibly();
            assertThat(underWay.isAwaited()).isFalse();
            assertThat(underWay.hasRoom()).isTrue();
        }
        CountDownLatch late = new CountDownLatch(1);
        try (SubmissionsUnderWay underWay = new SubmissionsUnderWay(2, Duration.ofMillis(1), told::release)) {
            underWay.start(List.of(), () -> await(late));
            told.acquireUninterruptibly();
            assertThat(underWay.isAwaited()).isFalse();
            assertThat(underWay.hasRoom()).isTrue();
            late.countDown();
            told.acquireUninterruptibly();
        }
        assertThat(told.availablePermits()).as("told of what was told already").isZero();
    }

    /// One that hangs is no reason to wait for others than the one that was started last.
    @Test
    void whileOneHangsTheAnswerToAnotherOpensTheWay() {
        Semaphore told = new Semaphore(0);
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (SubmissionsUnderWay underWay = new SubmissionsUnderWay(3, Duration.ofSeconds(2), told::release)) {
            underWay.start(List.of(), () -> await(hangs));
            told.acquireUninterruptibly(); // it is late
            underWay.start(List.of(), () -> await(answer));
            assertThat(underWay.hasRoom()).isFalse();
            answer.countDown();
            told.acquireUninterruptibly();
            assertThat(underWay.hasRoom()).isTrue();
            hangs.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
