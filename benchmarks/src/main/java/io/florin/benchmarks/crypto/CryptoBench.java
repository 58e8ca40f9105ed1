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
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The rows of threshold signatures, one thread. JMH runs them in this JVM: a forked one reports by Java serialization,
/// which the launcher forbids; what is measured is native code of microseconds, so the compiler's profile says little.
@Command(name = "crypto", description = "Threshold signatures: a share, three combined, a batch verified.")
public final class CryptoBench implements Callable<Integer> {
    private static final int ITERATIONS = 5;
    private static final double MILLIS_PER_MICRO = 1e-3;

    /// A row and the benchmark that gives it, in microseconds for each operation.
    private record Row(String name, String benchmark, String unit, double perMicro, String what) {}

    private static final List<Row> ROWS = List.of(
            new Row("crypto.share.sign", "signShare", "ms", MILLIS_PER_MICRO, "a share of one message of 100 bytes"),
            new Row(
                    "crypto.share.aggregate3",
                    "aggregate",
                    "ms",
                    MILLIS_PER_MICRO,
                    "three shares combined, none of them verified"),
            new Row(
                    "endorsement.bls-batch",
                    "verifyBatch",
                    "us/tx",
                    1,
                    "one signature for each transaction, batches of " + ThresholdBenchmarks.BATCH + " under one key"));

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public Integer call() throws RunnerException {
        options.check(ROWS.stream().map(Row::name).toList());
        Results results = new Results("crypto", spec.commandLine(), options.out());
        for (Row row : ROWS) {
            if (options.takes(row.name())) {
                take(row, results);
            }
        }
        return 0;
    }

    private void take(Row row, Results results) throws RunnerException {
        Calibration calibration = Calibration.measure();
        long millis = Math.max(1, options.seconds() * 1000L / ITERATIONS);
        List<Double> runs = new ArrayList<>();
        for (int run = 0; run < options.runs(); run++) {
            Collection<RunResult> all = new Runner(new OptionsBuilder()
                            .include(ThresholdBenchmarks.class.getName() + "." + row.benchmark() + "$")
                            .forks(0)
                            .warmupIterations(1)
                            .warmupTime(TimeValue.milliseconds(options.warmUpSeconds() * 1000L))
                            .measurementIterations(ITERATIONS)
                            .measurementTime(TimeValue.milliseconds(millis))
                            .verbosity(VerboseMode.SILENT)
                            .shouldFailOnError(true)
                            .build())
                    .run();
            BenchFailure.require(all.size() == 1, "JMH ran " + all.size() + " benchmarks for " + row.name());
            runs.add(all.iterator().next().getPrimaryResult().getScore() * row.perMicro());
            results.progress("%s: %.4f %s", row.name(), runs.getLast(), row.unit());
        }
        results.add(new Measurement(
                row.name(),
                row.unit(),
                runs,
                calibration,
                String.format(
                        Locale.ROOT,
                        "one thread, BLS12-381 by blst, signatures in G1: %s; JMH in this JVM, %d s after %d s",
                        row.what(),
                        options.seconds(),
                        options.warmUpSeconds())));
    }
}
