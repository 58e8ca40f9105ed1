package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.testkit.Patience;
import io.florin.wallet.address.WalletAddress;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One bank, from a customer at the counter to a payment's final state, through refusals, lost answers and restarts.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BankPaymentsIT {

    private static final Duration PATIENCE = Patience.LIMIT;

    private FakeNetwork network;
    private BankUnderTest bank;
    private BankUnderTest other;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        other = banks.other();
    }

    @AfterEach
    void faultsEnd() {
        network.ledger().runs(true);
        network.ledger().abortNext(0);
        network.ledger().loseNext(0);
        network.ledger().loseAnswersOfNext(0);
        network.ledger().refuseNext(0, "");
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    private static String id(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json().path("id").asString();
    }

    private JsonNode settled(Answer answer) {
        return bank.awaitState("/v1/payments/" + id(answer), "SETTLED");
    }

    private long onLedger(JsonNode wallet) {
        OwnerKey owner = WalletAddress.parse(wallet.path("address").asString()).owner();
        return network.ledger().sumOf(owner);
    }

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

    @Test
    void fundingNeedsADepositAndRespectsTheHoldingLimit() {
        JsonNode anna = bank.openWallet("Anna Poor", 1);
        String path = "/v1/wallets/" + number(anna) + "/fundings";
        Answer refused = bank.post(path, "f1", Map.of("amount", 10_00));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("code").asString()).isEqualTo("insufficient-deposit");
        Answer again = bank.post(path, "f1", Map.of("amount", 10_00));
        assertThat(again.status()).isEqualTo(422);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(refused.body());

        bank.post("/v1/customers/" + anna.path("customer").asString() + "/deposit", Map.of("amount", 5_000_00));
        Answer tooMuch = bank.post(path, Map.of("amount", 2_000_01));
        assertThat(tooMuch.json().path("code").asString()).isEqualTo("holding-limit-exceeded");
    }

    @Test
    void oneKeyOnePayment() throws Exception {
        JsonNode anna = bank.openWallet("Anna Once", 2);
        JsonNode bert = bank.openWallet("Bert Once", 2);
        bank.fund(anna, 100_00);
        String account = iban(bert);

        Answer first = bank.pay(number(anna), account, 10_00, "once");
        Answer replay = bank.pay(number(anna), account, 10_00, "once");
        Answer other = bank.pay(number(anna), account, 11_00, "once");
        Answer missing = bank.post("/v1/payments", null, BankUnderTest.payment(number(anna), account, 10_00));

        assertThat(first.replayed()).isFalse();
        assertThat(replay.status()).isEqualTo(202);
        assertThat(replay.replayed()).isTrue();
        assertThat(replay.body()).isEqualTo(first.body());
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.json().path("code").asString()).isEqualTo("idempotency-key-reused");
        assertThat(missing.status()).isEqualTo(400);

        List<Answer> race = inParallel(8, _ -> bank.pay(number(anna), account, 5_00, "race"));
        assertThat(race).extracting(Answer::status).isSubsetOf(202, 409).contains(202);
        assertThat(race.stream().filter(answer -> answer.status() == 202 && !answer.replayed()))
                .hasSize(1);
        settled(first);
        settled(bank.pay(number(anna), account, 5_00, "race"));
        assertThat(onLedger(bert)).isEqualTo(15_00);
    }

    @Test
    void theSameMoneyIsNotPromisedTwice() throws Exception {
        JsonNode anna = bank.openWallet("Anna Twice", 2);
        JsonNode bert = bank.openWallet("Bert Twice", 2);
        bank.fund(anna, 100_00);

        List<Answer> answers =
                inParallel(12, i -> bank.pay(number(anna), iban(bert), 40_00, UUID.randomUUID() + "-" + i));

        assertThat(answers.stream().filter(answer -> answer.status() == 202)).hasSize(2);
        assertThat(answers.stream().filter(answer -> answer.status() == 422))
                .hasSize(10)
                .allMatch(answer -> answer.json().path("code").asString().equals("insufficient-funds"));
        answers.stream().filter(answer -> answer.status() == 202).forEach(this::settled);
        assertThat(onLedger(anna)).isEqualTo(20_00);
    }

    @Test
    void refusalsHaveCodes() {
        JsonNode anna = bank.openWallet("Anna Limits", 1);
        JsonNode bert = bank.openWallet("Bert Limits", 2);
        assertThat(code(bank.pay(number(anna), iban(bert), 500_01, "r1"))).isEqualTo("payment-limit-exceeded");
        assertThat(code(bank.pay(number(anna), iban(bert), 1, "r2"))).isEqualTo("insufficient-funds");
        assertThat(code(bank.pay(number(anna), iban(anna), 1, "r3"))).isEqualTo("payee-is-payer");
        assertThat(code(bank.pay(999_999, iban(bert), 1, "r4"))).isEqualTo("unknown-wallet");
        assertThat(code(bank.pay(number(anna), "XF00", 1, "r5"))).isEqualTo("unknown-account");
        for (String field : List.of("wallet", "currency", "amount", "payee")) {
            Map<String, Object> without = new HashMap<>(BankUnderTest.payment(number(anna), iban(bert), 1));
            without.remove(field);
            assertThat(bank.post("/v1/payments", without).status()).as(field).isEqualTo(400);
        }
        for (String text : List.of("\0", "\1", "\uFFFE", "a\nb")) {
            Map<String, Object> strange = new HashMap<>(BankUnderTest.payment(number(anna), iban(bert), 1));
            strange.put("endToEndId", text);
            assertThat(bank.post("/v1/payments", strange).status()).as(text).isEqualTo(400);
        }
        assertThat(bank.get("/v1/customers/" + UUID.randomUUID() + "/deposit").status())
                .isEqualTo(404);
    }

    private static String code(Answer answer) {
        assertThat(answer.status()).isEqualTo(422);
        return answer.json().path("code").asString();
    }

    @Test
    void othersGetNothing() {
        String path = "/v1/customers";
        assertThat(bank.send(HttpRequest.newBuilder(bank.uri(path)).build()).status())
                .isEqualTo(401);
        assertThat(withToken(path, network.issuer().tokenAt("bank-2", "shop", "bank-api")))
                .isEqualTo(403);
        assertThat(withToken(path, network.issuer().tokenAt("bank-1", "shop", "registration-officer")))
                .isEqualTo(403);
        assertThat(withToken(path, network.issuer().tokenAt("bank-1", "clerk", "bank-clerk")))
                .isEqualTo(200);
        assertThat(bank.get("/actuator/health/ready").status()).isEqualTo(200);
        assertThat(bank.get("/v1/nothing").status()).isEqualTo(404);
    }

    @Test
    void customersAreListedPageByPage() {
        for (int i = 0; i < 5; i++) {
            bank.openWallet("Page " + i, 2);
        }
        Answer whole = bank.get("/v1/customers");
        assertThat(whole.headers()).doesNotContainKey("link");
        List<JsonNode> all = new ArrayList<>();
        whole.json().forEach(all::add);
        List<JsonNode> paged = new ArrayList<>();
        String next = "/v1/customers?limit=2";
        while (!next.isEmpty()) {
            Answer page = bank.get(next);
            assertThat(page.json().size()).isBetween(1, 2);
            page.json().forEach(paged::add);
            String link = String.join("", page.headers().getOrDefault("link", List.of("")));
            next = link.isEmpty() ? "" : link.substring(1, link.indexOf(">; rel=\"next\""));
        }
        assertThat(paged).hasSizeGreaterThanOrEqualTo(5).containsExactlyElementsOf(all);
        assertThat(paged.getLast().path("wallets").size()).isEqualTo(1);
        assertThat(bank.get("/v1/customers?cursor=abcd").status()).isEqualTo(400);
        assertThat(bank.get("/v1/customers?limit=501").status()).isEqualTo(400);
    }

    private int withToken(String path, String token) {
        return bank.send(HttpRequest.newBuilder(bank.uri(path))
                        .header("Authorization", "Bearer " + token)
                        .build())
                .status();
    }

    @Test
    void anAbortedPaymentIsMadeAgainAndAgainButNotForEver() {
        JsonNode anna = bank.openWallet("Anna Abort", 2);
        JsonNode bert = bank.openWallet("Bert Abort", 2);
        bank.fund(anna, 100_00);

        network.ledger().abortNext(2);
        settled(bank.pay(number(anna), iban(bert), 10_00, "abort-1"));
        assertThat(onLedger(bert)).isEqualTo(10_00);

        network.ledger().abortNext(1_000);
        String id = id(bank.pay(number(anna), iban(bert), 10_00, "abort-2"));
        JsonNode rejected = bank.awaitState("/v1/payments/" + id, "REJECTED");
        assertThat(rejected.path("reason").asString()).isEqualTo("aborted-read-conflict");
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(90_00);
    }

    @Test
    void aPaymentThatExpiresIsMadeAgain() {
        JsonNode anna = bank.openWallet("Anna Late", 2);
        JsonNode bert = bank.openWallet("Bert Late", 2);
        bank.fund(anna, 100_00);
        network.ledger().loseNext(1);
        String id = id(bank.pay(number(anna), iban(bert), 10_00, "late"));
        bank.awaitState("/v1/payments/" + id, "SUBMITTED");
        network.ledger().runs(false);
        network.ledger().loseNext(1_000);
        network.ledger().cut(25);
        network.ledger().loseNext(0);
        network.ledger().runs(true);
        bank.awaitState("/v1/payments/" + id, "SETTLED");
        assertThat(onLedger(bert)).isEqualTo(10_00);
    }

    /// The endorser takes the payment, its answer is lost and the next answer is a refusal: the payment must not be
    /// made a second time beside the first.
    @Test
    void aRefusalAfterALostAnswerProvesNothing() {
        JsonNode anna = bank.openWallet("Anna Lost", 2);
        JsonNode bert = bank.openWallet("Bert Lost", 2);
        bank.fund(anna, 100_00);
        network.ledger().runs(false);
        network.ledger().loseAnswersOfNext(1);
        String id = id(bank.pay(number(anna), iban(bert), 10_00, "lost"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.get("/v1/payments/" + id)
                        .json()
                        .path("state")
                        .asString()
                        .equals("SUBMITTED"));
        network.ledger().refuseNext(2, "owner-suspended");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> network.ledger().submissionSizes().size() > 1);
        network.ledger().runs(true);
        bank.awaitState("/v1/payments/" + id, "SETTLED");
        assertThat(onLedger(bert)).isEqualTo(10_00);
    }

    @Test
    void aRefusalForGoodRejectsAndAPauseOfEndorsingDoesNot() {
        JsonNode anna = bank.openWallet("Anna Refused", 2);
        JsonNode bert = bank.openWallet("Bert Refused", 2);
        bank.fund(anna, 100_00);

        network.ledger().refuseNext(1, "owner-suspended");
        String refused = id(bank.pay(number(anna), iban(bert), 10_00, "ref-1"));
        assertThat(bank.awaitState("/v1/payments/" + refused, "REJECTED")
                        .path("reason")
                        .asString())
                .isEqualTo("owner-suspended");
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(100_00);

        network.ledger().refuseNext(3, "registration-not-current");
        settled(bank.pay(number(anna), iban(bert), 10_00, "ref-2"));
        assertThat(onLedger(bert)).isEqualTo(10_00);
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

    @Test
    void suspensionReachesTheBank() {
        JsonNode anna = other.openWallet("Anna Suspended", 2);
        JsonNode bert = other.openWallet("Bert Suspended", 2);
        network.registration().suspend(2, "wallet-" + number(anna));
        other.awaitState("/v1/wallets/" + number(anna), "SUSPENDED");
        assertThat(code(other.pay(number(anna), iban(bert), 1, "susp-1"))).isEqualTo("wallet-not-enrolled");
        assertThat(code(other.pay(number(bert), iban(anna), 1, "susp-2"))).isEqualTo("account-not-payable");
    }

    /// Stops and starts the bank while payments are everywhere on their way: once while blocks are cut, and once with a
    /// ledger that stands. Each ends in one final state and the sums are right.
    @Test
    void restartsLoseAndDoubleNothing() {
        JsonNode anna = bank.openWallet("Anna Restart", 2);
        JsonNode bert = bank.openWallet("Bert Restart", 2);
        bank.fund(anna, 1_000_00);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(id(bank.pay(number(anna), iban(bert), 2_00, "restart-" + i)));
        }
        bank.stop();
        bank.start();
        network.ledger().runs(false);
        for (int i = 10; i < 20; i++) {
            ids.add(id(bank.pay(number(anna), iban(bert), 2_00, "restart-" + i)));
        }
        bank.stop();
        network.ledger().runs(true);
        bank.start();
        for (int i = 0; i < 20; i++) {
            assertThat(bank.pay(number(anna), iban(bert), 2_00, "restart-" + i).replayed())
                    .isTrue();
        }
        ids.forEach(id -> bank.awaitState("/v1/payments/" + id, "SETTLED"));
        assertThat(onLedger(bert)).isEqualTo(40_00);
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(960_00);
        assertThat(bank.balance(number(anna)).path("locked").asLong()).isZero();
    }

    /// As the query of before could leave it: the payment is settled and its transaction counts as sent. It must not be
    /// paid again when it expires, nor hold up the block at which it does.
    @Test
    void aSettledPaymentWhoseTransactionIsLeftOpenStaysSettled() {
        JsonNode anna = bank.openWallet("Anna Leftover", 2);
        JsonNode bert = bank.openWallet("Bert Leftover", 2);
        bank.fund(anna, 100_00);
        String id = settled(bank.pay(number(anna), iban(bert), 2_00, "leftover"))
                .path("id")
                .asString();
        int opened = bank.bean(JdbcClient.class)
                .sql("update outgoing set state = 'SENT' where transaction_id = (select transaction_id from payment"
                        + " where id = ?)")
                .param(UUID.fromString(id))
                .update();
        assertThat(opened).isEqualTo(1);

        network.ledger().cut(FakeNetwork.EXPIRY_BLOCKS);

        settled(bank.pay(number(anna), iban(bert), 3_00, "leftover-next"));
        assertThat(bank.get("/v1/payments/" + id).json().path("state").asString())
                .isEqualTo("SETTLED");
        assertThat(onLedger(bert)).isEqualTo(5_00);
    }

    private interface Numbered {
        Answer call(int number) throws Exception;
    }

    private static List<Answer> inParallel(int count, Numbered call) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            List<Callable<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                calls.add(() -> call.call(number));
            }
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        }
    }
}
