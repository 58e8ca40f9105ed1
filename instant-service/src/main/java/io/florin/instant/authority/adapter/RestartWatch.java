package io.florin.instant.authority.adapter;

import io.florin.instant.authority.RestartCheck;
import io.florin.instant.authority.RestartCheck.Verdict;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Asks the other authorities, again and again, what a started authority may do, also when it signs already: who knows
/// that its journals are an older copy may answer late. Ends when somebody has proved it. One virtual thread.
final class RestartWatch implements AutoCloseable {

    private static final String NAME = "authority-restart";
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);

    /// An authority on an older copy may sign against what it has forgotten for so long after one who knows is back.
    private static final Duration ASK_WHILE_SIGNING = Duration.ofSeconds(2);

    private static final Duration TIME_FOR_ALL = Duration.ofSeconds(2);

    private final RestartCheck check;
    private final OtherAuthorities others;
    private final Consumer<Verdict> decided;
    private final FaultHandler faults;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;

    RestartWatch(RestartCheck check, OtherAuthorities others, Consumer<Verdict> decided, FaultHandler faults) {
        this.check = check;
        this.others = others;
        this.decided = decided;
        this.faults = faults;
    }

    void start() {
        Thread.ofVirtual().name(NAME).start(() -> {
            try {
                watch();
            } catch (RuntimeException broken) {
                // nobody would listen any more, and the authority would go on
                faults.stopped(NAME, broken);
            }
        });
    }

    private void watch() {
        long begin = System.nanoTime();
        long nextAsk = begin;
        Verdict last = Verdict.ASKING;
        while (true) {
            long now = System.nanoTime();
            if (now - nextAsk >= 0) {
                nextAsk = now + (last == Verdict.SIGNS ? ASK_WHILE_SIGNING : ASK_AGAIN).toNanos();
                others.askHeld((by, held) -> {
                    lock.lock();
                    try {
                        check.answered(by, held);
                        changed.signalAll();
                    } finally {
                        lock.unlock();
                    }
                });
            }
            lock.lock();
            try {
                Verdict verdict = check.verdict(now - begin >= TIME_FOR_ALL.toNanos());
                if (closed) {
                    return;
                }
                if (verdict != last) {
                    last = verdict;
                    decided.accept(verdict);
                }
                if (verdict == Verdict.RESTORED) {
                    return;
                }
                changed.awaitNanos(Math.max(1, nextAsk - System.nanoTime()));
            } catch (InterruptedException ending) {
                return;
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
