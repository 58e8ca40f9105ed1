package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentState;
import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.token.Token;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.notes.NoteContent;
import io.florin.wallet.payment.Instruction;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PaymentTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final TestNetwork network = new TestNetwork(1);
    private final OwnerKey owner = new OwnerKey(network.newKey().publicKey());

    private Payment payment(String endToEndId, String remittance) {
        WalletAddress payee = new WalletAddress(owner, Bytes32.of(network.newBytes(32)));
        return new Payment(
                new UUID(0, 1),
                new PaymentOrder(
                        1,
                        new PayTo.Open(payee),
                        "Payee",
                        "XF00",
                        Amount.of(5),
                        endToEndId,
                        "3f0c6a52-0c5d-4f0e-9d6f-2f8d3b1c4a5e",
                        remittance,
                        PaymentOrder.Purpose.PAYMENT,
                        null,
                        null),
                "",
                NOON);
    }

    /// 140 characters may be 560 bytes, which no note carries: the payment must be made all the same.
    @Test
    void theLongestTextsFitANote() {
        for (String letter : new String[] {"a", "ä", "한", "\uD83D\uDCB6"}) {
            Instruction instruction = payment(letter.repeat(35), letter.repeat(140))
                    .instruction("XF12000100000000017".substring(0, 18), letter.repeat(140));
            NoteContent note = new NoteContent(
                    new Token(owner, new NamespaceId(1).value(), Amount.of(5)),
                    instruction.endToEndId(),
                    instruction.uetr(),
                    instruction.remittance(),
                    instruction.payer(),
                    instruction.payerName());
            var key = X25519KeyPair.fromSeed(network.newBytes(32));
            var sealed = note.seal(network.networkId(), key.publicKey(), network.random());
            assertThat(NoteContent.open(network.networkId(), key, sealed)).contains(note);
            assertThat(instruction.remittance()).startsWith(letter);
            assertThat(sealed.size()).isEqualTo(512);
            assertThat(instruction.payerName()).startsWith(letter);
        }
    }

    @Test
    void shortTextsStayWhole() {
        assertThat(payment("E2E", "for March").instruction("XF", "Ada Lund").remittance())
                .isEqualTo("for March");
    }

    /// That registration gives no newer credential is no fault of the payment, for an hour.
    @Test
    void whatTheCredentialIsTooOldForWaits() {
        Payment payment = payment("E", "r");
        TransactionId transaction = new TransactionId(network.newId());
        String code = RefusalReason.CREDENTIAL_EPOCH_PASSED.code();
        for (int minute = 0; minute < 60; minute++) {
            payment.submitted(transaction, 0, NOON);
            payment.failed(code, Payments.ATTEMPTS_MAX, NOON.plusSeconds(60L * minute), Duration.ofSeconds(1));
            assertThat(payment.state()).isEqualTo(PaymentState.ACCEPTED);
        }
        for (int attempt = 1; attempt <= Payments.ATTEMPTS_MAX; attempt++) {
            assertThat(payment.state()).isEqualTo(PaymentState.ACCEPTED);
            payment.submitted(transaction, 0, NOON);
            payment.failed(code, Payments.ATTEMPTS_MAX, NOON.plusSeconds(3_600), Duration.ofSeconds(1));
        }
        assertThat(payment.state()).isEqualTo(PaymentState.REJECTED);
    }

    @Test
    void isPlannedAgainLaterAndLaterAndThenRejected() {
        Payment payment = payment("E", "r");
        TransactionId transaction = new TransactionId(network.newId());
        for (int attempt = 1; attempt < Payments.ATTEMPTS_MAX; attempt++) {
            payment.submitted(transaction, 0, NOON);
            payment.failed("aborted-read-conflict", Payments.ATTEMPTS_MAX, NOON, Duration.ofMillis(500));
            assertThat(payment.state()).isEqualTo(PaymentState.ACCEPTED);
            assertThat(payment.transaction()).isEmpty();
        }
        payment.submitted(transaction, 0, NOON);
        payment.failed("aborted-read-conflict", Payments.ATTEMPTS_MAX, NOON, Duration.ofMillis(500));
        assertThat(payment.state()).isEqualTo(PaymentState.REJECTED);
        assertThat(payment.view().reason()).isEqualTo("aborted-read-conflict");
        assertThat(payment.view().transactionId()).isEqualTo(transaction.toHex());
        assertThat(payment.view().finalAt()).isEqualTo(NOON);
    }
}
