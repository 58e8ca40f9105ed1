package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import io.florin.ledger.Amount;
import java.net.http.HttpRequest;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Hidden payments between customers, of one person and of many, through refusals and restarts.
@Order(1)
class HiddenPaymentsIT extends HiddenBanks {

    /// Money comes from the central bank, is cut, changes hands between banks and within one, and the last of it is
    /// spent.
    @Test
    void paysBetweenCustomersOfTwoBanks() {
        JsonNode anna = bank.openWallet("Anna Hidden", 3);
        JsonNode bert = other.openWallet("Bert Hidden", 3);
        JsonNode carl = bank.openWallet("Carl Hidden", 3);
        assertThat(anna.path("address").asString()).startsWith("flh1");
        bank.fund(anna, 100_00);
        settled(bank.pay(number(anna), iban(bert), 30_00, "hidden-1"));
        awaitTotal(other, bert, 30_00);
        settled(bank.pay(number(anna), iban(carl), 70_00, "hidden-2"));
        awaitTotal(bank, carl, 70_00);
        assertThat(total(bank, anna)).isZero();
        String entries = other.get("/v1/wallets/" + number(bert) + "/entries").body();
        assertThat(entries)
                .contains("\"amount\":3000", "for tests", "E2E-1", iban(anna))
                .as("inside the sealed note")
                .contains("\"counterpartyName\":\"Anna Hidden\"");
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(other.get("/v1/wallets/" + number(bert) + "/statement")
                                .body())
                        .containsPattern("<Dbtr>\\s*<Pty>\\s*<Nm>Anna Hidden</Nm>"));
        assertThat(bank.get("/v1/wallets/" + number(anna) + "/entries").body())
                .contains("\"amount\":10000", "\"amount\":-3000", "\"amount\":-7000");
        assertThat(network.ledger().disclosed()).isNotEmpty();
        Answer tooMuch = bank.pay(number(anna), iban(bert), 1, "hidden-3");
        assertThat(tooMuch.body()).contains("insufficient-funds");
    }

    /// Seventeen people are paid by two transactions, for which one token is cut first; meanwhile a new epoch begins,
    /// and one certifier lies. Each payment is an entry of its own on both sides, and has a status of its own.
    @Test
    void paysAPayrollByFewTransactionsWhileCredentialsChange() {
        JsonNode firm = bank.openWallet("Firm Hidden", 3);
        List<JsonNode> people = List.of(bank.openWallet("Bert Wage", 3), bank.openWallet("Carl Wage", 3));
        bank.fund(firm, 1_000_00);
        network.certifiers().get(0).lies(true);
        List<TransferFile.Transfer> wages = new ArrayList<>();
        for (int i = 1; i <= 17; i++) {
            wages.add(new TransferFile.Transfer(
                    "WAGE-" + i,
                    Optional.empty(),
                    i * 100L,
                    party("Payee", iban(people.get(i % 2))),
                    Optional.of("Wage " + i)));
        }
        Answer upload = bank.send(bank.request("/v1/payment-files")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofByteArray(payroll(firm, wages)))
                .build());
        String file = upload.json().path("id").asString();
        network.credentials().nextEpoch();
        String path = "/v1/payment-files/" + file;
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        bank.get(path).json().path("states").path("SETTLED").asInt() == 17);
        network.certifiers().get(0).lies(false);
        List<PaymentView> payments = bank.bean(PaymentService.class).ofFile(UUID.fromString(file));
        Set<String> transactions =
                payments.stream().map(PaymentView::transactionId).collect(Collectors.toSet());
        assertThat(transactions).hasSize(2);
        assertThat(transactions.stream()
                        .mapToInt(id -> bank.bean(PaymentService.class)
                                .byTransaction(id)
                                .size()))
                .containsExactlyInAnyOrder(15, 2);
        String report = bank.get(path + "/status-report").body();
        assertThat(report.split("<TxSts>ACSC</TxSts>", -1)).hasSize(18);
        awaitTotal(bank, people.get(0), 72_00);
        awaitTotal(bank, people.get(1), 81_00);
        assertThat(total(bank, firm)).isEqualTo(1_000_00 - 153_00);
        assertThat(bank.balance(number(firm)).path("locked").asLong()).isZero();
        List<Long> debits =
                LongStream.rangeClosed(1, 17).map(i -> -i * 100).boxed().toList();
        assertThat(amounts(bank, firm)).hasSize(18).contains(1_000_00L).containsAll(debits);
        List<Long> credits = new ArrayList<>(amounts(bank, people.get(0)));
        credits.addAll(amounts(bank, people.get(1)));
        assertThat(credits)
                .containsExactlyInAnyOrderElementsOf(
                        debits.stream().map(amount -> -amount).toList());
        assertThat(bank.get("/v1/wallets/" + number(people.get(1)) + "/entries?limit=100")
                        .body())
                .contains("\"remittance\":\"Wage 17\"", "\"endToEndId\":\"WAGE-1\"");
    }

    private static List<Long> amounts(BankUnderTest of, JsonNode wallet) {
        List<Long> amounts = new ArrayList<>();
        of.get("/v1/wallets/" + number(wallet) + "/entries?limit=100")
                .json()
                .path("entries")
                .forEach(entry -> amounts.add(entry.path("amount").asLong()));
        return amounts;
    }

    private static Party party(String name, String iban) {
        return new Party(Optional.of(name), Optional.of(new Iban(iban)), Optional.empty(), Optional.empty());
    }

    private static byte[] payroll(JsonNode payer, List<TransferFile.Transfer> wages) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        var batch = new TransferFile.TransferBatch("WAGES", party("Firm", iban(payer)), today, wages);
        return new TransferFileWriter()
                .write(new TransferFile(
                        "WAGES",
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Firm",
                        new SupportedCurrency("FLN", 2),
                        List.of(batch)));
    }

    /// The auditor refuses the transaction of four payments, then the one that cuts a token for each: all are made,
    /// each on its own.
    @Test
    void oneRefusedPaymentTakesNoOtherWithIt() {
        JsonNode firm = bank.openWallet("Firm Refused", 3);
        JsonNode bert = bank.openWallet("Bert Refused", 3);
        bank.fund(firm, 100_00);
        long before = transactions();
        network.ledger().failAuditsNext(2, 422);
        List<PaymentOrder> orders = new ArrayList<>();
        for (long amount : new long[] {10_00, 20_00, 30_00, 40_00}) {
            orders.add(new PaymentOrder(
                    number(firm),
                    PayTo.parse(bert.path("address").asString()),
                    "Bert",
                    iban(bert),
                    Amount.of(amount),
                    "E2E",
                    "",
                    "",
                    PaymentOrder.Purpose.PAYMENT,
                    null,
                    null));
        }
        List<UUID> ids = bank.bean(PaymentService.class).acceptAll(orders, "").stream()
                .map(answer ->
                        ((PaymentService.Acceptance.Accepted) answer).payment().id())
                .toList();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> ids.stream().allMatch(payment -> state(payment).isFinal()));
        PaymentService service = bank.bean(PaymentService.class);
        assertThat(ids.stream().map(this::state)).containsOnly(PaymentState.SETTLED);
        assertThat(ids.stream()
                        .map(payment -> service.payment(payment).orElseThrow().transactionId())
                        .distinct())
                .hasSize(4);
        assertThat(transactions() - before)
                .as("one for all, twice one that cuts, and one for each: nothing is cut twice")
                .isEqualTo(1 + 2 + 4);
        awaitTotal(bank, bert, 100_00);
    }

    private long transactions() {
        return bank.bean(JdbcClient.class)
                .sql("select count(*) from outgoing")
                .query(Long.class)
                .single();
    }

    private PaymentState state(UUID payment) {
        return bank.bean(PaymentService.class).payment(payment).orElseThrow().state();
    }

    /// Stopped while payments are everywhere on their way: each ends once, and what was proven is sent again as it was.
    @Test
    void restartsLoseAndDoubleNothing() {
        JsonNode anna = bank.openWallet("Anna Restart", 3);
        JsonNode bert = bank.openWallet("Bert Restart", 3);
        bank.fund(anna, 50_00);
        network.ledger().runs(false);
        String first = id(bank.pay(number(anna), iban(bert), 20_00, "restart-1"));
        Awaitility.await().atMost(PATIENCE).until(() -> network.ledger().pending() == 1);
        String transaction =
                bank.get("/v1/payments/" + first).json().path("transactionId").asString();
        bank.stop();
        network.ledger().runs(true);
        bank.start();
        JsonNode settled = bank.awaitState("/v1/payments/" + first, "SETTLED");
        assertThat(settled.path("transactionId").asString()).isEqualTo(transaction);
        settled(bank.pay(number(anna), iban(bert), 30_00, "restart-2"));
        awaitTotal(bank, bert, 50_00);
        assertThat(total(bank, anna)).isZero();
    }
}
