package io.florin.runtime.loop;

import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One platform thread that drives one core: events of a bounded mailbox, one after the other, and ticks.
///
/// States: *new* (events are taken and wait) → *running* → *closed* (by [#close()], events still waiting are dropped)
/// or *faulty* (the handler threw: that is a bug, the loop stops for good and the [FaultHandler] is told). A loop that
/// is closed or faulty takes nothing more: `offer` answers false, `put` throws [LoopStoppedException].
///
/// The mailbox holds at most `capacity` events; `offer` answers false when it is full (say so to the caller), `put`
/// waits (back-pressure). Ticks never enter the mailbox, so a slow core gets one late tick and not a queue of them.
/// Events of one sender keep their order. Nothing here is lock-free on purpose: a batch of events costs one hand-over.
public final class EventLoop<E> implements AutoCloseable {
    private static final int BATCH_MAX = 256;
    private static final long POLL_MILLIS_MAX = 100;
    private static final Duration QUIET = Duration.ofMillis(POLL_MILLIS_MAX);
    private static final long CLOSE_WAIT_SECONDS = 10;

    private enum State {
        NEW,
        RUNNING,
        CLOSED,
        FAULTY
    }

    private final String name;
    private final BlockingQueue<E> mailbox;
    private final EventHandler<E> handler;
    private final FaultHandler faults;
    private final InstantSource clock;
    private final @Nullable Duration tickEvery;
    private final @Nullable Function<Instant, E> tick;
    private final Thread thread;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
    private final CountDownLatch ended = new CountDownLatch(1);

    private EventLoop(
            String name,
            int capacity,
            EventHandler<E> handler,
            FaultHandler faults,
            InstantSource clock,
            @Nullable Duration tickEvery,
            @Nullable Function<Instant, E> tick) {
        this.name = name;
        this.mailbox = new ArrayBlockingQueue<>(capacity);
        this.handler = handler;
        this.faults = faults;
        this.clock = clock;
        this.tickEvery = tickEvery;
        this.tick = tick;
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
    }

    /// A loop without ticks; `name` is the thread's and the component's name.
    public static <E> EventLoop<E> of(String name, int capacity, EventHandler<E> handler, FaultHandler faults) {
        return new EventLoop<>(name, capacity, handler, faults, InstantSource.system(), null, null);
    }

    /// A loop with a tick as soon as `every` has passed on the clock since the last one; the first comes at the start.
    public static <E> EventLoop<E> ticking(
            String name, int capacity, EventHandler<E> handler, FaultHandler faults, Ticks<E> ticks) {
        return new EventLoop<>(name, capacity, handler, faults, ticks.clock(), ticks.every(), ticks.event());
    }

    /// Starts the thread; once.
    public EventLoop<E> start() {
        if (!state.compareAndSet(State.NEW, State.RUNNING)) {
            throw new IllegalStateException("loop " + name + " cannot start twice");
        }
        thread.start();
        return this;
    }

    /// Hands over an event unless the mailbox is full or the loop has stopped.
    public boolean offer(E event) {
        return isOpen() && mailbox.offer(event);
    }

    /// Hands over an event, waiting for room at most so long; false when there was none or the loop has stopped.
    public boolean offer(E event, Duration wait) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + wait.toNanos();
        while (isOpen()) {
            long leftNanos = deadlineNanos - System.nanoTime();
            long stepNanos = Math.min(leftNanos, TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS_MAX));
            if (mailbox.offer(event, Math.max(0, stepNanos), TimeUnit.NANOSECONDS)) {
                return true;
            }
            if (leftNanos <= 0) {
                return false;
            }
        }
        return false;
    }

    /// Hands over an event, waiting for room as long as it takes.
    ///
    /// @throws LoopStoppedException if the loop has stopped or stops meanwhile
    public void put(E event) throws InterruptedException {
        while (isOpen()) {
            if (mailbox.offer(event, POLL_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
        throw new LoopStoppedException(name);
    }

    /// Events that wait now.
    public int depth() {
        return mailbox.size();
    }

    /// Whether the loop runs: started, not closed, no bug met.
    public boolean isRunning() {
        return state.get() == State.RUNNING;
    }

    /// Whether the loop stopped on a bug.
    public boolean isFaulty() {
        return state.get() == State.FAULTY;
    }

    private boolean isOpen() {
        State now = state.get();
        return now == State.NEW || now == State.RUNNING;
    }

    private void run() {
        try {
            turnUntilClosed();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (Throwable bug) {
            if (state.compareAndSet(State.RUNNING, State.FAULTY)) {
                faults.stopped(name, bug);
            }
        } finally {
            mailbox.clear();
            ended.countDown();
        }
    }

    private void turnUntilClosed() throws Exception {
        List<E> batch = new ArrayList<>(BATCH_MAX);
        Instant nextTick = Instant.MIN;
        while (state.get() == State.RUNNING) {
            nextTick = tickIfDue(nextTick);
            E first = mailbox.poll(waitMillis(nextTick), TimeUnit.MILLISECONDS);
            if (first == null) {
                continue;
            }
            batch.add(first);
            mailbox.drainTo(batch, BATCH_MAX - 1);
            for (E event : batch) {
                handler.on(event);
            }
            batch.clear();
            handler.batchEnded();
            nextTick = sooner(nextTick);
        }
    }

    /// Nothing was awaited before the events, so the next tick is far away.
    private Instant sooner(Instant nextTick) {
        if (tickEvery == null || !handler.awaitsTicks()) {
            return nextTick;
        }
        Instant soonest = clock.instant().plus(tickEvery);
        return soonest.isBefore(nextTick) ? soonest : nextTick;
    }

    private Instant tickIfDue(Instant nextTick) throws Exception {
        if (tick == null || tickEvery == null) {
            return nextTick;
        }
        Instant now = clock.instant();
        boolean wasSetBack = now.plus(tickEvery).plus(QUIET).isBefore(nextTick);
        if (now.isBefore(nextTick) && !wasSetBack) {
            return nextTick;
        }
        handler.on(tick.apply(now));
        handler.batchEnded();
        return now.plus(handler.awaitsTicks() || tickEvery.compareTo(QUIET) > 0 ? tickEvery : QUIET);
    }

    private long waitMillis(Instant nextTick) {
        if (tick == null) {
            return POLL_MILLIS_MAX;
        }
        long untilTick = Duration.between(clock.instant(), nextTick).toMillis();
        return Math.max(1, Math.min(POLL_MILLIS_MAX, untilTick));
    }

    /// Stops after the event in hand and waits for that, at most ten seconds. Events that wait are dropped: whoever
    /// sent them has them in a log or asks again.
    @Override
    public void close() {
        State before = state.getAndUpdate(now -> now == State.FAULTY ? now : State.CLOSED);
        if (before == State.NEW) {
            mailbox.clear();
            return;
        }
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            if (!ended.await(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                thread.interrupt();
            }
        } catch (InterruptedException interrupted) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    /// Period after which the loop makes an event out of the time.
    public record Ticks<E>(Duration every, InstantSource clock, Function<Instant, E> event) {
        public Ticks {
            if (every.isNegative() || every.isZero()) {
                throw new IllegalArgumentException("ticks need a positive period");
            }
        }
    }
}
