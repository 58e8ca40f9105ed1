package io.florin.benchmarks.committer;

import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.Scratch;
import io.florin.benchmarks.committer.CommitterRun.Load;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import io.florin.committer.coordinator.GraphInsertion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The committer's rows. What is measured is the engine as the service runs it, from the bytes of a certified block to
/// its signed statuses on disk; blocks are made before the clock runs, decoded and checked while it runs.
@Command(
        name = "committer",
        description = "The committer alone: sustained rate, with double spends, latency, graph and endorsement.")
public final class CommitterBench implements Callable<Integer> {
    private static final String GRAPH = "graph.insert";
    private static final String ENDORSEMENT = "endorsement.bundle";
    private static final String END_TO_END = "committer.e2e";
    private static final String DOUBLE_SPEND = "committer.doublespend10";
    private static final String LATENCY = "committer.p99";
    private static final long SEED = 20_261_120;
    private static final int DOUBLE_SPEND_PERCENT = 10;
    private static final int POOL_TOKENS = 200_000;
    private static final int POOL_TOKENS_QUICK = 40_000;
    private static final int PROBE_TRANSFERS = 200_000;
    private static final int PROBE_TRANSFERS_QUICK = 40_000;
    private static final int PROBE_SECONDS_MAX = 600;
    private static final int TRANSFERS_MAX = 12_000_000;
    /// Factor by which more blocks are made than the rate before asks for, so that a run does not end for want of
    /// blocks.
    private static final double MARGIN = 1.6;
    private static final int MICRO_SECONDS = 5;
    private static final int MICRO_SECONDS_QUICK = 2;
    private static final double PERCENTILE = 99;
    /// Factor over the offered rate that must be sustained.
    private static final double HEADROOM = 1.1;
    private static final int BUNDLES_PER_BLOCK_OPEN = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--offered",
            defaultValue = "20000",
            paramLabel = "N",
            description = "Transactions per second offered for the latency (default: ${DEFAULT-VALUE}); where less than"
                    + " this and a tenth is sustained, half of what is.")
    private int offered = 20_000;

    @Option(
            names = "--bundles-per-block",
            defaultValue = "8",
            paramLabel = "N",
            description = "Bundles of 256 in each block of the closed loop (default: ${DEFAULT-VALUE}).")
    private int bundlesPerBlock = 8;

    @Override
    public Integer call() throws InterruptedException {
        options.check(List.of(GRAPH, ENDORSEMENT, END_TO_END, DOUBLE_SPEND, LATENCY));
        Results results = new Results("committer", spec.commandLine(), options.out());
        try (Scratch scratch = Scratch.in(options)) {
            Session session = new Session(results, scratch);
            if (options.takes(GRAPH)) {
                session.graph();
            }
            if (options.takes(ENDORSEMENT)) {
                session.endorsement();
            }
            if (options.takes(END_TO_END)) {
                session.closedLoop(END_TO_END, 0);
            }
            if (options.takes(DOUBLE_SPEND)) {
                session.closedLoop(DOUBLE_SPEND, DOUBLE_SPEND_PERCENT);
            }
            if (options.takes(LATENCY)) {
                session.latency();
            }
        }
        return 0;
    }

    /// The rows of one call, one after the other.
    private final class Session {
        private final Results results;
        private final Scratch scratch;
        private double sustained;
        private int made;

        Session(Results results, Scratch scratch) {
            this.results = results;
            this.scratch = scratch;
        }

        void graph() {
            Calibration calibration = Calibration.measure();
            List<Double> runs = new ArrayList<>();
            double passages = 0;
            for (int run = 0; run < options.runs(); run++) {
                GraphInsertion.Rates rates = GraphCost.measure(SEED + run, microSeconds());
                results.progress("graph.insert: %,.0f/s", rates.insertions());
                runs.add(rates.insertions());
                passages = rates.passages();
            }
            results.add(new Measurement(
                    GRAPH,
                    "tx/s",
                    runs,
                    calibration,
                    text(
                            "one thread, 1 key read and 1 made, windows of %d, no conflicts, in memory; with decision"
                                    + " and removal %.0f/s; %d s",
                            GraphCost.WINDOW, passages, microSeconds())));
        }

        void endorsement() {
            Calibration calibration = Calibration.measure();
            EndorsementCost cost = new EndorsementCost(new TransferWorkload(SEED, POOL_TOKENS_QUICK, 0));
            List<Double> runs = new ArrayList<>();
            double stateless = 0;
            for (int run = 0; run < options.runs(); run++) {
                runs.add(cost.endorsementMicros(microSeconds()));
                stateless = cost.statelessMicros(microSeconds());
                results.progress(
                        "endorsement.bundle: %.3f us, all stateless checks %.3f us", runs.getLast(), stateless);
            }
            results.add(new Measurement(
                    ENDORSEMENT,
                    "us/tx",
                    runs,
                    calibration,
                    text(
                            "one thread, bundles of %d, %d bundles in a batch: Merkle roots and one batch of BLS"
                                    + " signatures; with decoding, hashes and output keys %.2f us/tx; %d s",
                            TransferWorkload.BUNDLE, EndorsementCost.BUNDLES, stateless, microSeconds())));
        }

        void closedLoop(String row, int doubleSpendPercent) throws InterruptedException {
            double expectedRate = expectedRate();
            Calibration calibration = Calibration.measure();
            List<Double> rates = new ArrayList<>();
            List<List<Double>> perSecond = new ArrayList<>();
            double shortest = options.seconds();
            CommitterRun.Outcome last = null;
            for (int run = 0; run < options.runs(); run++) {
                Load load = Load.closed(options.warmUpSeconds(), options.seconds());
                long transfers = transfers(expectedRate * MARGIN, load);
                last = run(transfers, doubleSpendPercent, bundlesPerBlock, load);
                rates.add(last.rate());
                perSecond.add(last.perSecond());
                shortest = Math.min(shortest, last.seconds());
                expectedRate = Math.max(expectedRate, last.rate());
                results.progress(
                        "%s: %,.0f tx/s over %.1f s; replayed: %,d committed, %,d aborted, supply holds",
                        row,
                        last.rate(),
                        last.seconds(),
                        last.proof().committed(),
                        last.proof().aborted());
            }
            Measurement measurement = new Measurement(
                    row,
                    "tx/s",
                    rates,
                    calibration,
                    text(
                            "2 shards, RocksDB, fsync (%s), %.0f s after %d s, blocks of %d x %d 2-in/2-out, %d%%"
                                + " double spends, all with a final status; blocks from a file, decoded and checked in"
                                + " the same process; no Kafka, no TLS; replayed and equal",
                            scratch.fileSystem(),
                            shortest,
                            options.warmUpSeconds(),
                            bundlesPerBlock,
                            TransferWorkload.BUNDLE,
                            doubleSpendPercent));
            sustained = measurement.value();
            results.add(measurement);
            results.plot(row, "tx/s", perSecond);
        }

        void latency() throws InterruptedException {
            double rate = expectedRate();
            int load = rate >= offered * HEADROOM ? offered : (int) (rate / 2);
            int blockSize = BUNDLES_PER_BLOCK_OPEN * TransferWorkload.BUNDLE;
            long interval = TimeUnit.SECONDS.toNanos(blockSize) / Math.max(1, load);
            Calibration calibration = Calibration.measure();
            List<Double> runs = new ArrayList<>();
            String others = "";
            for (int run = 0; run < options.runs(); run++) {
                Load open = new Load(options.warmUpSeconds(), options.seconds(), interval);
                CommitterRun.Outcome outcome = run(transfers(load, open) + blockSize, 0, BUNDLES_PER_BLOCK_OPEN, open);
                runs.add(outcome.millisAt(PERCENTILE));
                others = text(
                        "p50 %.1f, p99.9 %.1f, max %.1f ms",
                        outcome.millisAt(50), outcome.millisAt(99.9), outcome.millisAt(100));
                results.progress("committer.p99: %.1f ms at %,d tx/s (%s)", runs.getLast(), load, others);
            }
            results.add(new Measurement(
                    LATENCY,
                    "ms",
                    runs,
                    calibration,
                    text(
                            "offered %d tx/s, open loop, from when a block of %d was due to its signed statuses on"
                                    + " disk; last run %s; 2 shards, RocksDB, fsync (%s), %d s after %d s, no Kafka, no"
                                    + " TLS; replayed and equal",
                            load,
                            blockSize,
                            others,
                            scratch.fileSystem(),
                            options.seconds(),
                            options.warmUpSeconds())));
        }

        /// The last rate found; at first that of a cold run.
        private double expectedRate() throws InterruptedException {
            if (sustained == 0) {
                probe();
            }
            return sustained;
        }

        private void probe() throws InterruptedException {
            int transfers = options.quick() ? PROBE_TRANSFERS_QUICK : PROBE_TRANSFERS;
            int size = Math.max(bundlesPerBlock * TransferWorkload.BUNDLE * 4, Math.min(transfers, probeMax()));
            CommitterRun.Outcome outcome = run(size, 0, bundlesPerBlock, Load.closed(0, PROBE_SECONDS_MAX));
            sustained = outcome.rate();
            results.progress("cold: %,.0f tx/s", sustained);
        }

        /// A short benchmark has a short probe.
        private int probeMax() {
            return 15_000 * options.seconds();
        }

        /// And few tokens, which have to be issued and replayed as well.
        private int poolMax() {
            return 20_000 * options.seconds();
        }

        private CommitterRun.Outcome run(long transfers, int doubleSpendPercent, int bundles, Load load)
                throws InterruptedException {
            made++;
            Path file = scratch.directory().resolve("blocks-" + made);
            Path ledger = scratch.directory().resolve("ledger-" + made);
            int pool = options.quick() ? Math.min(POOL_TOKENS_QUICK, poolMax()) : POOL_TOKENS;
            TransferWorkload workload = new TransferWorkload(SEED + made, pool, doubleSpendPercent);
            BlockFile blocks = BlockFile.write(file, workload, transfers, bundles);
            results.progress(
                    "%,d transactions made, in %,d blocks",
                    transfers, blocks.contents().blocks());
            CommitterRun.Outcome outcome = new CommitterRun(workload, blocks, ledger, load).run();
            Scratch.delete(ledger);
            Scratch.delete(file);
            return outcome;
        }
    }

    private static long transfers(double rate, Load load) {
        return Math.min(TRANSFERS_MAX, (long) (rate * (load.warmUpSeconds() + load.seconds())));
    }

    private int microSeconds() {
        return options.quick() ? MICRO_SECONDS_QUICK : MICRO_SECONDS;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
