package io.florin.benchmarks.platform;

import io.florin.benchmarks.BenchFailure;
import io.florin.sandbox.plan.SandboxPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Memory of a sandbox's PostgreSQL, all its processes together.
final class PostgresMemory {

    private PostgresMemory() {}

    /// Bytes; pages shared between its processes count once.
    static long of(SandboxPlan plan, ProcessMemory memory) {
        Path pidFile = plan.postgres().directory().resolve("data").resolve("postmaster.pid");
        try {
            long pid = Long.parseLong(Files.readAllLines(pidFile, StandardCharsets.UTF_8)
                    .getFirst()
                    .strip());
            return memory.proportionalBytesOfTree(pid)
                    .orElseThrow(() -> new BenchFailure("the memory of PostgreSQL cannot be read"));
        } catch (IOException e) {
            throw new BenchFailure("PostgreSQL does not run", e);
        }
    }
}
