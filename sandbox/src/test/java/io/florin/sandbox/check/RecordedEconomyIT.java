package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Plays what the second oracle has recorded, and has it look at that. Three networks take minutes, and every one has
/// other keys, so this runs on request: `-Dflorin.recordings=write` puts the recordings into the resources of
/// `SecondOracleIT`, `-Dflorin.recordings=check` does not.
@EnabledIfSystemProperty(named = "florin.recordings", matches = "check|write")
class RecordedEconomyIT {
    private static final Path ORACLE = Path.of("src/oracle/oracle.py");
    private static final Path RECORDINGS = Path.of("src/test/resources/oracle");
    private static final Map<String, ?> ALWAYS = Map.of("policy", "ALWAYS");
    private static final long SIZE_MAX = 60 * 1024;

    @TempDir
    private Path directory;

    @Test
    void clearMoneyUnderEcdsa() throws Exception {
        RecordedNetwork network = new RecordedNetwork(directory, PrivacyModel.CLEAR, SignatureScheme.ECDSA_P256, false);
        try (network) {
            network.redeems();
            network.changesTheConfiguration("audit", ALWAYS);
            network.pays();
            network.repeatsTheLastPayment();
        }
        records(PrivacyModel.CLEAR, network.data());
    }

    @Test
    void anonymousMoneyUnderFrost() throws Exception {
        RecordedNetwork network =
                new RecordedNetwork(directory, PrivacyModel.ANONYMOUS, SignatureScheme.FROST_ED25519, false);
        try (network) {
            network.redeems();
            network.changesTheConfiguration("audit", ALWAYS);
            network.pays();
            network.repeatsTheLastPayment();
        }
        records(PrivacyModel.ANONYMOUS, network.data());
    }

    /// BLS shares are the ones that colluders can put together without a protocol, so all refusals are here.
    @Test
    void unlinkableMoneyUnderBls() throws Exception {
        RecordedNetwork network = new RecordedNetwork(directory, PrivacyModel.UNLINKABLE, SignatureScheme.BLS_G1, true);
        try (network) {
            network.redeems();
            network.refusesWhatIsNotAudited();
            network.changesTheConfiguration("audit", ALWAYS);
            network.pays();
            network.repeatsTheLastPayment();
            network.refusesWhateverIsSigned();
        }
        records(PrivacyModel.UNLINKABLE, network.data());
    }

    private void records(PrivacyModel model, Path data) throws Exception {
        String name = model.name().toLowerCase(Locale.ROOT) + ".txt";
        Path recording = directory.resolve(name);
        run("--record", recording.toString(), data.toString());
        boolean writes = "write".equals(System.getProperty("florin.recordings"));
        Path kept = writes ? RECORDINGS.resolve(name) : Path.of("target").resolve(name);
        Files.copy(recording, kept, StandardCopyOption.REPLACE_EXISTING);
        assertThat(Files.size(recording)).isLessThan(SIZE_MAX);
        run(data.toString());
        run(recording.toString());
    }

    private void run(String... arguments) throws IOException, InterruptedException {
        Path said = directory.resolve("said.txt");
        ProcessBuilder python = new ProcessBuilder(new ArrayList<>(List.of("python3", ORACLE.toString())));
        python.command().addAll(List.of(arguments));
        python.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process =
                python.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        if (!process.waitFor(Patience.LIMIT)) {
            process.destroyForcibly();
            throw new AssertionError("Python did not end:\n" + Files.readString(said));
        }
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        System.out.println(Files.readString(said));
    }
}
