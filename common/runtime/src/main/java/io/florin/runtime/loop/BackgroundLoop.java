package io.florin.runtime.loop;

import io.florin.ledger.Invariant;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// One virtual thread that does a step again and again: at once while steps find work, after a pause otherwise, and
/// later after a failure. Steps are safe to repeat. A failure is logged when it begins and when it ends; an `Error` or
/// a broken invariant stops the loop and is reported as a fault. A step under way when the loop stops may end by itself
/// and is interrupted when it does not.
///
/// For work that polls (a database, another service); what is driven by events has an [EventLoop].
public final class BackgroundLoop implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundLoop.class);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    private static final Duration STEP_MAY_END = Duration.ofSeconds(2);
    private static final Duration THREAD_MAY_END = Duration.ofSeconds(8);

    private final String name;
    private final Duration pause;
    private final IntSupplier step;
    private final FaultHandler faults;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private volatile boolean running;
    private volatile boolean failing;
    private volatile Thread thread = Thread.currentThread();

    /// @param pause after a step that found nothing
    /// @param step answers how much it did; 0 when there was nothing to do
    public BackgroundLoop(String name, Duration pause, FaultHandler faults, IntSupplier step) {
        this.name = name;
        this.pause = pause;
        this.faults = faults;
        this.step = step;
    }

    /// A loop that does the same after each pause.
    public static BackgroundLoop periodic(String name, Duration pause, FaultHandler faults, Runnable work) {
        return new BackgroundLoop(name, pause, faults, () -> {
            work.run();
            return 0;
        });
    }

    public String name() {
        return name;
    }

    /// Whether the last step failed.
    public boolean isFailing() {
        return failing;
    }

    @Override
    public void start() {
        running = true;
        thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        while (running) {
            try {
                int done = step.getAsInt();
                if (failing) {
                    LOG.info("works again: loop={}", name);
                }
                failing = false;
                if (done == 0) {
                    await(pause);
                }
            } catch (Invariant.Broken | Error e) {
                running = false;
                faults.stopped(name, e);
            } catch (RuntimeException e) {
                if (!running) {
                    return;
                }
                if (!failing) {
                    LOG.warn("fails, will try again: loop={} cause={}", name, e.toString());
                    LOG.debug("fails", e);
                }
                failing = true;
                await(AFTER_FAILURE);
            }
        }
    }

    private void await(Duration duration) {
        lock.lock();
        try {
            if (running) {
                wake.awaitNanos(duration.toNanos());
            }
        } catch (InterruptedException e) {
            running = false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stop() {
        running = false;
        lock.lock();
        try {
            wake.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (!thread.join(STEP_MAY_END)) {
                thread.interrupt();
                thread.join(THREAD_MAY_END);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
