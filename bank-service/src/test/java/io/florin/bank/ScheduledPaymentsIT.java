package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import java.net.http.HttpRequest;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// Payments of later days over the API: ordered, cancelled and made on their day.
class ScheduledPaymentsIT extends LaterPayments {

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

    private Answer cancel(JsonNode payment) {
        return bank.send(bank.request(path(payment) + "/cancellation")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    private String state(JsonNode payment) {
        return bank.get(path(payment)).json().path("state").asString();
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
}
