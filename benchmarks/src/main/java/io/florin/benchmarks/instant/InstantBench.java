package io.florin.benchmarks.instant;

import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.Scratch;
import io.florin.benchmarks.ServiceLogs;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.signing.SigningScheme;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The rows of the instant rail.
@Command(name = "instant", description = "Payments made final on an instant rail: rates of committees, and latency.")
public final class InstantBench implements Callable<Integer> {
    static final String COMMITTEE = "instant.committee4";
    static final String NAIVE = "instant.committee4.naive";
    static final String BLS = "instant.committee4.bls";
    static final String OUTPUTS = "instant.outputs4";
    static final String AUTHORITY = "instant.authority";
    static final String LATENCY = "instant.p99";

    private static final List<String> ROWS = List.of(COMMITTEE, NAIVE, BLS, OUTPUTS, AUTHORITY, LATENCY);
    private static final int AUTHORITIES = 4;
    private static final int LANES = 512;
    private static final int EACH_MIN = 32;
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double PERCENTILE = 99;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--offered", paramLabel = "N", description = "Payments per second of instant.p99 (1000).")
    private int offered = 1_000;

    @Option(
            names = "--expected",
            paramLabel = "N",
            description = "Payments per second that are signed ahead; needs 2 kB of heap for each of a run (8000).")
    private int expected = 8_000;

    /// One run in a directory of its own.
    private interface Run {
        double of(long seed, Path directory) throws InterruptedException;
    }

    @Override
    public Integer call() throws InterruptedException {
        options.check(ROWS);
        Results results = new Results("instant", spec.commandLine(), options.out());
        Calibration calibration = Calibration.measure();
        try (Scratch scratch = Scratch.in(options)) {
            ServiceLogs.into(scratch.directory());
            String common = "; client, all authorities and their disk on this machine, each authority one shard with a"
                    + " journal synced before any answer leaves (" + scratch.fileSystem()
                    + "), mutual TLS over the loopback, orders signed before; journals replayed: state hash, money and"
                    + " payments equal at every authority";
            rate(results, calibration, scratch, COMMITTEE, SigningScheme.MERKLE_BATCH, true, common);
            rate(results, calibration, scratch, NAIVE, SigningScheme.NAIVE_ED25519, true, common);
            rate(results, calibration, scratch, BLS, SigningScheme.THRESHOLD_BLS, true, common);
            rate(results, calibration, scratch, OUTPUTS, SigningScheme.MERKLE_BATCH, false, common);
            measure(
                    results,
                    calibration,
                    scratch,
                    AUTHORITY,
                    "payments/s",
                    this::authority,
                    "one authority: order and confirmation, certificates made before in windows of 64" + common);
            measure(
                    results,
                    calibration,
                    scratch,
                    LATENCY,
                    "ms",
                    this::latency,
                    offered + " payments/s offered, from when each was due until the client had its file" + common);
        }
        return 0;
    }

    private void rate(
            Results results,
            Calibration calibration,
            Scratch scratch,
            String row,
            SigningScheme scheme,
            boolean accounts,
            String common)
            throws InterruptedException {
        measure(
                results,
                calibration,
                scratch,
                row,
                "payments/s",
                (seed, directory) -> committee(seed, directory, scheme, accounts),
                "four authorities, " + (accounts ? "accounts" : "outputs, one spent and two made") + ", " + LANES
                        + " payments open" + common);
    }

    private void measure(
            Results results,
            Calibration calibration,
            Scratch scratch,
            String row,
            String unit,
            Run run,
            String conditions)
            throws InterruptedException {
        if (!options.takes(row)) {
            return;
        }
        List<Double> runs = new ArrayList<>();
        for (int number = 0; number < options.runs(); number++) {
            Path directory = scratch.directory().resolve(row + "-" + number);
            runs.add(run.of(number, directory));
            results.progress("%s: %.1f %s", row, runs.getLast(), unit);
            if (!options.keep()) {
                Scratch.delete(directory);
            }
        }
        results.add(new Measurement(
                row,
                unit,
                runs,
                calibration,
                options.seconds() + " s after " + options.warmUpSeconds() + " s; " + conditions));
    }

    private static List<Integer> all() {
        return IntStream.rangeClosed(1, AUTHORITIES).boxed().toList();
    }

    private int each(int lanes, int perSecond) {
        return Math.max(EACH_MIN, perSecond * (options.seconds() + options.warmUpSeconds()) / lanes);
    }

    private double committee(long seed, Path directory, SigningScheme scheme, boolean accounts) {
        TestRail rail = new TestRail(seed, AUTHORITIES, scheme);
        PaymentSource source = accounts
                ? new AccountPayments(rail, LANES, each(LANES, expected))
                : new OutputPayments(rail, LANES, each(LANES, expected));
        return run(rail, accounts, directory, source, load -> {
            load.asFastAsItGoes(options.warmUpSeconds());
            return load.asFastAsItGoes(options.seconds());
        });
    }

    private double latency(long seed, Path directory) {
        TestRail rail = new TestRail(seed, AUTHORITIES, SigningScheme.MERKLE_BATCH);
        PaymentSource source = new AccountPayments(rail, LANES, each(LANES, offered) + 1);
        return run(rail, true, directory, source, load -> {
            load.atRate(offered, options.warmUpSeconds());
            return load.atRate(offered, options.seconds()).getValueAtPercentile(PERCENTILE) / MICROS_PER_MILLI;
        });
    }

    private interface Load {
        double of(RailLoad load);
    }

    private double run(TestRail rail, boolean accounts, Path directory, PaymentSource source, Load how) {
        try (BenchRail at = new BenchRail(rail, accounts, directory)) {
            at.start(all());
            source.deposit(at);
            int[] made;
            double value;
            try (RailLoad load = new RailLoad(at, source)) {
                value = how.of(load);
                load.finish();
                made = load.made();
            }
            at.requireGoing();
            at.awaitEqual(source, made);
            at.replay(all());
            source.prove(at, made);
            return value;
        }
    }

    private double authority(long seed, Path directory) throws InterruptedException {
        TestRail rail = new TestRail(seed, AUTHORITIES, SigningScheme.MERKLE_BATCH);
        OneAuthority load = new OneAuthority(rail, each(OneAuthority.LANES, 2 * expected));
        try (BenchRail at = new BenchRail(rail, true, directory)) {
            at.start(List.of(1));
            load.deposit(at);
            long rate =
                    load.run(at, Duration.ofSeconds(options.warmUpSeconds()), Duration.ofSeconds(options.seconds()));
            load.prove(at);
            at.replay(List.of(1));
            load.prove(at);
            return rate;
        }
    }
}
