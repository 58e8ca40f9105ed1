package io.florin.sandbox.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The recording of money on a rail is what the platform says of its blocks now. The oracle in Python reads the same
/// file (`SecondOracleIT`). `-Dflorin.recordings=write` writes it anew.
class RailRecordingTest {

    private static final Path FILE = Path.of("src/test/resources/oracle/rail.txt");
    private static final String HEAD =
            "# Blocks with money on an instant rail and what the platform's cores say of them, by RailRecording";

    @Test
    void isWhatThePlatformSays(@TempDir Path directory) throws Exception {
        List<String> said = new ArrayList<>(List.of(HEAD));
        said.addAll(RailRecording.lines(directory));
        if ("write".equals(System.getProperty("florin.recordings"))) {
            Files.write(FILE, said);
        }

        assertThat(Files.readAllLines(FILE)).isEqualTo(said);
    }
}
