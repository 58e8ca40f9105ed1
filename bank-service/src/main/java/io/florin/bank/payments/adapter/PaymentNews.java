package io.florin.bank.payments.adapter;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/// Wakes who waits for payments to become final. It says that something may have changed; what, the database says. When
/// the service stops nobody waits any more: it stops before the web server, which would wait for them. Any thread.
///
/// Waiters for one payment are bounded in number: each keeps a connection, of which the port has so many for everybody.
final class PaymentNews implements SmartLifecycle {

    private final Map<UUID, Set<CountDownLatch>> waiting = new HashMap<>();
    private final Semaphore waits;
    private long told;
    private boolean running;

    /// @param waitsMax who may wait for one payment at a time
    PaymentNews(int waitsMax) {
        this.waits = new Semaphore(waitsMax);
    }

    /// These payments may be final.
    synchronized void told(Collection<UUID> payments) {
        told++;
        for (UUID payment : payments) {
            Set<CountDownLatch> waiters = waiting.getOrDefault(payment, Set.of());
            waiters.forEach(CountDownLatch::countDown);
        }
        notifyAll();
    }

    /// Number of times that something was told. A caller that asks, then reads the database and then waits for more
    /// misses nothing.
    synchronized long count() {
        return told;
    }

    /// Waits until something was told after so much.
    ///
    /// @return false once the service stops
    synchronized boolean awaitMore(long than, Duration most) throws InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        while (running && told == than) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        return running;
    }

    /// Waits for one payment; to be opened before the payment is read.
    Waiter of(UUID payment) {
        return new Waiter(payment);
    }

    final class Waiter implements AutoCloseable {
        private final UUID payment;
        private final CountDownLatch latch = new CountDownLatch(1);

        private Waiter(UUID payment) {
            this.payment = payment;
            synchronized (PaymentNews.this) {
                if (running) {
                    waiting.computeIfAbsent(payment, _ -> new HashSet<>()).add(latch);
                } else {
                    latch.countDown();
                }
            }
        }

        /// Until the payment may be final; not at all where as many as may wait do so already.
        void await(Duration most) throws InterruptedException {
            if (!waits.tryAcquire()) {
                return;
            }
            try {
                latch.await(most.toNanos(), TimeUnit.NANOSECONDS);
            } finally {
                waits.release();
            }
        }

        @Override
        public void close() {
            synchronized (PaymentNews.this) {
                waiting.computeIfPresent(payment, (_, latches) -> {
                    latches.remove(latch);
                    return latches.isEmpty() ? null : latches;
                });
            }
        }
    }

    @Override
    public synchronized void start() {
        running = true;
    }

    @Override
    public synchronized void stop() {
        running = false;
        waiting.values().forEach(latches -> latches.forEach(CountDownLatch::countDown));
        notifyAll();
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
