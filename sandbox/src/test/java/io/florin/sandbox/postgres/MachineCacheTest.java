package io.florin.sandbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCacheTest {

    @TempDir
    private Path parent = Path.of("");

    /// PostgreSQL may run as another user than the one who unpacks it.
    @Test
    void isMadeForEverybodyToRead() throws IOException {
        Path place = parent.resolve("a/cache");

        assertThat(MachineCache.usable(place)).contains(place);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
                .isEqualTo("rwxr-xr-x");
        assertThat(MachineCache.usable(place)).contains(place);
    }

    @Test
    void isNoneWhereItCannotBe() throws IOException {
        Path file = Files.createFile(parent.resolve("file"));

        assertThat(MachineCache.usable(file)).isEmpty();
        assertThat(MachineCache.usable(file.resolve("cache"))).isEmpty();
    }
}
