package io.florin.sandbox.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalPayment;
import io.florin.sandbox.run.SandboxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinalPaymentsTest {
    private final TestRail rail = new TestRail(8, 4);
    private final Ed25519KeyPair payer = rail.newKey();

    @TempDir
    private Path directory;

    private FinalPayment payment(long sequence) {
        return rail.finish(rail.certify(rail.order(payer, rail.newKey(), 5, sequence)));
    }

    @Test
    void givesBackWhatItWasGiven() {
        FinalPayments payments = new FinalPayments(directory);
        assertThat(payments.isKept()).isFalse();
        FinalPayment first = payment(0);
        FinalPayment second = payment(1);

        payments.write(List.of(first));
        payments.add(second);

        assertThat(new FinalPayments(directory).isKept()).isTrue();
        assertThat(new FinalPayments(directory).read()).containsExactly(first, second);
    }

    @Test
    void refusesAFileThatIsCut() throws Exception {
        FinalPayments payments = new FinalPayments(directory);
        payments.write(List.of(payment(0)));
        Path file = directory.resolve("final-payments");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));

        assertThatThrownBy(payments::read).isInstanceOf(SandboxException.class).hasMessageContaining("damaged");
    }
}
