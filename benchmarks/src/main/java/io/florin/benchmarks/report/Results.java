package io.florin.benchmarks.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;

/// Outputs of results: standard output, and a directory where one is given. What is done meanwhile goes to standard
/// error.
public final class Results {
    private final String name;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Optional<Path> directory;
    private final long beginNanos = System.nanoTime();

    /// @param name of the benchmark
    public Results(String name, CommandLine commandLine, Optional<Path> directory) {
        this.name = name;
        this.out = commandLine.getOut();
        this.err = commandLine.getErr();
        this.directory = directory;
    }

    /// Prints a result and adds it to the file.
    public void add(Measurement measurement) {
        String line = measurement.toJson();
        out.println(line);
        out.flush();
        write(name + ".jsonl", line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// Draws rates over time, one line per run.
    public void plot(String row, String unit, List<List<Double>> runs) {
        if (directory.isPresent()) {
            write(
                    row + ".svg",
                    RatePlot.svg(row, unit, runs),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        }
    }

    private void write(String file, String content, StandardOpenOption... options) {
        if (directory.isEmpty()) {
            return;
        }
        try {
            Files.createDirectories(directory.get());
            Path path = directory.get().resolve(file);
            try (var writer = Files.newBufferedWriter(path, StandardCharsets.UTF_8, options)) {
                writer.write(content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("results cannot be written into " + directory.get(), e);
        }
    }

    /// Says what goes on.
    public void progress(String format, Object... values) {
        long elapsed = Duration.ofNanos(System.nanoTime() - beginNanos).toMillis();
        err.println(
                String.format(Locale.ROOT, "%6.1f s  ", elapsed / 1000.0) + String.format(Locale.ROOT, format, values));
        err.flush();
    }
}
