package io.florin.sandbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.florin.crypto.hash.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresBinariesTest {
    @Test
    void whoUnpacksSecondTakesWhatIsThere(@TempDir Path parent) throws IOException {
        Path home = parent.resolve("home");
        PostgresBinaries.moveIntoPlace(unpacked(parent, "first"), home);
        PostgresBinaries.moveIntoPlace(unpacked(parent, "second"), home);
        assertThat(Files.readString(home.resolve("bin/postgres"))).isEqualTo("first");
        assertThat(parent.resolve("second")).doesNotExist();
        assertThatIOException()
                .isThrownBy(() -> PostgresBinaries.moveIntoPlace(parent.resolve("third"), parent.resolve("x")));
    }

    /// By a start that was killed; one that is unpacking now keeps what it has.
    @Test
    void whatWasLeftHalfUnpackedIsRemoved(@TempDir Path parent) throws IOException {
        Path complete = Files.createDirectory(parent.resolve("postgresql-" + digest()));
        Path abandoned = unpacked(parent, ".unpacking-1");
        Files.setLastModifiedTime(abandoned, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path underWay = unpacked(parent, ".unpacking-2");

        assertThat(PostgresBinaries.unpacked(parent)).isEqualTo(complete);

        assertThat(abandoned).doesNotExist();
        assertThat(underWay.resolve("bin/postgres")).exists();
    }

    private static String digest() throws IOException {
        try (InputStream archive = PostgresBinaries.class.getResourceAsStream("/postgres-linux-x86_64.txz")) {
            return Sha256.hash(Objects.requireNonNull(archive).readAllBytes()).toHex();
        }
    }

    private static Path unpacked(Path parent, String name) throws IOException {
        Files.createDirectories(parent.resolve(name).resolve("bin"));
        Files.writeString(parent.resolve(name).resolve("bin/postgres"), name);
        return parent.resolve(name);
    }
}
