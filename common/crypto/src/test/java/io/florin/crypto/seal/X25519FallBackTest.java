package io.florin.crypto.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Boxes open across machines, of which one has no OpenSSL 3: here one that only says that it is of another kind.
class X25519FallBackTest {
    private static final int SECONDS_MAX = 60;

    @Test
    void worksWithoutTheNativeLibrary() throws IOException, InterruptedException {
        try (X25519KeyPair here = X25519KeyPair.fromSeed(SealedMain.HERE.clone());
                X25519KeyPair there = X25519KeyPair.fromSeed(SealedMain.THERE.clone())) {
            byte[] question = "42 FLN".getBytes(StandardCharsets.UTF_8);
            Bytes box = SealedBox.seal(there.publicKey(), question, new byte[0], new Random(1));
            List<String> answer = run(box.toHex());
            assertThat(answer)
                    .contains("BouncyCastle")
                    .anyMatch(line -> line.contains("OpenSSL 3 is not available, X25519 is computed in Java"));
            assertThat(SealedBox.open(here, Bytes.fromHex(answer.getLast()).toArray(), new byte[0]))
                    .hasValueSatisfying(opened -> assertThat(opened).isEqualTo(question));
        }
    }

    private static List<String> run(String box) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dos.arch=none",
                        "--illegal-native-access=deny",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SealedMain.class.getName(),
                        box)
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.exitValue()).as(output).isZero();
            return output.lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
