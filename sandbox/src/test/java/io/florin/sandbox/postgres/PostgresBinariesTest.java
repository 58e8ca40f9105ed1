package io.florin.sandbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static Path unpacked(Path parent, String name) throws IOException {
        Files.createDirectories(parent.resolve(name).resolve("bin"));
        Files.writeString(parent.resolve(name).resolve("bin/postgres"), name);
        return parent.resolve(name);
    }
}
