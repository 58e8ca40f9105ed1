package io.florin.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Order(1)
class BenchCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        CommandLine command = BenchCommand.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    @Test
    void measuresTheCommitterAndLeavesNothingBehind() throws IOException {
        Path work = directory.resolve("work");
        Path results = directory.resolve("results");
        int status = execute(
                "committer",
                "--quick",
                "--seconds=1",
                "--rows=committer.e2e",
                "--bundles-per-block=1",
                "--out=" + results,
                "--work=" + work);
        assertThat(status).as(err.toString()).isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("{\"row\":\"committer.e2e\",\"value\":")
                .contains("\"unit\":\"tx/s\"", "\"calibration\":{\"sha256_mb_s\":", "replayed and equal");
        assertThat(Files.readAllLines(results.resolve("committer.jsonl"))).isEqualTo(lines);
        assertThat(results.resolve("committer.e2e.svg")).isRegularFile();
        try (Stream<Path> left = Files.list(work)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void measuresAnInstantRailOfEitherKindAndEveryScheme() {
        int status =
                execute("instant", "--quick", "--seconds=1", "--expected=500", "--offered=50", "--work=" + directory);
        assertThat(status).as(err.toString()).isZero();
        assertThat(out.toString().lines())
                .hasSize(6)
                .allSatisfy(line -> assertThat(line).contains("journals replayed"));
    }

    @Test
    void measuresSignaturesByJmh() {
        int status = execute("crypto", "--quick", "--seconds=1", "--rows=crypto.share.sign");
        assertThat(status).as(err.toString()).isZero();
        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .startsWith("{\"row\":\"crypto.share.sign\",\"value\":")
                .contains("\"unit\":\"ms\"");
    }

    /// The services' logs take standard output with them.
    @Test
    void measuresTheEdgeOfAServiceThatIsClosedToOthers() {
        PrintStream before = System.out;
        try {
            int status = execute(
                    "edge",
                    "--quick",
                    "--seconds=1",
                    "--rows=edge.post,edge.call",
                    "--work=" + directory.resolve("edge"));
            assertThat(status).as(err.toString()).isZero();
        } finally {
            System.setOut(before);
        }
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        post -> assertThat(post)
                                .startsWith("{\"row\":\"edge.post\",")
                                .contains("\"unit\":\"µs\""),
                        call -> assertThat(call)
                                .startsWith("{\"row\":\"edge.call\",")
                                .contains("mutual TLS"));
    }

    @Test
    void everyBenchmarkSaysHowItIsCalled() {
        assertThat(execute("--help")).isZero();
        assertThat(execute("committer", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: florin bench [-h]", "Usage: florin bench committer [-h");
    }

    @Test
    void anImpossibleRunIsSaidInOneLine() {
        assertThat(execute("committer", "--seconds=0")).isEqualTo(1);
        assertThat(err.toString()).isEqualToIgnoringNewLines("bench: a run takes at least one second");
        assertThat(execute("committer", "--rows=committer.e3e")).isEqualTo(1);
        assertThat(err.toString()).contains("bench: no row is called committer.e3e; there are graph.insert, ");
        assertThat(out.toString()).isEmpty();
    }
}
