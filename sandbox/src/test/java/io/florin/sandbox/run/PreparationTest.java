package io.florin.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.postgres.SandboxPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nobody else looks into a sandbox's data directory.
class PreparationTest {
    @TempDir
    private Path parent;

    private Path directory(String mode) throws IOException {
        Path made = Files.createTempDirectory(parent, "data");
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path directory) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory));
    }

    private String closed(String mode, boolean othersPass) throws IOException {
        Path directory = directory(mode);
        Preparation.close(directory, othersPass);
        return mode(directory);
    }

    @Test
    void aDirectoryThatOthersSeeIsClosedToThem() throws IOException {
        for (String open : new String[] {"rwxr-xr-x", "rwxrwxrwx", "rwx--x--x", "rwxr-x---"}) {
            assertThat(closed(open, false)).as(open).isEqualTo("rwx------");
        }
        assertThat(closed("rwx------", false)).isEqualTo("rwx------");
        assertThat(closed("r-x------", false)).as("what is closed further").isEqualTo("r-x------");
    }

    /// It could not start in a directory that it cannot pass through.
    @Test
    void aPostgresqlOfAnotherUserPassesThroughAndCannotList() throws IOException {
        for (String found : new String[] {"rwxr-xr-x", "rwxrwxrwx", "rwx------", "rwx--x--x"}) {
            assertThat(closed(found, true)).as(found).isEqualTo("rwx--x--x");
        }
    }

    @Test
    void whoTakesTheLockClosesTheDirectory() throws IOException {
        Path directory = directory("rwxr-xr-x");
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(directory, 0));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));

        try (var _ = Preparation.lock(plan)) {
            assertThat(mode(directory))
                    .isEqualTo(SandboxPostgres.runsAsAnotherUser(plan.postgres()) ? "rwx--x--x" : "rwx------");
        }
    }
}
