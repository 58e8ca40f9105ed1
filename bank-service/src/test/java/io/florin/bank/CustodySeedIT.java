package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.TestBed;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeSecrets;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.keys.SecretFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The seed of all custodial keys is never made a second time: wallets opened under another one would be lost with it.
@ExtendWith(TestBed.class)
class CustodySeedIT {

    /// With it and without its database, all money comes back.
    @Test
    void aBankStartsWithItsSeedOnlyAndFindsItsMoneyByIt(TestBed.Banks banks, @TempDir Path directory)
            throws IOException {
        Path file = directory.resolve("custody.seed");
        try (BankUnderTest bank = new BankUnderTest(banks.network(), 3, directory)) {
            bank.awaitState("/v1/wallets/0", "ENROLLED");
            byte[] seed = open(banks, file);

            bank.stop();
            Files.delete(file);
            assertThatThrownBy(bank::start).hasStackTraceContaining("the custody seed is missing");
            assertThat(file).doesNotExist();

            write(file, seed);
            bank.start();
            bank.awaitState("/v1/wallets/0", "ENROLLED");
            byte[] wrapped = Files.readAllBytes(file);
            assertThat(wrapped).as("wrapped again").hasSizeGreaterThan(seed.length);
            assertThat(open(banks, file)).isEqualTo(seed);

            Path passphrase = banks.network().directory().resolve("passphrases/bank-3");
            Path away = directory.resolve("away");
            Files.move(passphrase, away);
            assertThatThrownBy(() -> bank.remake("custodyKeys")).hasStackTraceContaining("no passphrase");
            SecretFiles.write(passphrase, "0".repeat(64).getBytes(StandardCharsets.US_ASCII));
            assertThatThrownBy(() -> bank.remake("custodyKeys")).hasStackTraceContaining("another passphrase");
            assertThat(file).hasBinaryContent(wrapped);
            Files.move(away, passphrase, StandardCopyOption.REPLACE_EXISTING);

            LostDatabase.assertRebuiltOnOrder(banks.network(), bank, () -> {
                byte[] other = seed.clone();
                other[0] ^= 1;
                write(file, other);
                assertThatThrownBy(bank::start).hasStackTraceContaining("the custody seed is not the one");
                write(file, seed);
            });
            assertThat(Files.size(file)).as("wrapped again").isGreaterThan(seed.length);
            assertThat(open(banks, file)).isEqualTo(seed);
        }
    }

    private static void write(Path file, byte[] seed) {
        try {
            Files.write(file, seed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The wrapped seed, with the passphrase that the network keeps for the bank.
    private static byte[] open(TestBed.Banks banks, Path file) {
        Path network = banks.network().directory();
        var self = new Peer(NodeRole.BANK, 3);
        var keys = new KeyProperties(null, network.resolve("passphrases/bank-3"), null);
        try (var secrets = new NodeSecrets(
                "bank-test", self, network.resolve("bank-3"), NodeSecrets.wrapping(keys, network.resolve("none")))) {
            return secrets.read(file, "custody.seed");
        }
    }
}
