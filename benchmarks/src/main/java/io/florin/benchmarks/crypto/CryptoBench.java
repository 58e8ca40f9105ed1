package io.florin.benchmarks.crypto;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The rows of hidden payments, threshold signatures and the group operations below them, one thread. JMH runs them in
/// this JVM: a forked one reports by Java serialization, which the launcher forbids; what is measured is native code of
/// microseconds, so the compiler's profile says little.
@Command(name = "crypto", description = "Payments of the hidden models, threshold signatures, group operations.")
public final class CryptoBench implements Callable<Integer> {
    private static final int ITERATIONS = 5;
    private static final int SETTLING_RUNS_MAX = 5;

    /// Next to nothing is left to compile if the compiler takes at most this part of the time.
    private static final double SETTLED_PERCENT = 4;

    /// JMH's name of the bytes allocated by each operation.
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private static final double MILLIS_PER_MICRO = 1e-3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;

    /// A row and the benchmark that gives it, in microseconds for each operation.
    private record Row(String name, Class<?> suite, String benchmark, String unit, double perMicro, String what) {}

    private static final List<Row> ROWS = List.of(
            new Row(
                    "crypto.share.sign",
                    ThresholdBenchmarks.class,
                    "signShare",
                    "ms",
                    MILLIS_PER_MICRO,
                    "a share in G1 of one message of 100 bytes"),
            new Row(
                    "crypto.share.aggregate3",
                    ThresholdBenchmarks.class,
                    "aggregate",
                    "ms",
                    MILLIS_PER_MICRO,
                    "three shares combined, none of them verified"),
            new Row(
                    "endorsement.bls-batch",
                    ThresholdBenchmarks.class,
                    "verifyBatch",
                    "us/tx",
                    1,
                    "one signature for each transaction, read before, batches of " + ThresholdBenchmarks.BATCH
                            + " under one key"),
            new Row(
                    "endorsement.bls-batch.encoded",
                    ThresholdBenchmarks.class,
                    "verifyEncodedBatch",
                    "us/tx",
                    1,
                    "the same from 48 bytes for each, which are read and checked to be of the group"),
            railSign("naive", "signNaive"),
            railSign("merkle", "signMerkle"),
            railSign("bls", "signThreshold"),
            railVerify("naive", "verifyNaive"),
            railVerify("merkle", "verifyMerkle"),
            railVerify("bls", "verifyThreshold"),
            clear("crypto.verify.clear", "verifyClear", "one payment"),
            verify("anonymous", "Anonymous"),
            verify("confidential", "Confidential"),
            verify("unlinkable", "Unlinkable"),
            verify("confidential-audited", "AuditedConfidential"),
            verify("unlinkable-audited", "AuditedUnlinkable"),
            clear("crypto.verify.clear.batch32", "verifyClearBatch", PaymentBenchmarks.BATCH + " payments"),
            verifyBatch("anonymous", "Anonymous"),
            verifyBatch("confidential", "Confidential"),
            verifyBatch("unlinkable", "Unlinkable"),
            verifyBatch("confidential-audited", "AuditedConfidential"),
            verifyBatch("unlinkable-audited", "AuditedUnlinkable"),
            new Row(
                    "crypto.prove.unlinkable",
                    PaymentBenchmarks.class,
                    "proveUnlinkable",
                    "ms",
                    MILLIS_PER_MICRO,
                    "two inputs and two outputs of 64 bits, credential and tokens at hand"),
            new Row(
                    "crypto.prove.unlinkable-prepared",
                    PaymentBenchmarks.class,
                    "provePreparedUnlinkable",
                    "ms",
                    MILLIS_PER_MICRO,
                    "the same once payee and amount are known, the rest prepared"),
            new Row(
                    "crypto.certify",
                    CertificationBenchmarks.class,
                    "certify",
                    "ms",
                    MILLIS_PER_MICRO,
                    "a share for one token, from its bytes on the ledger"),
            show("separated", "showSeparated", "5 points of G1 and their proof, 576 bytes"),
            show("textbook", "showTextbook", "Coconut, with a point of G2, 512 bytes"),
            shown("separated", "verifySeparated", "one of them"),
            shown("textbook", "verifyTextbook", "one of them"),
            shown("separated.batch32", "verifySeparatedBatch", "batches of " + PresentationBenchmarks.BATCH),
            shown("textbook.batch32", "verifyTextbookBatch", "batches of " + PresentationBenchmarks.BATCH),
            new Row(
                    "crypto.settlement.decode",
                    SettlementBenchmarks.class,
                    "decode",
                    "us",
                    1,
                    "an unlinkable payment's reads and writes from 319 bytes, as a committer reads them"),
            new Row(
                    "crypto.settlement.open",
                    SettlementBenchmarks.class,
                    "open",
                    "us",
                    1,
                    "the same with the points of both tokens checked, as a certifier does"),
            group("multiply", "a point of G1 by a scalar, in constant time"),
            group("sum", GroupBenchmarks.TERMS + " points of G1 by as many full scalars"),
            group("decode", "48 bytes to a point of the curve"),
            group("subgroup", "the check that a point is in G1"),
            group("hash", "48 bytes to a point of G1"),
            group("pairing", "a product of two pairings with prepared points of G2"),
            agreement("crypto.x25519.agree", "agree", "X25519, a secret of two keys"),
            agreement("crypto.x25519.agree.java", "agreeInJava", "the same, but by the engine in Java"),
            new Row(
                    "crypto.scalar.multiply",
                    GroupBenchmarks.class,
                    "scalar",
                    "ns",
                    NANOS_PER_MICRO,
                    "two scalars multiplied, in Java"));

    /// Bytes that a payment of a batch allocates.
    private record Allocation(String name, String benchmark) {}

    private static final List<Allocation> ALLOCATIONS = List.of(
            allocation("anonymous", "Anonymous"),
            allocation("confidential", "Confidential"),
            allocation("unlinkable", "Unlinkable"),
            allocation("confidential-audited", "AuditedConfidential"),
            allocation("unlinkable-audited", "AuditedUnlinkable"));

    private static Allocation allocation(String model, String benchmark) {
        return new Allocation("crypto.allocation." + model + ".batch32", "verify" + benchmark + "Batch");
    }

    /// Ratio of what two workers do to what one does in the same time.
    private record Scale(String name, String benchmark, String what) {}

    private static final List<Scale> SCALES = List.of(
            new Scale(
                    "crypto.scale.verify",
                    "verify",
                    WorkerBenchmarks.PAYMENTS + " unlinkable payments at an endorser's service, whose pool has so many"
                            + " threads, verified in batches of " + PaymentBenchmarks.BATCH),
            new Scale(
                    "crypto.scale.certify",
                    "certify",
                    WorkerBenchmarks.TOKENS + " tokens of a block signed by a certifier's signer on so many threads"));

    private static Row group(String operation, String what) {
        return new Row("crypto.group." + operation, GroupBenchmarks.class, operation, "us", 1, what);
    }

    private static Row agreement(String name, String benchmark, String what) {
        return new Row(name, AgreementBenchmarks.class, benchmark, "us", 1, what);
    }

    private static Row railSign(String scheme, String benchmark) {
        return rail("crypto.rail.sign." + scheme, benchmark, "an authority's signature of one vote");
    }

    private static Row railVerify(String scheme, String benchmark) {
        return rail(
                "crypto.rail.verify." + scheme,
                benchmark,
                "one vote of each of " + RailSigningBenchmarks.AUTHORITIES + " authorities verified together");
    }

    private static Row rail(String name, String benchmark, String what) {
        return new Row(
                name,
                RailSigningBenchmarks.class,
                benchmark,
                "us",
                1,
                what + ", windows of " + RailSigningBenchmarks.WINDOW + " votes");
    }

    private static Row clear(String name, String benchmark, String what) {
        return new Row(
                name,
                ClearPaymentBenchmarks.class,
                benchmark,
                "ms",
                MILLIS_PER_MICRO,
                what + " of two inputs and two outputs of one owner, decided on from the bytes, Ed25519");
    }

    private static Row verify(String model, String benchmark) {
        return payment("crypto.verify." + model, "verify" + benchmark, "one payment of two inputs and two outputs");
    }

    private static Row verifyBatch(String model, String benchmark) {
        return payment(
                "crypto.verify." + model + ".batch32",
                "verify" + benchmark + "Batch",
                "payments of two inputs and two outputs, batches of " + PaymentBenchmarks.BATCH);
    }

    private static Row payment(String name, String benchmark, String what) {
        return new Row(name, PaymentBenchmarks.class, benchmark, "ms", MILLIS_PER_MICRO, what + ", from their bytes");
    }

    private static Row show(String form, String benchmark, String what) {
        return presentation("crypto.show." + form, benchmark, "a certified token shown by itself: " + what);
    }

    private static Row shown(String form, String benchmark, String what) {
        return presentation("crypto.shown." + form, benchmark, "such a showing verified from its bytes, " + what);
    }

    private static Row presentation(String name, String benchmark, String what) {
        return new Row(name, PresentationBenchmarks.class, benchmark, "ms", MILLIS_PER_MICRO, what);
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public Integer call() throws RunnerException {
        options.check(Stream.of(
                        ROWS.stream().map(Row::name),
                        ALLOCATIONS.stream().map(Allocation::name),
                        SCALES.stream().map(Scale::name))
                .flatMap(names -> names)
                .toList());
        Results results = new Results("crypto", spec.commandLine(), options.out());
        for (Row row : ROWS) {
            if (options.takes(row.name())) {
                take(row, results);
            }
        }
        for (Allocation allocation : ALLOCATIONS) {
            if (options.takes(allocation.name())) {
                take(allocation, results);
            }
        }
        for (Scale scale : SCALES) {
            if (options.takes(scale.name())) {
                take(scale, results);
            }
        }
        return 0;
    }

    /// One worker and two in turns, so that a slow minute of the machine meets both.
    private void take(Scale scale, Results results) throws RunnerException {
        Calibration calibration = Calibration.measure();
        settle(scale, results);
        CompilerShare compiling = CompilerShare.ofThisJvm();
        List<Double> factors = new ArrayList<>();
        for (int run = 0; run < options.runs(); run++) {
            double one = micros(scale, 1);
            double two = micros(scale, 2);
            factors.add(one / two);
            results.progress(
                    "%s: %.2f, %.0f /s with one worker, %.0f /s with two",
                    scale.name(), factors.getLast(), MICROS_PER_SECOND / one, MICROS_PER_SECOND / two);
        }
        results.add(new Measurement(
                scale.name(),
                "times",
                factors,
                calibration,
                String.format(
                        Locale.ROOT,
                        "two workers against one in a JVM with %d cores: %s; %d s each after %d s, of which its"
                                + " compiler took %.1f %% of a core",
                        Runtime.getRuntime().availableProcessors(),
                        scale.what(),
                        options.seconds(),
                        options.warmUpSeconds(),
                        compiling.percent())));
    }

    /// Two workers, uncounted, until next to nothing is left to compile, or for so many runs: the JVM's own compiler
    /// takes a core from two workers and none from one. What it takes from the runs that count, their note says.
    private void settle(Scale scale, Results results) throws RunnerException {
        double percent = 100;
        for (int run = 1; run <= SETTLING_RUNS_MAX && percent > SETTLED_PERCENT; run++) {
            CompilerShare compiling = CompilerShare.ofThisJvm();
            micros(scale, 2);
            percent = compiling.percent();
            results.progress("%s: %.1f %% of compiling before it counts", scale.name(), percent);
        }
    }

    /// Microseconds for each operation of so many workers together.
    private double micros(Scale scale, int workers) throws RunnerException {
        return run(plan(WorkerBenchmarks.class, scale.benchmark()).param("workers", Integer.toString(workers)))
                .getPrimaryResult()
                .getScore();
    }

    private void take(Row row, Results results) throws RunnerException {
        Calibration calibration = Calibration.measure();
        List<Double> runs = new ArrayList<>();
        for (int run = 0; run < options.runs(); run++) {
            runs.add(micros(row.suite(), row.benchmark()) * row.perMicro());
            results.progress("%s: %.4f %s", row.name(), runs.getLast(), row.unit());
        }
        results.add(new Measurement(
                row.name(),
                row.unit(),
                runs,
                calibration,
                String.format(
                        Locale.ROOT,
                        "one thread, BLS12-381 by blst, X25519 by %s: %s; JMH in this JVM, %d s after %d s",
                        AgreementBenchmarks.engine(),
                        row.what(),
                        options.seconds(),
                        options.warmUpSeconds())));
    }

    /// Bytes, which the speed of the machine does not change.
    private void take(Allocation allocation, Results results) throws RunnerException {
        Calibration calibration = Calibration.measure();
        List<Double> runs = new ArrayList<>();
        for (int run = 0; run < options.runs(); run++) {
            RunResult result =
                    run(plan(PaymentBenchmarks.class, allocation.benchmark()).addProfiler(GCProfiler.class));
            runs.add(Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED), "allocation measured by JMH")
                    .getScore());
            results.progress("%s: %.0f B", allocation.name(), runs.getLast());
        }
        results.add(new Measurement(
                allocation.name(),
                "B",
                runs,
                calibration,
                String.format(
                        Locale.ROOT,
                        "on the Java heap for each of %d payments of two inputs and two outputs verified together,"
                                + " from their bytes; one thread, %d s after %d s",
                        PaymentBenchmarks.BATCH,
                        options.seconds(),
                        options.warmUpSeconds())));
    }

    /// Microseconds of a thread for each operation.
    private double micros(Class<?> suite, String benchmark) throws RunnerException {
        return run(plan(suite, benchmark)).getPrimaryResult().getScore();
    }

    private ChainedOptionsBuilder plan(Class<?> suite, String benchmark) {
        long millis = Math.max(1, options.seconds() * 1000L / ITERATIONS);
        return new OptionsBuilder()
                .include(suite.getName() + "." + benchmark + "$")
                .forks(0)
                .threads(1)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(options.warmUpSeconds() * 1000L))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.milliseconds(millis))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
    }

    private static RunResult run(ChainedOptionsBuilder plan) throws RunnerException {
        Collection<RunResult> all = new Runner(plan.build()).run();
        BenchFailure.require(all.size() == 1, "JMH ran " + all.size() + " benchmarks");
        return all.iterator().next();
    }
}
