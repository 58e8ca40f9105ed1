package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.ledger.Amount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// A large file and a payment of another wallet where nobody sees who pays. How long anything takes is counted in
/// transactions and blocks, as in the clear: the ledger stands between two of them.
@Order(2)
class HiddenFairSharesIT extends HiddenBanks {

    /// Transactions of a file that pay, each up to 15 people: four more than may be under way.
    private static final int TRANSACTIONS = HiddenBed.FILES_UNDER_WAY_MAX + 4;

    private static final int PEOPLE = 15;
    private static final int LINES = TRANSACTIONS * PEOPLE;

    /// Proofs of many outputs take seconds where others have the processor.
    private static final Duration LONG = Duration.ofMinutes(5);

    @AfterEach
    void theLedgerRuns() {
        network.ledger().runs(true);
    }

    private void awaitPending(int count) {
        Awaitility.await(count + " transactions wait for a block")
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> network.ledger().pending(), pending -> pending == count);
    }

    private long settled(UUID file) {
        return bank.bean(JdbcClient.class)
                .sql("select count(*) from payment where file_id = ? and state = 'SETTLED'")
                .param(file)
                .query(Long.class)
                .single();
    }

    private UUID acceptFile(JsonNode payer, JsonNode payee) {
        UUID file = UUID.randomUUID();
        PayTo address = PayTo.parse(payee.path("address").asString());
        List<PaymentOrder> orders = new ArrayList<>();
        for (int line = 1; line <= LINES; line++) {
            orders.add(new PaymentOrder(
                    number(payer),
                    address,
                    "Employee",
                    iban(payee),
                    Amount.of(line),
                    "L-" + line,
                    "",
                    "wage",
                    PaymentOrder.Purpose.PAYMENT,
                    file,
                    line));
        }
        assertThat(bank.bean(PaymentService.class).acceptAll(orders, ""))
                .allSatisfy(answer -> assertThat(answer).isInstanceOf(PaymentService.Acceptance.Accepted.class));
        return file;
    }

    /// One token is cut into two, those into one for each transaction that pays. Of these no more than a share is sent,
    /// and the payment comes in the block of that share.
    @Test
    void aPaymentWaitsForAShareOfAFileAndNotForTheFile() {
        JsonNode employer = bank.openWallet("Fair Hidden Employer", 3);
        JsonNode employee = bank.openWallet("Fair Hidden Employee", 3);
        JsonNode shopper = bank.openWallet("Fair Hidden Shopper", 2);
        bank.fund(employer, 2_000_00);
        bank.fund(shopper, 100_00);
        awaitCertified(employer);
        awaitCertified(shopper);
        network.ledger().runs(false);

        UUID file = acceptFile(employer, employee);
        awaitPending(1);
        network.ledger().cut(1);
        awaitPending(2);
        network.ledger().cut(1);
        awaitPending(HiddenBed.FILES_UNDER_WAY_MAX);
        Answer paid = bank.pay(number(shopper), iban(employee), 1_00, "fair-hidden-single");
        String payment = "/v1/payments/" + id(paid);
        awaitPending(HiddenBed.FILES_UNDER_WAY_MAX + 1);
        assertThat(settled(file)).isZero();
        network.ledger().cut(1);

        bank.awaitState(payment, "SETTLED");
        assertThat(settled(file)).isEqualTo(HiddenBed.FILES_UNDER_WAY_MAX * PEOPLE);
        network.ledger().runs(true);
        Awaitility.await("the whole file is paid").atMost(LONG).until(() -> settled(file) == LINES);
        awaitTotal(bank, employee, LINES * (LINES + 1L) / 2 + 1_00);
    }
}
