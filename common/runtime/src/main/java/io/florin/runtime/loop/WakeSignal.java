package io.florin.runtime.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Wakes a [BackgroundLoop] that has nothing to do. Any thread wakes it, as often as it likes; a signal that
/// comes while the loop works is kept until the step is done. A loop looks by itself now and then, so a lost signal
/// delays.
public final class WakeSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;

    /// There may be something to do.
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// @param least waits so long even when it is woken
    /// @param most waits no longer
    /// @param goesOn waits no longer either once this is false, which is to be followed by a signal
    void await(Duration least, Duration most, BooleanSupplier goesOn) throws InterruptedException {
        long begin = System.nanoTime();
        lock.lock();
        try {
            while (goesOn.getAsBoolean()) {
                long left = (woken ? least : most).toNanos() - (System.nanoTime() - begin);
                if (left <= 0) {
                    break;
                }
                changed.awaitNanos(left);
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }
}
