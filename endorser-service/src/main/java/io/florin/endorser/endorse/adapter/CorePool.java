package io.florin.endorser.endorse.adapter;

import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// A fixed pool of platform threads, one per core, for signatures: more threads would only take turns. Its queue is
/// bounded; a full one is a [Failure], so that overload is answered and not piled up.
public final class CorePool implements Executor, AutoCloseable {

    private static final long CLOSE_WAIT_SECONDS = 5;

    private final ThreadPoolExecutor pool;

    public CorePool(EndorseProperties properties, String name) {
        int threads = properties.threadsToStart();
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(properties.tasksMax()),
                Thread.ofPlatform().name(name + "-", 1).daemon(true).factory());
    }

    /// @throws Failure when too many tasks wait already
    @Override
    public void execute(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException full) {
            throw new Failure("too many signatures wait to be checked", full);
        }
    }

    /// Runs all tasks and waits; results in order.
    ///
    /// @throws Failure when there is no room for them
    <T> List<T> all(List<Callable<T>> tasks) {
        List<Future<T>> running = new ArrayList<>(tasks.size());
        try {
            for (Callable<T> task : tasks) {
                running.add(pool.submit(task));
            }
            List<T> results = new ArrayList<>(tasks.size());
            for (Future<T> future : running) {
                results.add(future.get());
            }
            return results;
        } catch (RejectedExecutionException full) {
            running.forEach(future -> future.cancel(false));
            throw new Failure("too many signatures wait to be checked", full);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while checking", interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    /// Tasks that wait now.
    public int waiting() {
        return pool.getQueue().size();
    }

    @Override
    public void close() {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
