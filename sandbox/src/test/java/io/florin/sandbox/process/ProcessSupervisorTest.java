package io.florin.sandbox.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.testkit.Patience;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessSupervisorTest {
    @TempDir
    private Path directory;

    @Test
    void startsOnceAndIsFoundAndStoppedByAnother() {
        ProcessSupervisor first = new ProcessSupervisor(directory);
        long pid = first.start(sleeper("committer"));
        assertThat(first.start(sleeper("committer"))).isEqualTo(pid);

        ProcessSupervisor second = new ProcessSupervisor(directory);
        assertThat(second.status("committer").state()).isEqualTo(ProcessStatus.State.RUNNING);
        assertThat(second.known()).containsExactly("committer");

        second.stop(List.of("committer"), Duration.ofSeconds(5));
        second.stop(List.of("committer"), Duration.ofSeconds(5));
        assertThat(second.status("committer").state()).isEqualTo(ProcessStatus.State.STOPPED);
        assertThat(ProcessHandle.of(pid).filter(PidFile::isRunning)).isEmpty();
    }

    @Test
    void endsByForceWhatIgnoresTheRequest() throws IOException {
        ProcessSupervisor supervisor = new ProcessSupervisor(directory);
        Path ready = directory.resolve("ready");
        long pid = supervisor.start(shell("stubborn", "trap '' TERM; touch " + ready + "; while :; do sleep 1; done"));
        awaitFile(ready);

        supervisor.stop(List.of("stubborn"), Duration.ofMillis(300));

        assertThat(ProcessHandle.of(pid).filter(PidFile::isRunning)).isEmpty();
    }

    @Test
    void reportsAKilledProcessAsDied() {
        ProcessSupervisor supervisor = new ProcessSupervisor(directory);
        supervisor.start(sleeper("endorser-1"));

        supervisor.kill("endorser-1");

        assertThat(supervisor.status("endorser-1").state()).isEqualTo(ProcessStatus.State.DIED);
    }

    @Test
    void stopsAProcessWhereItStandsAndLetsItGoOn() throws IOException {
        ProcessSupervisor supervisor = new ProcessSupervisor(directory);
        long pid = supervisor.start(sleeper("auditor-1"));

        supervisor.pause("auditor-1");
        awaitStopped(pid, true);
        assertThat(supervisor.status("auditor-1").state()).isEqualTo(ProcessStatus.State.RUNNING);
        supervisor.resume("auditor-1");
        awaitStopped(pid, false);

        supervisor.pause("auditor-1");
        supervisor.kill("auditor-1");
        assertThat(supervisor.status("auditor-1").state()).isEqualTo(ProcessStatus.State.DIED);
    }

    private static void awaitStopped(long pid, boolean stopped) throws IOException {
        long deadline = System.nanoTime() + Patience.LIMIT.toNanos();
        while (isStopped(pid) != stopped && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        assertThat(isStopped(pid)).isEqualTo(stopped);
    }

    private static boolean isStopped(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.charAt(stat.lastIndexOf(") ") + 2) == 'T';
    }

    @Test
    void neverTouchesAProcessThatOnlyReusesThePid() throws IOException {
        ProcessSupervisor supervisor = new ProcessSupervisor(directory);
        Files.writeString(
                directory.resolve("run/other.pid"), ProcessHandle.current().pid() + "\n2001-01-01T00:00:00Z\n");

        assertThat(supervisor.status("other").state()).isEqualTo(ProcessStatus.State.DIED);
        supervisor.stop(List.of("other"), Duration.ofSeconds(1));

        assertThat(supervisor.status("other").state()).isEqualTo(ProcessStatus.State.STOPPED);
    }

    @Test
    void namesTheProcessThatEndsBeforeItIsReadyAndItsLastWords() {
        ProcessSupervisor supervisor = new ProcessSupervisor(directory);
        ManagedProcess failing = new ManagedProcess(
                "auditor",
                List.of("sh", "-c", "echo no genesis found; exit 3"),
                Map.of(),
                Optional.of(URI.create("http://127.0.0.1:9/ready")));
        supervisor.start(failing);

        assertThatThrownBy(() -> supervisor.awaitReady(List.of(failing), Patience.LIMIT))
                .hasMessageContaining("auditor")
                .hasMessageContaining("no genesis found");
    }

    private static ManagedProcess sleeper(String name) {
        return new ManagedProcess(name, List.of("sleep", "600"), Map.of(), Optional.empty());
    }

    private static ManagedProcess shell(String name, String script) {
        return new ManagedProcess(name, List.of("sh", "-c", script), Map.of(), Optional.empty());
    }

    private static void awaitFile(Path file) {
        long deadline = System.nanoTime() + Patience.LIMIT.toNanos();
        while (!Files.exists(file) && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        assertThat(file).exists();
    }
}
