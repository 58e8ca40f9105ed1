package io.florin.ledger.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Without blst, here on a machine that only says so, payments of every hidden model are proven and verified without
/// it: to the same bytes and with the same verdicts.
final class EnginePaymentsTest {
    private static final int SECONDS_MAX = 180;

    @Test
    void bothEnginesProveTheSameBytesAndAgreeOnEveryVerdict() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dos.arch=none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EnginePayments.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            List<String> expected = EnginePayments.report();
            assertThat(expected).hasSize(3).allMatch(line -> line.endsWith(", refused [0, 1, 3] of 4"));
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            assertThat(output).contains("blst is not available");
            assertThat(output.lines()).containsSubsequence(expected);
        } finally {
            process.destroyForcibly();
        }
    }
}
