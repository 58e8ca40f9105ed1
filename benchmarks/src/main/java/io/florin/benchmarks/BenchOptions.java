package io.florin.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Duration, repetitions and target of a measurement.
public final class BenchOptions {
    private static final int SECONDS = 60;
    private static final int RUNS = 3;
    private static final int QUICK_SECONDS = 4;

    @Option(names = "--quick", description = "At most a minute in all, for a look; never for a published figure.")
    private boolean quick;

    @Option(names = "--seconds", paramLabel = "N", description = "Measured seconds of each run, after warm-up (60).")
    private @Nullable Integer seconds;

    @Option(names = "--runs", paramLabel = "N", description = "Runs of each row (3).")
    private @Nullable Integer runs;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Also writes the results as NAME.jsonl and plots as SVG into this directory.")
    private @Nullable Path out;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description =
                    "Where data are kept while measuring; what is durable is on its disk (a temporary directory).")
    private @Nullable Path work;

    @Option(
            names = "--rows",
            paramLabel = "ROW",
            split = ",",
            description = "Only these rows, such as committer.e2e; all when not given.")
    private List<String> rows = new ArrayList<>();

    @Option(names = "--keep", description = "Leaves data and logs where they are, to look into a failure.")
    private boolean keep;

    public boolean quick() {
        return quick;
    }

    /// Measured seconds of each run.
    public int seconds() {
        int chosen = seconds == null ? (quick ? QUICK_SECONDS : SECONDS) : seconds;
        BenchFailure.require(chosen >= 1, "a run takes at least one second");
        return chosen;
    }

    /// Whether a row is to be taken.
    public boolean takes(String row) {
        return rows.isEmpty() || rows.contains(row);
    }

    /// @param known the rows that a benchmark has
    /// @throws BenchFailure when something is asked for that cannot be
    public void check(List<String> known) {
        seconds();
        runs();
        rows.forEach(row -> BenchFailure.require(
                known.contains(row), "no row is called " + row + "; there are " + String.join(", ", known)));
    }

    public int warmUpSeconds() {
        return Math.max(1, Math.min(10, seconds() / 3));
    }

    public int runs() {
        int chosen = runs == null ? (quick ? 1 : RUNS) : runs;
        BenchFailure.require(chosen >= 1, "there is at least one run");
        return chosen;
    }

    public Optional<Path> out() {
        return Optional.ofNullable(out);
    }

    public boolean keep() {
        return keep;
    }

    /// The directory in which temporary ones are made.
    public Path work() {
        return work == null ? Path.of(System.getProperty("java.io.tmpdir")) : work;
    }
}
