package io.florin.centralbank.wiring;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// One virtual thread that does a step again and again: at once while steps find work, after a pause otherwise, and
/// later after a failure. Steps are safe to repeat.
final class BackgroundLoop implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundLoop.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final String name;
    private final Duration pause;
    private final IntSupplier step;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private volatile boolean running;
    private volatile Thread thread = Thread.currentThread();

    BackgroundLoop(String name, Duration pause, IntSupplier step) {
        this.name = name;
        this.pause = pause;
        this.step = step;
    }

    @Override
    public void start() {
        running = true;
        thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        boolean failing = false;
        while (running) {
            try {
                int done = step.getAsInt();
                failing = false;
                if (done == 0) {
                    await(pause);
                }
            } catch (RuntimeException e) {
                if (!running) {
                    return;
                }
                if (!failing) {
                    LOG.warn("{} failed and is tried again: {}", name, e.toString());
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
            if (!thread.join(Duration.ofSeconds(10))) {
                thread.interrupt();
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
