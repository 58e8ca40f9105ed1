package io.florin.bank.payments.adapter;

import io.florin.ledger.Invariant;
import io.florin.ledger.TransactionId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Submissions that wait for their answers, a few at a time and each on a thread of its own. What comes meanwhile goes
/// together when the answer is there: another one is started beside it only once that has taken a while, so that an
/// endorser that hangs holds up nothing, and an answer that comes soon costs one submission and not several. Nothing is
/// in two of them at once, for what one of them concludes from refusals holds only while no other may have been taken.
/// What breaks one is thrown at whoever wants to send next, and so ends where it did when that waited itself; of
/// several the gravest, with the others as suppressed. One thread starts them.
final class SubmissionsUnderWay implements AutoCloseable {

    private static final Duration MAY_END = Duration.ofSeconds(2);

    private final Semaphore room;
    private final Duration patience;
    private final Runnable ended;

    /// Null before the first.
    private volatile @Nullable Awaited newest;

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("bank-submission-", 1).factory());
    private final Set<TransactionId> ids = ConcurrentHashMap.newKeySet();
    private @Nullable Throwable broken;

    /// @param max submissions at a time
    /// @param patience how long one may take before another one is started beside it
    /// @param ended is told after each, and when one has taken that long: there is room again, or others may be due
    SubmissionsUnderWay(int max, Duration patience, Runnable ended) {
        this.room = new Semaphore(max);
        this.patience = patience;
        this.ended = ended;
    }

    /// A submission that was started.
    private record Awaited(CountDownLatch answered, long untilNanos) {
        boolean isAboutToCome() {
            return answered.getCount() > 0 && System.nanoTime() - untilNanos < 0;
        }
    }

    /// Whether the answer to the newest one is about to come, with which there is room. Those before it are late.
    boolean isAwaited() {
        Awaited last = newest;
        return last != null && last.isAboutToCome();
    }

    /// Whether one more can be started; who is told no is woken when one ends.
    ///
    /// @throws RuntimeException what broke one since it was asked last; an `Error` likewise
    boolean hasRoom() {
        switch (takeBroken()) {
            case Error error -> throw error;
            case RuntimeException failed -> throw failed;
            case null, default -> {}
        }
        return !isAwaited() && room.availablePermits() > 0;
    }

    private synchronized @Nullable Throwable takeBroken() {
        Throwable taken = broken;
        broken = null;
        return taken;
    }

    /// A plain failure is tried again and hides no fault, which stops the process.
    private synchronized void broke(Throwable failed) {
        Throwable before = broken;
        if (before == null || before == failed) {
            broken = failed;
            return;
        }
        boolean graver = isFault(failed) && !isFault(before);
        broken = graver ? failed : before;
        broken.addSuppressed(graver ? before : failed);
    }

    private static boolean isFault(Throwable failed) {
        return failed instanceof Error || failed instanceof Invariant.Broken;
    }

    boolean has(TransactionId id) {
        return ids.contains(id);
    }

    /// Starts one more, where there is room.
    void start(Collection<TransactionId> sent, Runnable submission) {
        List<TransactionId> own = List.copyOf(sent);
        room.acquireUninterruptibly();
        ids.addAll(own);
        CountDownLatch answered = new CountDownLatch(1);
        newest = new Awaited(answered, System.nanoTime() + patience.toNanos());
        threads.execute(() -> {
            try {
                submission.run();
            } catch (RuntimeException | Error failed) {
                broke(failed);
            } finally {
                own.forEach(ids::remove);
                room.release();
                answered.countDown();
                ended.run();
            }
        });
        threads.execute(() -> tellIfLate(answered));
    }

    private void tellIfLate(CountDownLatch answered) {
        try {
            if (!answered.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                ended.run();
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /// Submissions under way may end by themselves, and are interrupted when they do not: they are sent again after the
    /// next start.
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(MAY_END.toNanos(), TimeUnit.NANOSECONDS)) {
                threads.shutdownNow();
                threads.awaitTermination(MAY_END.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
