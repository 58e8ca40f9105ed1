package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import io.florin.testkit.Patience;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// Payments of later days over the API and in files. A day comes by writing today's date into the payment: the bank
/// cannot tell that from a night that has passed.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScheduledPaymentsIT {

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final SupportedCurrency FLN = new SupportedCurrency("FLN", 2);
    private static final int AHEAD_MAX = 90;

    private FakeNetwork network;
    private BankUnderTest bank;
    private BankUnderTest other;
    private JsonNode payee;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        other = banks.other();
        payee = bank.openWallet("Paid Later", 3);
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    private static LocalDate tomorrow() {
        return today().plusDays(1);
    }

    private JsonNode payer(long amount) {
        JsonNode wallet = bank.openWallet("Pays Later", 2);
        bank.fund(wallet, amount);
        return wallet;
    }

    private Map<String, Object> form(JsonNode from, long amount, LocalDate day) {
        Map<String, Object> form = new HashMap<>(BankUnderTest.payment(number(from), iban(payee), amount));
        form.put("executionDate", day.toString());
        return form;
    }

    private Answer order(JsonNode from, long amount, LocalDate day) {
        return bank.post("/v1/payments", form(from, amount, day));
    }

    private JsonNode scheduled(JsonNode from, long amount, LocalDate day) {
        Answer answer = order(from, amount, day);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(answer.json().path("state").asString()).isEqualTo("SCHEDULED");
        assertThat(answer.json().path("executionDate").asString()).isEqualTo(day.toString());
        return answer.json();
    }

    private static String path(JsonNode payment) {
        return "/v1/payments/" + payment.path("id").asString();
    }

    private Answer cancel(JsonNode payment) {
        return bank.send(bank.request(path(payment) + "/cancellation")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    private static void assertLate(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(409);
        assertThat(answer.json().path("code").asString()).isEqualTo("already-due");
    }

    private String state(JsonNode payment) {
        return bank.get(path(payment)).json().path("state").asString();
    }

    /// The day of the wallet's payments has come.
    private void dayComes(BankUnderTest at, JsonNode wallet) {
        dayComes(at.jdbc(), wallet);
    }

    private static void dayComes(JdbcClient database, JsonNode wallet) {
        database.sql("update payment set execution_date = ? where wallet = ? and state = 'SCHEDULED'")
                .params(today(), number(wallet))
                .update();
    }

    private JsonNode awaitFinal(JsonNode payment) {
        return Awaitility.await(path(payment) + " is final")
                .atMost(PATIENCE)
                .until(
                        () -> bank.get(path(payment)).json(),
                        found -> List.of("SETTLED", "REJECTED", "CANCELLED")
                                .contains(found.path("state").asString()));
    }

    @Test
    void aPaymentOfTomorrowLocksNothingAndIsPaidTomorrow() {
        JsonNode payer = payer(100_00);
        long before = bank.balance(number(payee)).path("total").asLong();
        JsonNode payment = scheduled(payer, 30_00, tomorrow());
        // what is ordered after it is paid before it: all steps of the bank have passed it by then
        JsonNode now = bank.pay(number(payer), iban(payee), 5_00, "sched-now").json();
        bank.awaitState(path(now), "SETTLED");
        assertThat(now.path("executionDate").isNull()).isTrue();

        assertThat(state(payment)).isEqualTo("SCHEDULED");
        assertThat(bank.balance(number(payer)).path("locked").asLong()).isZero();
        assertThat(bank.balance(number(payer)).path("available").asLong()).isEqualTo(95_00);
        assertThat(bank.balance(number(payee)).path("total").asLong() - before).isEqualTo(5_00);

        dayComes(bank, payer);

        JsonNode settled = bank.awaitState(path(payment), "SETTLED");
        assertThat(bank.balance(number(payer)).path("total").asLong()).isEqualTo(65_00);
        assertThat(bank.balance(number(payee)).path("total").asLong() - before).isEqualTo(35_00);
        assertThat(OffsetDateTime.parse(settled.path("acceptedAt").asString()))
                .isAfter(OffsetDateTime.parse(settled.path("scheduledAt").asString()));
        assertThat(settled.path("uetr").asString())
                .isEqualTo(payment.path("uetr").asString());
    }

    @Test
    void aDayThatHasBegunIsAtOnceAndOneTooFarAheadIsRefused() {
        JsonNode payer = payer(100_00);
        for (LocalDate day : List.of(today(), today().minusDays(1), LocalDate.parse("1999-12-31"))) {
            Answer paid = order(payer, 1_00, day);
            assertThat(paid.json().path("state").asString()).as(paid.body()).isEqualTo("ACCEPTED");
            assertThat(paid.json().path("executionDate").isNull()).isTrue();
        }
        Answer refused = order(payer, 1_00, today().plusDays(AHEAD_MAX + 1));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("code").asString()).isEqualTo("execution-date-ahead");
        assertThat(refused.json().path("detail").asString())
                .contains(today().plusDays(AHEAD_MAX).toString());
        scheduled(payer, 1_00, today().plusDays(AHEAD_MAX));
        Map<String, Object> nonsense = form(payer, 1_00, today());
        nonsense.put("executionDate", "2026-02-30");
        assertThat(bank.post("/v1/payments", nonsense).status()).isEqualTo(400);
    }

    @Test
    void theDayBelongsToTheRequest() {
        JsonNode payer = payer(100_00);
        Map<String, Object> form = form(payer, 1_00, tomorrow());
        String key = UUID.randomUUID().toString();
        Answer first = bank.post("/v1/payments", key, form);
        assertThat(bank.post("/v1/payments", key, form).replayed()).isTrue();
        form.put("executionDate", tomorrow().plusDays(1).toString());
        Answer otherDay = bank.post("/v1/payments", key, form);
        assertThat(otherDay.json().path("code").asString()).isEqualTo("idempotency-key-reused");
        form.remove("executionDate");
        assertThat(bank.post("/v1/payments", key, form).json().path("code").asString())
                .isEqualTo("idempotency-key-reused");
        assertThat(state(first.json())).isEqualTo("SCHEDULED");
    }

    /// Whoever orders may have no money yet; on the day there is enough for the first of two.
    @Test
    void fundsAreAskedForOnTheDay() {
        JsonNode payer = bank.openWallet("Has Nothing Yet", 2);
        JsonNode first = scheduled(payer, 60_00, tomorrow());
        JsonNode second = scheduled(payer, 60_00, tomorrow());
        bank.fund(payer, 100_00);

        dayComes(bank, payer);

        assertThat(awaitFinal(first).path("state").asString()).isEqualTo("SETTLED");
        JsonNode rejected = awaitFinal(second);
        assertThat(rejected.path("state").asString()).isEqualTo("REJECTED");
        assertThat(rejected.path("reason").asString()).isEqualTo("insufficient-funds");
        assertThat(bank.balance(number(payer)).path("available").asLong()).isEqualTo(40_00);
    }

    @Test
    void whoIsSuspendedOnTheDayPaysNothing() {
        JsonNode payer = other.openWallet("Suspended Later", 2);
        other.fund(payer, 100_00);
        Map<String, Object> form =
                new HashMap<>(BankUnderTest.payment(number(payer), iban(other.openWallet("Paid There", 2)), 10_00));
        form.put("executionDate", tomorrow().toString());
        Answer ordered = other.post("/v1/payments", form);
        assertThat(ordered.json().path("state").asString()).as(ordered.body()).isEqualTo("SCHEDULED");
        network.registration().suspend(2, "wallet-" + number(payer));
        other.awaitState("/v1/wallets/" + number(payer), "SUSPENDED");

        dayComes(other, payer);

        assertThat(other.awaitState(path(ordered.json()), "REJECTED")
                        .path("reason")
                        .asString())
                .isEqualTo("wallet-not-enrolled");
        assertThat(other.balance(number(payer)).path("total").asLong()).isEqualTo(100_00);
    }

    /// Where owners are hidden the bank alone knows that the payee's wallet has ended.
    @Test
    void whoseWalletEndedBeforeTheDayIsPaidNothing() {
        JsonNode payer = other.openWallet("Pays Later", 2);
        JsonNode payee = other.openWallet("Suspended Payee", 2);
        other.fund(payer, 100_00);
        Map<String, Object> form = new HashMap<>(BankUnderTest.payment(number(payer), iban(payee), 10_00));
        form.put("executionDate", tomorrow().toString());
        Answer ordered = other.post("/v1/payments", form);
        assertThat(ordered.json().path("state").asString()).as(ordered.body()).isEqualTo("SCHEDULED");
        network.registration().suspend(2, "wallet-" + number(payee));
        other.awaitState("/v1/wallets/" + number(payee), "SUSPENDED");

        dayComes(other, payer);

        assertThat(other.awaitState(path(ordered.json()), "REJECTED")
                        .path("reason")
                        .asString())
                .isEqualTo("account-not-payable");
    }

    @Test
    void aScheduledPaymentIsCancelledUntilItsDay() {
        JsonNode payer = payer(100_00);
        JsonNode cancelled = scheduled(payer, 10_00, tomorrow());
        JsonNode paid = scheduled(payer, 20_00, tomorrow());
        for (int time = 0; time < 2; time++) {
            Answer answer = cancel(cancelled);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json().path("state").asString()).isEqualTo("CANCELLED");
            assertThat(answer.json().path("finalAt").asString()).isNotEmpty();
        }
        dayComes(bank, payer);
        bank.awaitState(path(paid), "SETTLED");
        assertLate(cancel(paid));
        assertThat(state(cancelled)).isEqualTo("CANCELLED");
        assertThat(bank.balance(number(payer)).path("total").asLong()).isEqualTo(80_00);

        JsonNode atOnce =
                bank.pay(number(payer), iban(payee), 1_00, "sched-at-once").json();
        assertLate(cancel(atOnce));
        assertThat(bank.send(bank.request("/v1/payments/" + UUID.randomUUID() + "/cancellation")
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build())
                        .status())
                .isEqualTo(404);
        Map<String, Object> again = form(payer, 10_00, tomorrow());
        again.put("uetr", cancelled.path("uetr").asString());
        assertThat(bank.post("/v1/payments", again).json().path("code").asString())
                .as("a UETR belongs to its payment for ever")
                .isEqualTo("duplicate-uetr");
    }

    /// The day comes while somebody who wants to cancel waits for the payment.
    @Test
    void whoeverComesSecondHasLost() throws Exception {
        JsonNode payer = payer(100_00);
        JsonNode payment = scheduled(payer, 10_00, tomorrow());
        JdbcClient jdbc = bank.bean(JdbcClient.class);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Answer> late = new TransactionTemplate(bank.bean(PlatformTransactionManager.class)).execute(_ -> {
                dayComes(jdbc, payer); // seen when this transaction ends
                Future<Answer> waiting = threads.submit(() -> cancel(payment));
                Awaitility.await("the cancellation waits")
                        .atMost(PATIENCE)
                        .until(() -> jdbc.sql("select count(*) from pg_stat_activity "
                                                + "where datname = current_database() and wait_event_type = 'Lock'")
                                        .query(Long.class)
                                        .single()
                                > 0);
                return waiting;
            });
            assertLate(late.get());
        }
        bank.awaitState(path(payment), "SETTLED");
    }

    /// Cancellations and the day run into each other: what was answered is what happened, for each payment.
    @Test
    void ofDayAndCancellationOneWins() throws Exception {
        int count = 40;
        JsonNode payer = payer(count * 100L);
        List<JsonNode> payments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            payments.add(scheduled(payer, 1_00, tomorrow()));
        }
        List<Answer> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Answer>> calls = payments.stream()
                    .map(payment -> threads.submit(() -> cancel(payment)))
                    .toList();
            calls.get(count / 4).get();
            dayComes(bank, payer);
            for (Future<Answer> call : calls) {
                answers.add(call.get());
            }
        }
        int cancelled = 0;
        for (int i = 0; i < count; i++) {
            boolean won = answers.get(i).status() == 200;
            if (!won) {
                assertLate(answers.get(i));
            }
            assertThat(awaitFinal(payments.get(i)).path("state").asString()).isEqualTo(won ? "CANCELLED" : "SETTLED");
            cancelled += won ? 1 : 0;
        }
        assertThat(cancelled).isPositive();
        assertThat(bank.balance(number(payer)).path("total").asLong()).isEqualTo(cancelled * 100L);
    }

    @Test
    void aRestartLosesAndDoublesNothing() {
        JsonNode payer = payer(100_00);
        JsonNode due = scheduled(payer, 10_00, tomorrow());
        bank.stop();
        bank.start();
        assertThat(state(due)).isEqualTo("SCHEDULED");
        dayComes(bank, payer);
        JsonNode later = scheduled(payer, 20_00, tomorrow());
        bank.stop();
        bank.start();
        bank.awaitState(path(due), "SETTLED");
        assertThat(state(later)).isEqualTo("SCHEDULED");
        assertThat(bank.balance(number(payer)).path("total").asLong()).isEqualTo(90_00);
        assertThat(cancel(later).status()).isEqualTo(200);
    }

    /// The day begins while the bank is down, and so comes the money: it reads the ledger before it says no.
    @Test
    void moneyThatCameWhileTheBankWasDownCounts() {
        JsonNode payer = bank.openWallet("Gets It In The Night", 2);
        JsonNode from = other.openWallet("Pays In The Night", 2);
        other.fund(from, 100_00);
        JsonNode payment = scheduled(payer, 60_00, tomorrow());
        bank.stop();
        dayComes(bank, payer);
        for (int i = 0; i < 6; i++) {
            Answer paid = other.pay(number(from), payer.path("address").asString(), 10_00, "night-" + i);
            assertThat(paid.status()).as(paid.body()).isEqualTo(202);
            other.awaitState(path(paid.json()), "SETTLED");
        }
        bank.start();
        assertThat(awaitFinal(payment).path("state").asString()).isEqualTo("SETTLED");
    }

    private static Party party(String name, String iban) {
        return new Party(Optional.of(name), Optional.of(new Iban(iban)), Optional.empty(), Optional.empty());
    }

    private TransferFile.TransferBatch batch(String id, JsonNode from, LocalDate day, long... amounts) {
        List<TransferFile.Transfer> transfers = new ArrayList<>();
        for (long amount : amounts) {
            transfers.add(new TransferFile.Transfer(
                    id + "-" + transfers.size(),
                    Optional.empty(),
                    amount,
                    party("Paid Later", iban(payee)),
                    Optional.empty()));
        }
        return new TransferFile.TransferBatch(id, party("Pays Later", iban(from)), day, transfers);
    }

    private static String file(String id, TransferFile.TransferBatch... batches) {
        return new String(
                new TransferFileWriter()
                        .write(new TransferFile(
                                id, OffsetDateTime.now(ZoneOffset.UTC).withNano(0), "Employer", FLN, List.of(batches))),
                StandardCharsets.UTF_8);
    }

    private JsonNode upload(String xml) {
        Answer answer = bank.send(bank.request("/v1/payment-files")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofString(xml))
                .build());
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json();
    }

    private Map<String, Integer> awaitStates(JsonNode file, Map<String, Integer> states) {
        String path = "/v1/payment-files/" + file.path("id").asString();
        return Awaitility.await(path + " " + states).atMost(PATIENCE).until(() -> states(path), states::equals);
    }

    private Map<String, Integer> states(String path) {
        Map<String, Integer> states = new HashMap<>();
        bank.get(path)
                .json()
                .path("states")
                .properties()
                .forEach(state -> states.put(state.getKey(), state.getValue().asInt()));
        return states;
    }

    private String report(JsonNode file) {
        return bank.get("/v1/payment-files/" + file.path("id").asString() + "/status-report?format=pain.002")
                .body();
    }

    /// Each block of a file has its own day: one is paid, one waits, a date with time waits too, and one is refused.
    @Test
    void eachBlockOfAFileIsPaidOnItsDay() {
        JsonNode payer = payer(100_00);
        LocalDate later = today().plusDays(3);
        String xml = file(
                        "SCHED-FILE",
                        batch("NOW", payer, today(), 1_00),
                        batch("LATER", payer, later, 2_00, 90_00, 50_00),
                        batch("TIMED", payer, tomorrow(), 3_00),
                        batch("FAR", payer, today().plusDays(AHEAD_MAX + 1), 4_00))
                .replace("<Dt>" + tomorrow() + "</Dt>", "<DtTm>" + tomorrow() + "T15:00:00Z</DtTm>");
        assertThat(xml).contains("DtTm>");

        JsonNode file = upload(xml);

        assertThat(file.path("accepted").asInt()).isEqualTo(5);
        JsonNode lines = file.path("results");
        assertThat(lines.get(0).path("executionDate").isNull()).isTrue();
        assertThat(lines.get(1).path("executionDate").asString()).isEqualTo(later.toString());
        assertThat(lines.get(4).path("executionDate").asString())
                .isEqualTo(tomorrow().toString());
        assertThat(lines.get(5).path("code").asString()).isEqualTo("execution-date-ahead");
        assertThat(lines.get(5).path("reason").asString()).isEqualTo("DT01");
        awaitStates(file, Map.of("SETTLED", 1, "SCHEDULED", 4));
        assertThat(report(file).split("<TxSts>PDNG</TxSts>", -1)).hasSize(1 + 4);
        assertThat(report(file)).contains("<Cd>DT01</Cd>");

        dayComes(bank, payer);

        awaitStates(file, Map.of("SETTLED", 4, "REJECTED", 1));
        assertThat(report(file).split("<TxSts>ACSC</TxSts>", -1)).hasSize(1 + 4);
        assertThat(report(file)).contains("<Cd>AM04</Cd>", "insufficient-funds");
        assertThat(bank.balance(number(payer)).path("total").asLong()).isEqualTo(100_00 - 96_00);
    }

    @Test
    void ofAFileWhatWaitsIsCancelled() {
        JsonNode payer = payer(100_00);
        JsonNode file = upload(
                file("SCHED-CANCEL", batch("A", payer, today(), 1_00), batch("B", payer, tomorrow(), 2_00, 3_00)));
        awaitStates(file, Map.of("SETTLED", 1, "SCHEDULED", 2));
        String path = "/v1/payment-files/" + file.path("id").asString();
        for (int time = 0; time < 2; time++) {
            Answer answer = bank.send(bank.request(path + "/cancellation")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build());
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json().path("states").path("CANCELLED").asInt()).isEqualTo(2);
        }
        assertThat(report(file).split("<Cd>DS02</Cd>", -1)).hasSize(1 + 2);
        assertThat(report(file)).contains("<GrpSts>PART</GrpSts>");

        JsonNode paid = upload(file("SCHED-PAID", batch("A", payer, today(), 1_00)));
        assertLate(bank.send(bank.request("/v1/payment-files/" + paid.path("id").asString() + "/cancellation")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build()));
        assertThat(bank.send(bank.request("/v1/payment-files/" + UUID.randomUUID() + "/cancellation")
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build())
                        .status())
                .isEqualTo(404);
        assertThat(bank.balance(number(payer)).path("total").asLong()).isGreaterThanOrEqualTo(98_00);
    }
}
