package io.florin.sandbox.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.testkit.MissingTool;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The oracle in Python, which shares no code with the platform, over recorded economies: it agrees with what their
/// committers and auditors signed, it sees each byte that is flipped, and without any one of its rules it does not
/// agree. The tests themselves are in `test_oracle.py`; `RecordedEconomyIT` plays and records the economies.
class SecondOracleIT {
    private static final Path HOME = Path.of("src/oracle");

    /// Of a processor and not of wall time: a machine that has little of one for it is no flaw of it.
    private static final Duration COMPUTES_AT_MOST = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    @BeforeEach
    void needsPython() throws Exception {
        String remedy = "install Python 3.8 or later as python3 (Debian and Ubuntu: apt-get install python3)";
        try {
            Ended asked = run("-c", "import sys; sys.exit(sys.version_info < (3, 8))");
            if (asked.exit() != 0) {
                throw MissingTool.of("tests of the second oracle", "python3 is older than 3.8", remedy);
            }
        } catch (IOException absent) {
            throw MissingTool.of("tests of the second oracle", "python3 is not on the PATH", remedy);
        }
    }

    @Test
    void agreesWithRecordedEconomiesAndSeesEveryFlippedByte() throws Exception {
        Ended tests = run("-m", "unittest", "test_oracle");

        assertThat(tests.exit()).as(tests.said()).isZero();
        assertThat(tests.said())
                .containsPattern("Ran [1-9][0-9]+ tests")
                .contains("anonymous.txt", "clear.txt", "rail.txt", "unlinkable.txt")
                .contains("OK");
        System.out.println(tests.said());
    }

    @Test
    void theCommandEndsWithOneWhereSomethingDiffers() throws Exception {
        Path recording = Path.of("src/test/resources/oracle/anonymous.txt").toAbsolutePath();
        List<String> lines = new ArrayList<>(Files.readAllLines(recording));
        Path damaged = folder.resolve("damaged.txt");
        lines.remove(3);
        Files.write(damaged, lines);

        Ended differs = run("oracle.py", damaged.toString());

        assertThat(differs.exit()).as(differs.said()).isEqualTo(1);
        assertThat(differs.said()).contains("DIFFERS: block 3 does not follow block 1");
    }

    private record Ended(int exit, String said) {}

    private Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3"));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output.txt");
        ProcessBuilder python = new ProcessBuilder(command).directory(HOME.toFile());
        python.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process =
                python.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        Duration used = Duration.ZERO;
        long since = System.nanoTime();
        while (!process.waitFor(1, TimeUnit.SECONDS)) {
            Duration now = process.info().totalCpuDuration().orElse(Duration.ZERO);
            if (now.compareTo(used) > 0) {
                used = now;
                since = System.nanoTime();
            }
            if (used.compareTo(COMPUTES_AT_MOST) > 0 || System.nanoTime() - since > Patience.LIMIT.toNanos()) {
                process.destroyForcibly();
                throw new AssertionError(
                        "Python did not end in " + used + " of processor:\n" + Files.readString(output));
            }
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }
}
