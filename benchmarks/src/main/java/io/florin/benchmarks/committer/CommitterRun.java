package io.florin.benchmarks.committer;

import io.florin.benchmarks.BenchFailure;
import io.florin.committer.wiring.CommitterEngine;
import io.florin.committer.wiring.CommitterObserver;
import io.florin.committer.wiring.EngineSettings;
import io.florin.ledger.block.Block;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/// One run of a fresh committer over a file of blocks: the seed blocks, then transfers for some time, closed loop (as
/// fast as the window of pending blocks lets in) or open loop (one block every so often, whatever the committer does).
/// Ends with [LedgerProof]: a run whose answers are wrong has no rate.
final class CommitterRun {

    private static final long DRAIN_SECONDS = 120;
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long LATENCY_MAX_MICROS = TimeUnit.MINUTES.toMicros(10);
    private static final int DIGITS = 3;

    /// Rate and duration of handing blocks in.
    ///
    /// @param warmUpSeconds before the measured ones
    /// @param seconds at most; fewer when the file ends before
    /// @param blockIntervalNanos of the open loop; 0 for the closed loop
    record Load(int warmUpSeconds, int seconds, long blockIntervalNanos) {
        static Load closed(int warmUpSeconds, int seconds) {
            return new Load(warmUpSeconds, seconds, 0);
        }

        boolean isOpen() {
            return blockIntervalNanos > 0;
        }
    }

    /// Result of a run.
    ///
    /// @param transactions with a final status in the measured time
    /// @param seconds measured
    /// @param latencyMicros of each transaction: from when its block was meant to arrive until it was complete
    /// @param perSecond rate in each measured second
    /// @param proof what was checked afterwards
    record Outcome(
            long transactions,
            double seconds,
            Histogram latencyMicros,
            List<Double> perSecond,
            LedgerProof.Checked proof) {
        double rate() {
            return transactions / seconds;
        }

        double millisAt(double percentile) {
            return latencyMicros.getValueAtPercentile(percentile) / 1000.0;
        }
    }

    private final TransferWorkload workload;
    private final BlockFile file;
    private final Path directory;
    private final Load load;
    private final Completions completions;
    private final long[] dueNanos;
    private final AtomicReference<Throwable> fault = new AtomicReference<>();

    /// @param directory where the committer keeps its ledger; must not exist
    CommitterRun(TransferWorkload workload, BlockFile file, Path directory, Load load) {
        this.workload = workload;
        this.file = file;
        this.directory = directory;
        this.load = load;
        this.completions = new Completions(file.contents().blocks());
        this.dueNanos = new long[file.contents().blocks() + 1];
    }

    Outcome run() throws InterruptedException {
        try (CommitterEngine engine = new CommitterEngine(
                EngineSettings.of(directory),
                workload.network().genesis(),
                0,
                workload.network().committer(),
                (_, bug) -> fault.compareAndSet(null, bug),
                CommitterObserver.NONE)) {
            engine.addListener(completions);
            long begin = feed(engine);
            int last = (int) engine.takenBlock();
            completions.await(last, DRAIN_SECONDS);
            requireNoFault();
            LedgerProof.Checked proof = new LedgerProof(workload, file).check(engine, last);
            requireNoFault();
            return outcome(begin, proof);
        } catch (io.florin.runtime.Failure stopped) {
            requireNoFault();
            throw new BenchFailure("the committer stopped: " + stopped.getMessage(), stopped);
        }
    }

    private void requireNoFault() {
        Throwable bug = fault.get();
        if (bug != null) {
            throw new BenchFailure("the committer stopped at a bug", bug);
        }
    }

    /// @return when the transfers began
    private long feed(CommitterEngine engine) throws InterruptedException {
        try (BlockFile.Reader blocks = file.open()) {
            for (int seed = 0; seed < file.contents().seedBlocks(); seed++) {
                engine.submit(blocks.next().orElseThrow());
            }
            completions.await(file.contents().seedBlocks(), DRAIN_SECONDS);
            long begin = System.nanoTime();
            long deadline = begin + (load.warmUpSeconds() + load.seconds()) * NANOS_PER_SECOND;
            Optional<Block> next = blocks.next();
            for (long fed = 0; next.isPresent(); fed++, next = blocks.next()) {
                long due = load.isOpen() ? begin + fed * load.blockIntervalNanos() : System.nanoTime();
                if (due >= deadline) {
                    break;
                }
                awaitTime(due);
                dueNanos[(int) next.get().header().number()] = due;
                engine.submit(next.get());
            }
            return begin;
        }
    }

    private static void awaitTime(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /// Rates are taken between two completions: the first one after the warm-up, and the last one in time.
    private Outcome outcome(long begin, LedgerProof.Checked proof) {
        long warm = begin + load.warmUpSeconds() * NANOS_PER_SECOND;
        long deadline = warm + load.seconds() * NANOS_PER_SECOND;
        Histogram latency = new Histogram(LATENCY_MAX_MICROS, DIGITS);
        List<Long> perSecond = new ArrayList<>();
        long from = 0;
        long to = 0;
        long transactions = 0;
        for (int block = file.contents().seedBlocks() + 1; block <= completions.last(); block++) {
            long done = completions.nanosOf(block);
            int size = file.contents().transactionsOf(block);
            if (dueNanos[block] >= warm && dueNanos[block] < deadline) {
                long micros = TimeUnit.NANOSECONDS.toMicros(done - dueNanos[block]);
                latency.recordValueWithCount(Math.min(micros, LATENCY_MAX_MICROS), size);
            }
            if (done < warm || done > deadline) {
                continue;
            }
            if (from == 0) {
                from = done;
                continue;
            }
            to = done;
            transactions += size;
            int second = (int) ((done - from) / NANOS_PER_SECOND);
            while (perSecond.size() <= second) {
                perSecond.add(0L);
            }
            perSecond.set(second, perSecond.get(second) + size);
        }
        BenchFailure.require(to > from, "the run was too short to measure: fewer than two blocks were complete");
        return new Outcome(transactions, (to - from) / 1e9, latency, wholeSeconds(perSecond), proof);
    }

    /// Without the last second, which is not whole.
    private static List<Double> wholeSeconds(List<Long> perSecond) {
        return perSecond.subList(0, Math.max(1, perSecond.size() - 1)).stream()
                .map(Long::doubleValue)
                .toList();
    }
}
