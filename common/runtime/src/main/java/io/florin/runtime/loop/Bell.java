package io.florin.runtime.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Wakes a [BackgroundLoop] that has nothing to do. Any thread rings, as often as it likes; a ring that comes while the
/// loop works is kept until it is done. Nobody has to hear it: a loop looks now and then by itself.
public final class Bell {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean rung;

    /// There may be something to do.
    public void ring() {
        lock.lock();
        try {
            rung = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// @param least waits so long even when it rings
    /// @param most waits no longer
    /// @param goesOn waits no longer either once this is false, which is to be followed by a ring
    void await(Duration least, Duration most, BooleanSupplier goesOn) throws InterruptedException {
        long begin = System.nanoTime();
        lock.lock();
        try {
            while (goesOn.getAsBoolean()) {
                long left = (rung ? least : most).toNanos() - (System.nanoTime() - begin);
                if (left <= 0) {
                    break;
                }
                changed.awaitNanos(left);
            }
            rung = false;
        } finally {
            lock.unlock();
        }
    }
}
