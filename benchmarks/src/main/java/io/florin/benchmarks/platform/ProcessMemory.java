package io.florin.benchmarks.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/// Memory of a process, as Linux says in `/proc`.
final class ProcessMemory {

    private static final long KILOBYTE = 1024;

    private final Path proc;

    /// @param proc `/proc`
    ProcessMemory(Path proc) {
        this.proc = proc;
    }

    static ProcessMemory ofThisMachine() {
        return new ProcessMemory(Path.of("/proc"));
    }

    /// Resident bytes of a process; empty when it is gone.
    OptionalLong residentBytes(long pid) {
        return kilobytes(proc.resolve(Long.toString(pid)).resolve("status"), "VmRSS:");
    }

    /// Resident bytes of a process, where pages shared with others count in parts: for servers of many processes over
    /// one shared memory, such as PostgreSQL.
    OptionalLong proportionalBytes(long pid) {
        return kilobytes(proc.resolve(Long.toString(pid)).resolve("smaps_rollup"), "Pss:");
    }

    /// The same, with all processes that it started, directly or not.
    OptionalLong proportionalBytesOfTree(long pid) {
        OptionalLong own = proportionalBytes(pid);
        if (own.isEmpty()) {
            return own;
        }
        long children = ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToLong(child -> proportionalBytes(child.pid()).orElse(0))
                .sum();
        return OptionalLong.of(own.getAsLong() + children);
    }

    private static OptionalLong kilobytes(Path file, String key) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            return lines.stream()
                    .filter(line -> line.startsWith(key))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * KILOBYTE)
                    .findFirst();
        } catch (IOException gone) {
            return OptionalLong.empty();
        }
    }
}
