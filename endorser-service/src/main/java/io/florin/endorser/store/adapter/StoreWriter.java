package io.florin.endorser.store.adapter;

import io.florin.runtime.Failure;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.service.FaultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionTemplate;

/// The one thread that changes the store. Changes that wait together share one commit, and numbers given by the writer
/// become visible in their order, so that nobody who reads "after position n" misses one.
///
/// A change that fails does not take the others of its commit with it: they are tried again one by one.
public final class StoreWriter implements AutoCloseable {

    private static final long WAIT_SECONDS = 30;
    private static final long POLL_MILLIS = 100;
    private static final long CLOSE_WAIT_SECONDS = 10;

    private final TransactionTemplate commits;
    private final int groupMax;
    private final BlockingQueue<Change<?>> changes;
    private final FaultHandler faults;
    private final Thread thread;
    private volatile boolean closed;

    /// @param faults is told when the writer stops by itself: nothing can be endorsed from then on
    public StoreWriter(TransactionTemplate commits, StoreProperties properties, FaultHandler faults, String name) {
        this.commits = commits;
        this.groupMax = properties.groupMax();
        this.changes = new ArrayBlockingQueue<>(properties.changesMax());
        this.faults = faults;
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
    }

    private static final class Change<T> {
        private final Supplier<T> work;
        private final CompletableFuture<T> done = new CompletableFuture<>();

        Change(Supplier<T> work) {
            this.work = work;
        }

        /// Works inside the commit; what tells the waiting thread once the commit is durable.
        Runnable perform() {
            T result = work.get();
            return () -> done.complete(result);
        }
    }

    public void start() {
        thread.start();
    }

    /// Changes that wait now.
    public int waiting() {
        return changes.size();
    }

    /// Performs the work on the writer's thread inside a commit and returns when that is durable.
    ///
    /// @throws Failure when the database does not take it, or not in time
    <T> T change(Supplier<T> work) {
        var change = new Change<>(work);
        try {
            if (closed || !changes.offer(change, WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new Failure("the store has too much to write");
            }
            return change.done.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while writing to the store", interrupted);
        } catch (TimeoutException late) {
            throw new Failure("the store does not answer", late);
        } catch (ExecutionException failed) {
            throw failure(failed.getCause() == null ? failed : failed.getCause());
        }
    }

    /// Performs the work before all that is changed after it, and durably no later than that; waits for room only.
    ///
    /// @param failed is told, on the writer's thread, when the database does not take it
    /// @throws Failure when the store has too much to write
    void changeFirst(Runnable work, Consumer<Throwable> failed) {
        var change = new Change<>(() -> {
            work.run();
            return true;
        });
        var _ = change.done.exceptionally(cause -> {
            failed.accept(cause);
            return false;
        });
        try {
            if (closed || !changes.offer(change, WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new Failure("the store has too much to write");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while writing to the store", interrupted);
        }
    }

    private static RuntimeException failure(Throwable cause) {
        return switch (cause) {
            case RuntimeException away
            when DatabaseAway.isBehind(away) -> new Failure("the store failed: " + away.getMessage(), away);
            case RuntimeException other -> other;
            default -> new IllegalStateException(cause);
        };
    }

    private void run() {
        List<Change<?>> group = new ArrayList<>(groupMax);
        try {
            while (!closed || !changes.isEmpty()) {
                Change<?> first = changes.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (first == null) {
                    continue;
                }
                group.add(first);
                changes.drainTo(group, groupMax - 1);
                write(group);
                group.clear();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (Error bug) {
            faults.stopped(thread.getName(), bug);
        } finally {
            closed = true;
            group.addAll(changes);
            group.forEach(change -> change.done.completeExceptionally(new Failure("the store is closed")));
        }
    }

    private void write(List<Change<?>> group) {
        try {
            commit(group);
        } catch (RuntimeException failed) {
            if (group.size() == 1) {
                group.getFirst().done.completeExceptionally(failed);
                return;
            }
            for (Change<?> change : group) {
                write(List.of(change));
            }
        }
    }

    private void commit(List<Change<?>> group) {
        List<Runnable> told = new ArrayList<>(group.size());
        commits.executeWithoutResult(_ -> group.forEach(change -> told.add(change.perform())));
        told.forEach(Runnable::run);
    }

    /// Writes what waits and stops.
    @Override
    public void close() {
        closed = true;
        try {
            if (!thread.join(java.time.Duration.ofSeconds(CLOSE_WAIT_SECONDS))) {
                thread.interrupt();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
