package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.ledger.Amount;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One bank, from a customer at the counter to a payment's final state.
class BankPaymentsIT extends ClearBanks {

    @Test
    void aCustomerPaysAnother() {
        JsonNode anna = bank.openWallet("Anna Alder", 2);
        JsonNode bert = bank.openWallet("Bert Birch", 2);
        bank.fund(anna, 100_00);

        JsonNode payment = settled(bank.pay(number(anna), iban(bert), 30_00, "pay-1"));

        assertThat(payment.path("block").asLong()).isPositive();
        assertThat(payment.path("transactionId").asString()).hasSize(64);
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(70_00);
        assertThat(bank.balance(number(bert)).path("total").asLong()).isEqualTo(30_00);
        assertThat(onLedger(anna)).isEqualTo(70_00);
        assertThat(onLedger(bert)).isEqualTo(30_00);
        assertThat(bank.get("/v1/payments?key=pay-1").json().get(0).path("id").asString())
                .isEqualTo(payment.path("id").asString());
    }

    /// A request's trace id is that of its submission, and of everything that is told of the payment.
    @Test
    void oneTraceFromTheRequestToTheEndorsers() {
        JsonNode anna = bank.openWallet("Anna Trace", 2);
        JsonNode bert = bank.openWallet("Bert Trace", 2);
        bank.fund(anna, 100_00);
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        Answer answer = bank.send(bank.request("/v1/payments")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "trace-1")
                .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                .POST(HttpRequest.BodyPublishers.ofString(
                        new JsonMapper().writeValueAsString(BankUnderTest.payment(number(anna), iban(bert), 10_00))))
                .build());
        assertThat(answer.json().path("traceId").asString()).isEqualTo(trace);

        JsonNode payment = settled(answer);

        assertThat(payment.path("traceId").asString()).isEqualTo(trace);
        assertThat(payment.path("submissionTraceId").asString()).isEqualTo(trace);
        assertThat(network.ledger().tracesOf(payment.path("transactionId").asString()))
                .containsExactly(trace);
        try (Browser clerk = bank.browser("carla", "bank-1", "bank-clerk")) {
            assertThat(clerk.get("/console/payments/" + payment.path("id").asString())
                            .body())
                    .contains(trace);
        }
    }

    /// A submission that carries payments of two requests has a trace of its own, and each payment tells both.
    @Test
    void aBatchOfSeveralRequestsHasATraceOfItsOwn() {
        JsonNode anna = bank.openWallet("Anna Batch", 2);
        JsonNode bert = bank.openWallet("Bert Batch", 2);
        bank.fund(anna, 100_00);
        bank.fund(bert, 100_00);
        List<String> traces = List.of("a".repeat(32), "b".repeat(32));
        List<UUID> ids = new ArrayList<>();
        new TransactionTemplate(bank.bean(PlatformTransactionManager.class)).executeWithoutResult(_ -> {
            ids.add(accept(order(anna, bert, 1_00), traces.getFirst()));
            ids.add(accept(order(bert, anna, 2_00), traces.getLast()));
        });
        List<JsonNode> payments = ids.stream()
                .map(id -> bank.awaitState("/v1/payments/" + id, "SETTLED"))
                .toList();

        assertThat(payments)
                .extracting(payment -> payment.path("traceId").asString())
                .isEqualTo(traces);
        String batch = payments.getFirst().path("submissionTraceId").asString();
        assertThat(batch).matches("[0-9a-f]{32}").isNotIn(traces);
        assertThat(payments)
                .allMatch(
                        payment -> payment.path("submissionTraceId").asString().equals(batch))
                .allMatch(payment -> network.ledger()
                        .tracesOf(payment.path("transactionId").asString())
                        .equals(List.of(batch)));
    }

    private UUID accept(PaymentOrder order, String trace) {
        return switch (bank.bean(PaymentService.class).accept(order, trace)) {
            case PaymentService.Acceptance.Accepted(var payment) -> payment.id();
            case PaymentService.Acceptance.Refused refused -> throw new AssertionError(refused);
        };
    }

    private static PaymentOrder order(JsonNode payer, JsonNode payee, long amount) {
        return new PaymentOrder(
                number(payer),
                PayTo.parse(payee.path("address").asString()),
                "Payee",
                iban(payee),
                Amount.of(amount),
                "E",
                "",
                "",
                PaymentOrder.Purpose.PAYMENT,
                null,
                null);
    }

    @Test
    void moneyGoesBackToTheDeposit() {
        JsonNode anna = bank.openWallet("Anna Back", 2);
        bank.fund(anna, 50_00);
        String deposit = "/v1/customers/" + anna.path("customer").asString() + "/deposit";
        assertThat(bank.get(deposit).json().path("balance").asLong()).isZero();

        settled(bank.post("/v1/wallets/" + number(anna) + "/defundings", Map.of("amount", 20_00)));

        assertThat(bank.get(deposit).json().path("balance").asLong()).isEqualTo(20_00);
        assertThat(onLedger(anna)).isEqualTo(30_00);
    }

    /// Basic wallets may hold 2,000.00 and pay 500.00 at once: the excess goes to the deposit in parts.
    @Test
    void whatACustodialWalletMayNotHoldGoesToItsDeposit() {
        JsonNode anna = bank.openWallet("Anna Sender", 2);
        JsonNode bert = bank.openWallet("Bert Basic", 1);
        bank.fund(anna, 5_000_00);
        bank.fund(bert, 1_500_00);
        settled(bank.pay(number(anna), iban(bert), 1_700_00, "over-1"));
        String deposit = "/v1/customers/" + bert.path("customer").asString() + "/deposit";
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.get(deposit).json().path("balance").asLong() == 1_200_00);
        assertThat(onLedger(bert)).isEqualTo(2_000_00);
        assertThat(bank.get("/v1/wallets/" + number(bert) + "/entries").body())
                .contains("\"amount\":-50000", "\"amount\":-20000");
        settled(bank.pay(number(anna), iban(bert), 1, "over-2"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.get(deposit).json().path("balance").asLong() == 1_200_01);
        assertThat(onLedger(bert)).isEqualTo(2_000_00);
    }

    @Test
    void largePaymentsGetTheAuditorsApproval() {
        JsonNode anna = bank.openWallet("Anna Large", 3);
        JsonNode bert = bank.openWallet("Bert Large", 3);
        bank.fund(anna, 30_000_00);
        settled(bank.pay(number(anna), iban(bert), 20_000_00, "large"));
        assertThat(onLedger(bert)).isEqualTo(20_000_00);
    }

    @Test
    void redemptionTakesTokensOutOfCirculation() {
        bank.withdraw(500_00);
        long outstanding = network.ledger().outstanding();
        network.ledger().abortNext(1);
        Answer answer = bank.post("/v1/supply-orders", Map.of("direction", "REDEMPTION", "amount", 123_00));
        bank.awaitState("/v1/supply-orders/" + id(answer), "SETTLED");
        assertThat(network.ledger().outstanding()).isEqualTo(outstanding - 123_00);
        assertThat(bank.get("/v1/reserves").json().path("participant").asInt()).isEqualTo(1);
        Answer tooMuch = bank.post("/v1/supply-orders", Map.of("direction", "REDEMPTION", "amount", 900_000_000_00L));
        assertThat(code(tooMuch)).isEqualTo("insufficient-funds");
    }
}
