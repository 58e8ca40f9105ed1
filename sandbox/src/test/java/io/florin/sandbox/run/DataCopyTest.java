package io.florin.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataCopyTest {
    @Test
    void hasAllFilesWithTheirRightsAndTheSameBinaries(@TempDir Path directory) throws Exception {
        Path from = Files.createDirectories(directory.resolve("data"));
        Files.createDirectories(from.resolve("nodes/bank-1"));
        Files.writeString(from.resolve("nodes/bank-1/custody.seed"), "sealed");
        Files.setPosixFilePermissions(from.resolve("nodes/bank-1"), PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(
                from.resolve("nodes/bank-1/custody.seed"), PosixFilePermissions.fromString("rw-------"));
        Files.createDirectories(from.resolve("binaries"));
        Files.writeString(from.resolve("binaries/postgres"), "large");
        Files.writeString(from.resolve("lock"), "");

        Path copy = directory.resolve("data-copied");
        DataCopy.make(from, copy);

        assertThat(copy.resolve("nodes/bank-1/custody.seed")).hasContent("sealed");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(copy.resolve("nodes/bank-1/custody.seed"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.resolve("nodes/bank-1"))))
                .isEqualTo("rwx------");
        assertThat(copy.resolve("binaries")).isSymbolicLink();
        assertThat(copy.resolve("lock")).doesNotExist();
        assertThatThrownBy(() -> DataCopy.make(from, copy)).isInstanceOf(SandboxException.class);

        DataCopy.delete(copy);
        assertThat(copy).doesNotExist();
        assertThat(from.resolve("binaries/postgres")).hasContent("large");
    }
}
