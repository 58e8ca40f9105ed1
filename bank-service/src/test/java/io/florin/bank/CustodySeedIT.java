package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.TestBed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The seed of all custodial keys is never made a second time: wallets opened under another one would be lost with it.
@ExtendWith(TestBed.class)
class CustodySeedIT {

    @Test
    void aBankDoesNotStartWithAnotherSeed(TestBed.Banks banks, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("custody.seed");
        try (BankUnderTest bank = new BankUnderTest(banks.network(), 3, directory)) {
            bank.awaitState("/v1/wallets/0", "ENROLLED");
            bank.stop();
            byte[] seed = Files.readAllBytes(file);

            Files.delete(file);
            assertThatThrownBy(bank::start).hasStackTraceContaining("the custody seed is missing");
            assertThat(file).doesNotExist();

            byte[] other = seed.clone();
            other[0] ^= 1;
            Files.write(file, other);
            assertThatThrownBy(bank::start).hasStackTraceContaining("the custody seed is not the one");

            Files.write(file, seed);
            bank.start();
            assertThat(bank.get("/v1/wallets/0").status()).isEqualTo(200);
        }
    }
}
