package io.florin.auditor.wiring;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// Does one thing again and again on a thread of its own, from the start of the service to its end. A failure is logged
/// when it begins and when it ends, and the next try comes after the usual pause.
final class PeriodicTask implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(PeriodicTask.class);
    private static final long CLOSE_WAIT_SECONDS = 5;

    private final String name;
    private final Duration pause;
    private final Runnable work;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private boolean failing;

    PeriodicTask(String name, Duration pause, Runnable work) {
        this.name = name;
        this.pause = pause;
        this.work = work;
    }

    @Override
    public void start() {
        thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        try {
            do {
                attempt();
            } while (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt() {
        try {
            work.run();
            if (failing) {
                log.info("works again: task={}", name);
            }
            failing = false;
        } catch (RuntimeException failed) {
            if (!failing) {
                log.warn("fails, will try again: task={}", name, failed);
            }
            failing = true;
        }
    }

    @Override
    public void stop() {
        closing.countDown();
        Thread running = thread;
        if (running == null) {
            return;
        }
        try {
            if (!running.join(Duration.ofSeconds(CLOSE_WAIT_SECONDS))) {
                running.interrupt();
            }
        } catch (InterruptedException interrupted) {
            running.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        Thread running = thread;
        return running != null && running.isAlive();
    }
}
