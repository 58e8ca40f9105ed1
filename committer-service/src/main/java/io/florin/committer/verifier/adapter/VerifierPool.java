package io.florin.committer.verifier.adapter;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.VerifiedBlock;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.crypto.Bytes;
import io.florin.runtime.service.FaultHandler;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/// A fixed pool of platform threads that verifies blocks: each block is cut into at most one part per thread, and the
/// thread that finishes last hands over the whole. The window of pending blocks bounds the queue.
public final class VerifierPool implements AutoCloseable {

    private static final int ENTRIES_PER_PART_MIN = 8;
    private static final int QUEUE_MAX = 4096;
    private static final long CLOSE_WAIT_SECONDS = 10;

    private final SignatureVerifier verifier;
    private final int threads;
    private final FaultHandler faults;
    private final ThreadPoolExecutor pool;
    private final SecureRandom random = new SecureRandom();

    public VerifierPool(SignatureVerifier verifier, int threads, FaultHandler faults) {
        this.verifier = verifier;
        this.threads = threads;
        this.faults = faults;
        AtomicInteger number = new AtomicInteger();
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE_MAX),
                task -> Thread.ofPlatform()
                        .name("committer-verifier-" + number.getAndIncrement())
                        .daemon(true)
                        .unstarted(task));
    }

    /// Verifies a block and hands it over on some thread of the pool.
    public void verify(CheckedBlock block, Consumer<VerifiedBlock> receiver) {
        List<Bytes> entries = block.block().entries();
        int parts = Math.max(1, Math.min(threads, entries.size() / ENTRIES_PER_PART_MIN));
        AtomicReferenceArray<List<VerifiedTransaction>> results = new AtomicReferenceArray<>(parts);
        AtomicInteger missing = new AtomicInteger(parts);
        for (int part = 0; part < parts; part++) {
            int place = part;
            int from = entries.size() * part / parts;
            int to = entries.size() * (part + 1) / parts;
            execute(() -> {
                results.set(
                        place,
                        verifier.verify(entries.subList(from, to), block.number(), block.configuration(), random));
                if (missing.decrementAndGet() == 0) {
                    receiver.accept(join(block, results));
                }
            });
        }
    }

    private void execute(Runnable task) {
        try {
            pool.execute(() -> {
                try {
                    task.run();
                } catch (Throwable bug) {
                    faults.stopped("committer-verifier", bug);
                }
            });
        } catch (RejectedExecutionException closed) {
            if (!pool.isShutdown()) {
                throw closed;
            }
        }
    }

    private static VerifiedBlock join(CheckedBlock block, AtomicReferenceArray<List<VerifiedTransaction>> parts) {
        List<VerifiedTransaction> all = new ArrayList<>();
        for (int part = 0; part < parts.length(); part++) {
            all.addAll(parts.get(part));
        }
        return new VerifiedBlock(block, all);
    }

    /// Finishes what is under way and drops what waits.
    @Override
    public void close() {
        pool.shutdown();
        pool.getQueue().clear();
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
