package io.florin.benchmarks.committer;

import io.florin.benchmarks.BenchFailure;
import io.florin.committer.protocol.CompletedBlock;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Times at which blocks were complete: all its statuses final, durable and signed.
final class Completions implements Consumer<CompletedBlock> {

    private final long[] nanos;
    private int last;

    Completions(int blocks) {
        nanos = new long[blocks + 1];
    }

    @Override
    public synchronized void accept(CompletedBlock block) {
        last = (int) block.number();
        nanos[last] = System.nanoTime();
        notifyAll();
    }

    synchronized int last() {
        return last;
    }

    synchronized long nanosOf(int block) {
        return nanos[block];
    }

    /// Waits for a block.
    ///
    /// @throws BenchFailure when it is not complete in time
    synchronized void await(int block, long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (last < block) {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (leftMillis <= 0) {
                throw new BenchFailure(
                        "block " + block + " was not complete in " + seconds + " s; the last one is " + last);
            }
            wait(Math.min(leftMillis, 200));
        }
    }
}
