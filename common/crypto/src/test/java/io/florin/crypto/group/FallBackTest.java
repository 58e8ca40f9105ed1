package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Everything works without blst, on a machine for which it is not shipped: here one that only says so.
class FallBackTest {
    private static final int SECONDS_MAX = 180;

    @Test
    void worksWithoutTheNativeLibrary() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dos.arch=none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowMain.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.exitValue()).as(output).isZero();
            assertThat(output).contains("Bouncy Castle: valid, [1] of 2 invalid", "blst is not available");
        } finally {
            process.destroyForcibly();
        }
    }
}
