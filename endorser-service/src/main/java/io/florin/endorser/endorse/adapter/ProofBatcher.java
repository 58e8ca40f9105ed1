package io.florin.endorser.endorse.adapter;

import io.florin.endorser.protocol.Arrival;
import io.florin.endorser.protocol.Verdict;
import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntConsumer;

/// Queue of submissions with proofs, so that those that wait are verified together: a batch costs little more than one.
///
/// A free thread takes what is there, at most so many, and never waits for more. So under little load every proof is a
/// batch of its own, and batches grow with the queue.
final class ProofBatcher {

    private final Executor cores;
    private final Function<List<Arrival>, List<Verdict>> checks;
    private final int batchMax;
    private final IntConsumer batches;
    private final BlockingQueue<Waiting> queue;

    /// Equality is identity.
    private static final class Waiting {
        private final Arrival arrival;
        private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();

        Waiting(Arrival arrival) {
            this.arrival = arrival;
        }
    }

    /// @param cores may refuse a task by a [Failure]
    /// @param checks of a batch, verdicts in order
    /// @param batches is told of the size of each batch
    ProofBatcher(
            Executor cores,
            Function<List<Arrival>, List<Verdict>> checks,
            int batchMax,
            int waitingMax,
            IntConsumer batches) {
        this.cores = cores;
        this.checks = checks;
        this.batchMax = batchMax;
        this.batches = batches;
        this.queue = new ArrayBlockingQueue<>(waitingMax);
    }

    /// Queues these; their verdicts come in order.
    ///
    /// @throws Failure when there is no room for them
    List<CompletableFuture<Verdict>> submit(List<Arrival> arrivals) {
        List<Waiting> waiting = arrivals.stream().map(Waiting::new).toList();
        try {
            for (int from = 0; from < waiting.size(); from += batchMax) {
                for (Waiting each : waiting.subList(from, Math.min(waiting.size(), from + batchMax))) {
                    if (!queue.offer(each)) {
                        throw new Failure("too many proofs wait to be verified");
                    }
                }
                cores.execute(this::verifyBatch);
            }
        } catch (Failure full) {
            queue.removeAll(waiting);
            throw full;
        }
        return waiting.stream().map(each -> each.verdict).toList();
    }

    /// Proofs that wait now.
    int waiting() {
        return queue.size();
    }

    private void verifyBatch() {
        List<Waiting> batch = new ArrayList<>(batchMax);
        while (queue.drainTo(batch, batchMax) > 0) {
            verify(batch);
            batch.clear();
            if (queue.isEmpty() || isLeftToOthers()) {
                return;
            }
        }
    }

    /// The rest takes its turn behind what else waits for a thread.
    private boolean isLeftToOthers() {
        try {
            cores.execute(this::verifyBatch);
            return true;
        } catch (Failure full) {
            return false;
        }
    }

    private void verify(List<Waiting> batch) {
        batches.accept(batch.size());
        try {
            List<Verdict> verdicts =
                    checks.apply(batch.stream().map(each -> each.arrival).toList());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).verdict.complete(verdicts.get(i));
            }
        } catch (RuntimeException | Error bug) {
            batch.forEach(each -> each.verdict.completeExceptionally(bug));
        }
    }

    /// Waits for a verdict.
    static Verdict await(CompletableFuture<Verdict> verdict) {
        try {
            return verdict.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted while checking", interrupted);
        } catch (ExecutionException failed) {
            throw new CompletionException(failed.getCause());
        }
    }
}
