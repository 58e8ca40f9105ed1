package io.florin.committer.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.protocol.StateView;
import io.florin.committer.simulation.Workload;
import io.florin.testkit.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// SIGKILL at any moment: what the next process makes of the disk is what the oracle says.
@Timeout(600)
class EngineKillIT {

    private static final long SEED = 1234;
    private static final int BLOCKS = 40;
    private static final int TRANSACTIONS = 30;

    @TempDir
    private Path directory;

    @Test
    void survivesBeingKilledAgainAndAgain() throws Exception {
        Workload workload = new Workload(SEED, BLOCKS, TRANSACTIONS);
        EngineChild.write(blocks(), workload.blocks());
        Random random = new Random(5);
        for (int round = 0; round < 5; round++) {
            killAfter(2 + random.nextInt(8), random.nextInt(30));
        }
        List<Throwable> bugs = new ArrayList<>();
        try (CommitterEngine engine = new CommitterEngine(
                EngineSettings.of(engineDirectory()),
                workload.network().genesis(),
                0,
                workload.network().committer(),
                (component, bug) -> bugs.add(bug),
                CommitterObserver.NONE)) {
            assertThat(engine.takenBlock()).isPositive();
            for (long number = engine.takenBlock() + 1; number <= BLOCKS; number++) {
                engine.submit(workload.blocks().get((int) number - 1));
            }
            assertThat(engine.awaitComplete(BLOCKS, Patience.LIMIT)).isTrue();
            assertThat(engine.head().checkpoint()).isEqualTo(workload.oracle().checkpoint());
            for (int block = 1; block <= BLOCKS; block++) {
                assertThat(engine.statuses(block).orElseThrow().outcomes())
                        .isEqualTo(workload.expected().get(block - 1).outcomes());
            }
            try (StateView view = engine.view().orElseThrow()) {
                for (var key : workload.oracle().keys()) {
                    assertThat(view.read(key).orElseThrow().value())
                            .isEqualTo(workload.oracle().read(key).orElseThrow().value());
                }
            }
        }
        assertThat(bugs).isEmpty();
    }

    private Path blocks() {
        return directory.resolve("blocks");
    }

    private Path engineDirectory() {
        return directory.resolve("engine");
    }

    /// Lets a process submit some blocks more, waits a little, and kills it.
    private void killAfter(int submissions, int millis) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EngineChild.class.getName(),
                        engineDirectory().toString(),
                        Long.toString(SEED),
                        blocks().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            int seen = 0;
            String line = lines.readLine();
            while (line != null && seen < submissions && !line.endsWith(" " + BLOCKS)) {
                seen += line.startsWith("submitted") ? 1 : 0;
                line = lines.readLine();
            }
            assertThat(child.waitFor(millis, TimeUnit.MILLISECONDS))
                    .as("stopped by itself")
                    .isFalse();
        } finally {
            child.destroyForcibly();
            assertThat(child.waitFor(Patience.LIMIT)).isTrue();
        }
    }
}
