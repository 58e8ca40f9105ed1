package io.florin.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogEndTest {
    private static final Bytes32 HASH = Sha256.hash(new byte[] {1});
    private static final Bytes32 OTHER = Sha256.hash(new byte[] {2});

    @TempDir
    private Path directory;

    @Test
    void isKnownAfterARestartAndNeverGoesBack() {
        Path file = directory.resolve("log-end");
        LogEnd end = LogEnd.in(file);
        assertThat(end.last().sequence()).isZero();
        end.advance(7, HASH);
        end.advance(6, OTHER);
        end.advance(7, OTHER);

        assertThat(end.last()).isEqualTo(new LogEnd.Entry(7, HASH));
        assertThat(LogEnd.in(file).last()).isEqualTo(end.last());
    }

    @Test
    void isNotGuessedFromAFileThatSaysSomethingElse() throws IOException {
        Path file = directory.resolve("log-end");
        for (String other : new String[] {"", "7", "7 " + HASH.toHex(), "-7 " + HASH.toHex() + "\n"}) {
            Files.writeString(file, other);
            assertThatIllegalStateException().as(other).isThrownBy(() -> LogEnd.in(file));
        }
    }
}
