package io.florin.runtime.loop;

import io.florin.ledger.Invariant;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// One virtual thread that does a step again and again: at once while steps find work, after a pause or at the ring of
/// a [WakeSignal] otherwise, and later after a failure. Steps are safe to repeat. A failure is logged when it begins
/// and when it ends; an `Error` or a broken invariant stops the loop and is reported as a fault. A step under way when
/// the loop stops may end by itself and is interrupted when it does not.
///
/// For work that looks for what there is to do (in a database, at another service); what is handed over one by one has
/// an [EventLoop].
public final class BackgroundLoop implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundLoop.class);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    private static final Duration STEP_MAY_END = Duration.ofSeconds(2);
    private static final Duration THREAD_MAY_END = Duration.ofSeconds(8);

    private final String name;
    private final Pace pace;
    private final IntSupplier step;
    private final FaultHandler faults;
    private final WakeSignal signal;
    private volatile boolean running;
    private volatile boolean failing;
    private volatile Thread thread = Thread.currentThread();

    /// Time after a step that found nothing.
    ///
    /// @param least until the next one when it is woken: what comes in that time is one step's work
    /// @param most until the next one when it does not
    public record Pace(Duration least, Duration most) {
        public Pace {
            if (least.compareTo(most) > 0) {
                throw new IllegalArgumentException("a pause of at least " + least + " and at most " + most);
            }
        }
    }

    /// @param step answers how much it did; 0 when there was nothing to do
    public BackgroundLoop(String name, Pace pace, WakeSignal signal, FaultHandler faults, IntSupplier step) {
        this.name = name;
        this.pace = pace;
        this.signal = signal;
        this.faults = faults;
        this.step = step;
    }

    /// @param pause after a step that found nothing
    /// @param step answers how much it did; 0 when there was nothing to do
    public BackgroundLoop(String name, Duration pause, FaultHandler faults, IntSupplier step) {
        this(name, new Pace(pause, pause), new WakeSignal(), faults, step);
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
                    await(pace);
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
                await(new Pace(AFTER_FAILURE, AFTER_FAILURE));
            }
        }
    }

    private void await(Pace pause) {
        try {
            signal.await(pause.least(), pause.most(), () -> running);
        } catch (InterruptedException e) {
            running = false;
        }
    }

    @Override
    public void stop() {
        running = false;
        signal.wake();
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
