package io.florin.sandbox.openapi;

import io.florin.testkit.MissingTool;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Schemathesis, a program in Python that sends a service what its description allows and what it does not, and
/// compares the answers with it: all operations, with the same values in each run. It takes about ten seconds for a
/// service of thirty operations, without end only where the service does not answer.
///
/// One of its checks is left out: `positive_data_acceptance` wants 2xx for whatever fits a schema, and no schema says
/// which wallet has money or which proof verifies.
public final class Schemathesis {
    private static final String TESTS = "tests of the described interfaces by Schemathesis";
    private static final String REMEDY = "python3 -m venv V && V/bin/pip install -r .ci/schemathesis.txt, then"
            + " FLORIN_SCHEMATHESIS=V/bin/schemathesis";
    private static final Pattern ALL_OPERATIONS = Pattern.compile("Selected: (\\d+)/\\1\\s+Tested: \\1\\s");

    private final Path program;

    private Schemathesis(Path program) {
        this.program = program;
    }

    /// The one that [#found()] finds; without it the test is skipped, in CI it fails.
    public static Schemathesis installed() {
        return found().orElseThrow(() -> MissingTool.of(TESTS, "no program is named schemathesis", REMEDY));
    }

    /// The one that `FLORIN_SCHEMATHESIS` names, or one on the path.
    public static Optional<Schemathesis> found() {
        return Stream.concat(
                        Stream.ofNullable(System.getenv("FLORIN_SCHEMATHESIS")),
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                                .map(folder -> folder + "/schemathesis"))
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .map(Schemathesis::new);
    }

    /// One run over everything that a service describes.
    ///
    /// @param token of a caller with as many rights as one has, if the service knows callers
    /// @return nothing when there is no finding, else what Schemathesis wrote
    public Optional<String> findings(URI service, Optional<String> token, Path folder)
            throws IOException, InterruptedException {
        Path output = folder.resolve("schemathesis-" + service.getPort() + ".txt");
        List<String> command = new ArrayList<>(List.of(
                program.toAbsolutePath().toString(),
                "run",
                service.resolve("/v3/api-docs").toString(),
                "--phases=examples,coverage,fuzzing",
                "--max-examples=5",
                "--request-timeout=40",
                "--seed=1",
                "--workers=1",
                "--no-shrink",
                "--continue-on-failure",
                "--warnings=off",
                "--suppress-health-check=all",
                "--exclude-checks=positive_data_acceptance"));
        token.ifPresent(value -> command.addAll(List.of("--header", "Authorization: Bearer " + value)));
        Process run = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!run.waitFor(Patience.LIMIT)) {
            run.destroyForcibly();
            return Optional.of("Schemathesis did not end: " + Files.readString(output));
        }
        String written = Files.readString(output);
        boolean sound = run.exitValue() == 0 && ALL_OPERATIONS.matcher(written).find();
        return sound ? Optional.empty() : Optional.of(written);
    }
}
