package io.florin.simulation.run;

import io.florin.simulation.world.InvariantViolation;
import io.florin.simulation.world.World;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Runs many seeds, each in one thread, several at a time, until one breaks something.
public final class Seeds {
    private final AtomicLong next;
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong blocks = new AtomicLong();
    private final AtomicLong settled = new AtomicLong();
    private final AtomicLong settledHidden = new AtomicLong();
    private final AtomicLong expired = new AtomicLong();
    private final AtomicLong expiredAway = new AtomicLong();
    private final AtomicLong changes = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();
    private final AtomicLong runs = new AtomicLong();
    private final AtomicReference<@Nullable BrokenSchedule> found = new AtomicReference<>();
    private final LongFunction<Cast> casts;
    private final LongPredicate tried;

    /// Sum of many runs.
    ///
    /// @param settled payments of the bank's customers
    /// @param settledHidden those of them whose amounts and owners are hidden
    /// @param expired transactions of the bank that could not commit any more
    /// @param expiredAway those of them that expired while the bank was down
    /// @param changes of the configuration
    public record Sum(
            long runs,
            long events,
            long blocks,
            long settled,
            long settledHidden,
            long expired,
            long expiredAway,
            long changes,
            long restarts) {}

    /// @param first of consecutive seeds
    /// @param casts who plays under a seed
    public Seeds(long first, LongFunction<Cast> casts) {
        this(first, casts, _ -> true);
    }

    /// @param tried those of the seeds that are run
    public Seeds(long first, LongFunction<Cast> casts, LongPredicate tried) {
        this.next = new AtomicLong(first);
        this.casts = casts;
        this.tried = tried;
    }

    /// Whether the currency of a seed's run hides amounts and owners.
    public static boolean isHidden(long seed) {
        return RunSetting.isHidden(new World(seed));
    }

    /// Rule that the schedule breaks, if it breaks one.
    public static Optional<BrokenSchedule> run(Schedule schedule, Cast cast) {
        try {
            outcome(schedule, cast);
            return Optional.empty();
        } catch (InvariantViolation violation) {
            return Optional.of(new BrokenSchedule(schedule, violation));
        }
    }

    /// @throws Violation whatever is thrown breaks the schedule, so that its seed is told
    public static RunSummary outcome(Schedule schedule, Cast cast) {
        try {
            return new Simulation(schedule, cast).run();
        } catch (InvariantViolation violation) {
            throw violation;
        } catch (RuntimeException bug) {
            throw new InvariantViolation("a bug of the simulation: " + bug, bug);
        }
    }

    /// Tries seeds until one breaks something, but at least so many, and longer if there is time.
    ///
    /// @param seeds at least so many
    /// @param millis and for so long
    /// @return the first that broke something, not shrunk
    public Optional<BrokenSchedule> tryAll(long seeds, long millis, int threads) {
        long last = next.get() + seeds;
        long deadline = System.nanoTime() + millis * 1_000_000;
        Thread[] workers = new Thread[threads];
        AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
        for (int i = 0; i < threads; i++) {
            workers[i] = Thread.ofPlatform().name("simulation-" + i).start(() -> {
                try {
                    work(last, deadline);
                } catch (Throwable bug) {
                    broken.set(bug);
                }
            });
        }
        for (Thread worker : workers) {
            await(worker);
        }
        if (broken.get() != null) {
            throw new IllegalStateException("the simulation itself is broken", broken.get());
        }
        return Optional.ofNullable(found.get());
    }

    private void work(long last, long deadline) {
        for (long seed = next.getAndIncrement();
                found.get() == null && (seed < last || System.nanoTime() < deadline);
                seed = next.getAndIncrement()) {
            if (!tried.test(seed)) {
                continue;
            }
            Schedule schedule = FaultPlan.draw(seed, Simulation.nodes());
            try {
                RunSummary outcome = outcome(schedule, casts.apply(seed));
                runs.incrementAndGet();
                events.addAndGet(outcome.events());
                blocks.addAndGet(outcome.blocks());
                settled.addAndGet(outcome.settled());
                settledHidden.addAndGet(outcome.settledHidden());
                expired.addAndGet(outcome.expired());
                expiredAway.addAndGet(outcome.expiredAway());
                changes.addAndGet(outcome.changes());
                restarts.addAndGet(outcome.restarts());
            } catch (InvariantViolation violation) {
                found.compareAndSet(null, new BrokenSchedule(schedule, violation));
            }
        }
    }

    private static void await(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    public Sum sum() {
        return new Sum(
                runs.get(),
                events.get(),
                blocks.get(),
                settled.get(),
                settledHidden.get(),
                expired.get(),
                expiredAway.get(),
                changes.get(),
                restarts.get());
    }
}
