package io.florin.bank.payments.adapter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Proves on threads of its own: a proof takes about 100 ms of one core.
final class ProofPool implements AutoCloseable {

    private static final int PER_THREAD = 4;

    private final int threads;
    private final ExecutorService pool;

    ProofPool(int threads) {
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("bank-proofs-", 0).daemon().factory());
    }

    /// Number of tasks that are taken at once, so that finished proofs leave soon.
    int roundMax() {
        return threads * PER_THREAD;
    }

    /// Outcome of a task.
    sealed interface Outcome<T> {
        record Done<T>(T result) implements Outcome<T> {}

        record Failed<T>(Throwable cause) implements Outcome<T> {}
    }

    /// Waits for all, in their order.
    <T> List<Outcome<T>> all(List<Callable<T>> tasks) {
        List<Outcome<T>> outcomes = new ArrayList<>();
        try {
            for (Future<T> future : pool.invokeAll(tasks)) {
                try {
                    outcomes.add(new Outcome.Done<>(future.get()));
                } catch (ExecutionException e) {
                    outcomes.add(new Outcome.Failed<>(e.getCause() == null ? e : e.getCause()));
                }
            }
            return outcomes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while proving", e);
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
