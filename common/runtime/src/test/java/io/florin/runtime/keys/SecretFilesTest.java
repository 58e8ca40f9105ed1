package io.florin.runtime.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFilesTest {
    @TempDir
    Path directory;

    @Test
    void aDirectoryIsForItsOwnerAlone() throws IOException {
        Path made = directory.resolve("a/b");
        SecretFiles.createDirectory(made);

        assertThat(permissions(made)).isEqualTo("rwx------");
        assertThat(permissions(directory.resolve("a"))).isEqualTo("rwx------");
    }

    @Test
    void aDirectoryThatLetsOthersInIsClosed() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

        SecretFiles.createDirectory(open);

        assertThat(permissions(open)).isEqualTo("rwx------");
    }

    @Test
    void aSecretThatEverybodyCanReadIsNotUsed() throws IOException {
        Path file = directory.resolve("share.key");
        var wrapping = new PassphraseWrapping("a passphrase".toCharArray(), PassphraseWrapping.RANDOM_SECRET);
        SecretFiles.writeWrapped(file, wrapping, "share", new byte[] {1, 2, 3});
        assertThat(permissions(file)).isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(SecretFiles.readWrapped(file, wrapping, "share")).containsExactly(1, 2, 3);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> SecretFiles.readWrapped(file, wrapping, "share"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("chmod 600 " + file);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
