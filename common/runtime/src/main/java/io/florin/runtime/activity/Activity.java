package io.florin.runtime.activity;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// News of one service: something happened that may be work for its loops, or an answer for who waits. Told after it is
/// kept, by a request that may change something, and by loops that did something.
///
/// News that nobody told of (another instance on the same database, a time that came) are found when loops look by
/// themselves. For any thread.
public final class Activity {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private long count;
    private long lastNanos = System.nanoTime();
    private boolean ended;

    /// Tells a listener of all news from now on; it returns at once.
    public void tell(Runnable listener) {
        listeners.add(listener);
    }

    /// Something may have to be done.
    public void happened() {
        lock.lock();
        try {
            count++;
            lastNanos = System.nanoTime();
            more.signalAll();
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
    }

    /// Whether nothing has happened for so long, nor has the service started in that time.
    public boolean isQuiet(Duration since) {
        lock.lock();
        try {
            return System.nanoTime() - lastNanos > since.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /// Nobody waits any longer: the service stops.
    public void end() {
        lock.lock();
        try {
            ended = true;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// News since the start: taken before one looks, so that nothing that comes meanwhile is missed.
    public long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /// Looks for something, and again with all news, until it is there.
    ///
    /// @param most for which it may be awaited
    /// @return what was seen last
    public <T> T awaited(Supplier<T> look, Predicate<? super T> isThere, Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        long seen = count();
        T found = look.get();
        try {
            while (!isThere.test(found) && await(seen, Duration.ofNanos(deadline - System.nanoTime()))) {
                seen = count();
                found = look.get();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return found;
    }

    /// Waits for news beyond a count.
    ///
    /// @return false when there were none in that time, or none will come
    public boolean await(long seen, Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        lock.lock();
        try {
            while (count <= seen) {
                long left = deadline - System.nanoTime();
                if (left <= 0 || ended) {
                    return false;
                }
                more.await(left, TimeUnit.NANOSECONDS);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
