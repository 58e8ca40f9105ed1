package io.florin.wallet.instant.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.SigningScheme;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerifyPaymentTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private int judge(TestRail rail, byte[] file) throws IOException {
        return judge(rail, file, rail.scope().network().value().toHex());
    }

    private int judge(TestRail rail, byte[] file, String network) throws IOException {
        Path payment = Files.write(directory.resolve("payment"), file);
        Path committee =
                Files.write(directory.resolve("committee"), rail.committee().encode());
        return VerifyPayment.run(
                List.of(payment.toString(), "--committee", committee.toString(), "--network", network), out, out);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void aFinalPaymentIsValid(SigningScheme scheme) throws IOException {
        TestRail rail = new TestRail(7, 4, scheme);
        FinalPayment payment = rail.finish(rail.order(rail.newKey(), rail.newKey(), 700, 3));

        assertThat(judge(rail, payment.encode())).isZero();
        assertThat(text()).contains("VALID", payment.orderId().toHex(), "700", "rail 1, epoch 1");
    }

    @Test
    void whatIsAlteredOrOfAnotherCommitteeOrNetworkIsNot() throws IOException {
        TestRail rail = new TestRail(7, 4);
        SignedOrder order = rail.order(rail.newKey(), rail.newKey(), 700, 3);
        FinalPayment payment = rail.finish(order);
        byte[] altered = payment.encode();
        altered[110] ^= 1; // of the amount

        assertThat(judge(rail, altered)).isOne();
        assertThat(judge(new TestRail(8, 4), payment.encode())).isOne();
        assertThat(judge(rail, payment.encode(), "00".repeat(32))).isOne();
        TransferCertificate certificate = payment.certificate();
        assertThat(judge(rail, new FinalPayment(certificate, certificate.votes()).encode()))
                .as("votes shown as effects")
                .isOne();
        assertThat(judge(rail, new byte[] {1, 2, 3})).isOne();
        assertThat(text())
                .contains("INVALID bad-certificate", "INVALID wrong-network", "INVALID bad-effects", "INVALID form");
    }

    @Test
    void aCommitteeWithAKeyThatIsNoneIsNone() throws IOException {
        TestRail rail = new TestRail(7, 4, SigningScheme.THRESHOLD_BLS);
        Path payment = Files.write(
                directory.resolve("payment"),
                rail.finish(rail.order(rail.newKey(), rail.newKey(), 700, 3)).encode());
        var good = rail.committee();
        var keyless = new RailCommittee(
                good.rail(),
                good.epoch(),
                good.scheme(),
                good.finality(),
                good.floatLimit(),
                good.expiryBlocksMax(),
                good.keys(),
                Bytes.of(new byte[96]));
        Path committee = Files.write(directory.resolve("committee"), keyless.encode());
        String network = rail.scope().network().value().toHex();

        assertThat(VerifyPayment.run(
                        List.of(payment.toString(), "--committee", committee.toString(), "--network", network),
                        out,
                        out))
                .isEqualTo(2);
        assertThat(text()).startsWith("Cannot be read: ");
    }

    @Test
    void whoAsksWronglyIsToldHow() {
        assertThat(VerifyPayment.run(List.of("file"), out, out)).isEqualTo(2);
        assertThat(VerifyPayment.run(List.of("a", "--committee", "b", "--network", "xy"), out, out))
                .isEqualTo(2);
        assertThat(text()).contains("Usage");
    }
}
