package io.florin.runtime.loop;

import io.florin.ledger.Invariant;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// One virtual thread that does a step again and again: at once while steps find work, after a pause or at the ring of
/// a [WakeSignal] otherwise, and later after a failure. Steps are safe to repeat. A failure is logged when it begins
/// and when it ends; an `Error` or a broken invariant stops the loop and is reported as a fault. A step under way when
/// the loop stops may end by itself and is interrupted when it does not.
///
/// For work that looks for what there is to do (in a database, at another service); what is handed over one by one has
/// an [EventLoop]. A loop [at rest][#resting] looks seldom: what makes work for it wakes it.
public final class BackgroundLoop implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundLoop.class);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    private static final Duration STEP_MAY_END = Duration.ofSeconds(2);
    private static final Duration QUIET = Duration.ofSeconds(15);
    private static final ScopedValue<BackgroundLoop> OWN = ScopedValue.newInstance();

    /// Answer of a step that did nothing and awaits something: a decision of others, or a time that comes soon.
    public static final int AWAITS = -1;
    private static final Duration THREAD_MAY_END = Duration.ofSeconds(8);

    private final String name;
    private final Pace pace;
    private final IntSupplier step;
    private final FaultHandler faults;
    private final WakeSignal signal;
    private final Optional<Activity> activity;
    private final Duration stepMayEnd;
    private final ReentrantLock patience = new ReentrantLock();
    private boolean asks;
    private volatile boolean running;
    private volatile boolean failing;
    private volatile Thread thread = Thread.currentThread();

    /// Time after a step that found nothing.
    ///
    /// @param least until the next one when it is woken: what comes in that time is one step's work
    /// @param most until the next one when it is not
    /// @param rest the same after a step that awaits nothing, where nothing has happened for a while either
    public record Pace(Duration least, Duration most, Duration rest) {
        public Pace {
            if (least.compareTo(most) > 0 || most.compareTo(rest) > 0) {
                throw new IllegalArgumentException(
                        "a pause of at least " + least + " and at most " + most + " or " + rest);
            }
        }

        public Pace(Duration least, Duration most) {
            this(least, most, most);
        }
    }

    /// @param step answers how much it did; 0 when there was nothing to do, or [#AWAITS]
    public BackgroundLoop(String name, Pace pace, WakeSignal signal, FaultHandler faults, IntSupplier step) {
        this(name, pace, signal, Optional.empty(), STEP_MAY_END, faults, step);
    }

    private BackgroundLoop(
            String name,
            Pace pace,
            WakeSignal signal,
            Optional<Activity> activity,
            Duration stepMayEnd,
            FaultHandler faults,
            IntSupplier step) {
        this.activity = activity;
        this.stepMayEnd = stepMayEnd;
        this.name = name;
        this.pace = pace;
        this.signal = signal;
        this.faults = faults;
        this.step = step;
    }

    /// @param pause after a step that found nothing
    /// @param step answers how much it did; 0 when there was nothing to do
    public BackgroundLoop(String name, Duration pause, FaultHandler faults, IntSupplier step) {
        this(name, pause, STEP_MAY_END, faults, step);
    }

    /// @param stepMayEnd time that a stop leaves to a step which asks nobody
    BackgroundLoop(String name, Duration pause, Duration stepMayEnd, FaultHandler faults, IntSupplier step) {
        this(name, new Pace(pause, pause), new WakeSignal(), Optional.empty(), stepMayEnd, faults, step);
    }

    /// A loop that does the same after each pause.
    public static BackgroundLoop periodic(String name, Duration pause, FaultHandler faults, Runnable work) {
        return new BackgroundLoop(name, pause, faults, () -> {
            work.run();
            return 0;
        });
    }

    /// A loop that is woken by whatever happens in its service, and by which others are woken when it did something. It
    /// rests when nothing has happened for a while: until then what happened may leave work that time brings.
    ///
    /// @param step answers how much it did; 0 when there was nothing to do, or [#AWAITS]
    public static BackgroundLoop resting(
            String name, Pace pace, Activity activity, FaultHandler faults, IntSupplier step) {
        WakeSignal signal = new WakeSignal();
        activity.tell(signal::wake);
        return resting(name, pace, signal, activity, faults, step);
    }

    /// The same, woken by a signal of its own.
    public static BackgroundLoop resting(
            String name, Pace pace, WakeSignal signal, Activity activity, FaultHandler faults, IntSupplier step) {
        return new BackgroundLoop(name, pace, signal, Optional.of(activity), STEP_MAY_END, faults, step);
    }

    /// A question inside a step that others answer when they have something to say: a loop that stops does not wait for
    /// their answer. Outside of a loop's step the same as the question alone.
    public static <T> T asking(Supplier<T> question) {
        return OWN.isBound() ? OWN.get().patiently(question) : question.get();
    }

    private <T> T patiently(Supplier<T> question) {
        asks(true);
        try {
            return question.get();
        } finally {
            asks(false);
        }
    }

    private void asks(boolean now) {
        patience.lock();
        try {
            asks = now;
        } finally {
            patience.unlock();
        }
        if (now && !running) {
            thread.interrupt();
        }
    }

    private void interruptQuestion() {
        patience.lock();
        try {
            if (asks) {
                thread.interrupt();
            }
        } finally {
            patience.unlock();
        }
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
        thread = Thread.ofVirtual()
                .name(name)
                .start(() -> ScopedValue.where(OWN, this).run(this::run));
    }

    private void run() {
        while (running) {
            try {
                int done = step.getAsInt();
                if (failing) {
                    LOG.info("works again: loop={}", name);
                }
                failing = false;
                if (done > 0) {
                    activity.ifPresent(Activity::happened);
                } else {
                    await(pace.least(), done != AWAITS && isQuiet() ? pace.rest() : pace.most());
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
                await(AFTER_FAILURE, AFTER_FAILURE);
            }
        }
    }

    private boolean isQuiet() {
        return activity.map(news -> news.isQuiet(QUIET)).orElse(true);
    }

    private void await(Duration least, Duration most) {
        try {
            signal.await(least, most, () -> running);
        } catch (InterruptedException e) {
            running = false;
        }
    }

    @Override
    public void stop() {
        running = false;
        signal.wake();
        interruptQuestion();
        try {
            if (!thread.join(stepMayEnd)) {
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
