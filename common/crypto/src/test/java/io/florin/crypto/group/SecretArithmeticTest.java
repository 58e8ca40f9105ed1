package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pitfall 29: `BigInteger` takes a time that depends on the number.
class SecretArithmeticTest {
    private static final Path SOURCES = Path.of("src/main/java/io/florin/crypto");

    /// Packages whose scalars are witnesses, openings, keys and shares of the models.
    @ParameterizedTest
    @ValueSource(strings = {"batch", "bbs", "commitment", "elgamal", "ps", "range", "seal", "sigma"})
    void packagesOfSecretsHaveNoBigInteger(String name) throws IOException {
        try (var files = Files.list(SOURCES.resolve(name))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).isNotEmpty().noneMatch(file -> text(file).contains("BigInteger"));
        }
        assertThat(text(SOURCES.resolve("group/Scalar.java"))).doesNotContain("BigInteger", "compareUnsigned");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
