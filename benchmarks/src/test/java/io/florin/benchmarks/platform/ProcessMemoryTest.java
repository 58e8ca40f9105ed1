package io.florin.benchmarks.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMemoryTest {
    @TempDir
    private Path proc;

    @Test
    void readsWhatLinuxSays() throws IOException {
        Path process = Files.createDirectories(proc.resolve("17"));
        Files.writeString(process.resolve("status"), "Name:\tjava\nVmHWM:\t  900 kB\nVmRSS:\t  812 kB\nThreads:\t3\n");
        Files.writeString(
                process.resolve("smaps_rollup"), "5 - 7 [rollup]\nRss:  812 kB\nPss:  400 kB\nPss_Anon: 7 kB\n");
        ProcessMemory memory = new ProcessMemory(proc);
        assertThat(memory.residentBytes(17)).hasValue(812 * 1024);
        assertThat(memory.proportionalBytes(17)).hasValue(400 * 1024);
        assertThat(memory.residentBytes(18)).isEmpty();
        assertThat(memory.proportionalBytesOfTree(18)).isEmpty();
    }

    @Test
    void thisProcessHoldsSomething() {
        long pid = ProcessHandle.current().pid();
        ProcessMemory memory = ProcessMemory.ofThisMachine();
        assertThat(memory.residentBytes(pid).orElseThrow()).isGreaterThan(1024 * 1024);
        assertThat(memory.proportionalBytesOfTree(pid).orElseThrow()).isGreaterThan(1024 * 1024);
    }
}
