package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.TestBed;
import io.florin.testkit.Patience;
import io.florin.wallet.keys.WalletSeed;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Many orders in one request are what they would be one by one.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentBatchesIT {
    private static final Duration PATIENCE = Patience.LIMIT;

    private BankUnderTest bank;
    private JsonNode anna;
    private JsonNode bert;

    @BeforeAll
    void start(TestBed.Banks banks) {
        bank = banks.bank();
        anna = bank.openWallet("Anna Batch", 2);
        bert = bank.openWallet("Bert Batch", 2);
        bank.fund(anna, 100_00);
        bank.fund(bert, 100_00);
    }

    private static Map<String, Object> order(JsonNode from, String to, long amount) {
        return new HashMap<>(BankUnderTest.payment(from.path("number").asLong(), to, amount));
    }

    private static Map<String, Object> order(JsonNode from, JsonNode to, long amount) {
        return order(from, to.path("iban").asString(), amount);
    }

    private Answer batch(String key, List<Map<String, Object>> orders) {
        return bank.post("/v1/payments/batches", key, Map.of("orders", orders));
    }

    private static List<String> codes(Answer answer) {
        return StreamSupport.stream(answer.json().path("results").spliterator(), false)
                .map(result -> result.path("code").asString())
                .toList();
    }

    private long available(JsonNode wallet) {
        return bank.balance(wallet.path("number").asLong()).path("available").asLong();
    }

    /// Until the payments of other tests are settled.
    private void awaitNothingLocked() {
        for (JsonNode wallet : List.of(anna, bert)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> bank.balance(wallet.path("number").asLong())
                                    .path("locked")
                                    .asLong()
                            == 0);
        }
    }

    @Test
    void eachOrderIsAcceptedOrRefusedOnItsOwn() {
        awaitNothingLocked();
        long before = available(anna) + available(bert);
        String uetr = UUID.randomUUID().toString();
        Map<String, Object> named = order(bert, anna, 1_00);
        named.put("uetr", uetr);
        Map<String, Object> otherMoney = order(anna, bert, 1_00);
        otherMoney.put("currency", "EUR");
        List<Map<String, Object>> orders = List.of(
                order(anna, bert, 1_00),
                named,
                order(anna, bert, 5_000_00),
                order(anna, "XF0000000000000000", 1_00),
                otherMoney,
                order(anna, anna, 1_00),
                named,
                order(bert, anna, 2_00));

        Answer answer = batch("batch-1", orders);

        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(codes(answer))
                .containsExactly(
                        "",
                        "",
                        "insufficient-funds",
                        "unknown-account",
                        "unsupported-currency",
                        "payee-is-payer",
                        "duplicate-uetr",
                        "");
        assertThat(answer.json().path("accepted").asInt()).isEqualTo(3);
        JsonNode results = answer.json().path("results");
        assertThat(results.get(1).path("uetr").asString()).isEqualTo(uetr);
        assertThat(results.get(2).path("id").isNull()).isTrue();
        assertThat(results.get(2).path("detail").asString()).isNotEmpty();
        for (int accepted : List.of(0, 1, 7)) {
            bank.awaitState("/v1/payments/" + results.get(accepted).path("id").asString(), "SETTLED");
        }
        assertThat(available(anna) + available(bert)).isEqualTo(before);

        Answer again = batch("batch-1", orders);
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(answer.body());
        assertThat(batch("batch-1", orders.subList(0, 1)).json().path("code").asString())
                .isEqualTo("idempotency-key-reused");
    }

    @Test
    void whatCannotBeReadRefusesTheBatchAndNothingOfItIsAccepted() {
        long before = available(anna);
        List<Map<String, Object>> orders = List.of(order(anna, bert, 1_00), order(anna, bert, 0));

        Answer answer = batch("batch-2", orders);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("/orders/1/amount");
        assertThat(available(anna)).isEqualTo(before);
        assertThat(batch("batch-3", List.of()).status()).isEqualTo(400);
        assertThat(batch("batch-4", Collections.nCopies(1_001, order(anna, bert, 1)))
                        .status())
                .isEqualTo(400);
    }

    /// As many as may come, each as long as it may be, in characters of two bytes.
    @Test
    void theLargestBatchIsTaken() {
        String longest = "é".repeat(140);
        Map<String, Object> order = order(anna, longest, 1);
        order.put("payee", Map.of("name", longest, "account", longest));
        order.put("endToEndId", "é".repeat(35));
        order.put("remittance", longest);
        order.put("uetr", UUID.randomUUID().toString());
        order.put("executionDate", "2026-08-31");

        Answer answer = batch("batch-5", Collections.nCopies(1_000, order));

        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(codes(answer)).hasSize(1_000).containsOnly("unknown-account");
    }

    /// A batch holds all its wallets before it takes the one lock of all self-held payees, for which others wait who
    /// hold one of the wallets.
    @Test
    void acceptancesOfTheSameWalletsWaitForEachOtherInNoCircle() {
        JsonNode self = bank.openSelfHeldWallet("Carla Batch", 2, WalletSeed.of(new byte[WalletSeed.SIZE]));
        List<Map<String, Object>> lowerFirst = List.of(order(anna, self, 1), order(bert, anna, 1));
        List<Map<String, Object>> higherFirst = List.of(order(bert, self, 1), order(anna, bert, 1));
        List<Map<String, Object>> higherAlone = List.of(order(bert, self, 1));

        List<Answer> answers = atOnce("circle-", List.of(lowerFirst, higherFirst, higherAlone, higherAlone));

        assertThat(answers)
                .allSatisfy(
                        answer -> assertThat(codes(answer)).as(answer.body()).containsOnly(""));
    }

    /// Each of the two is accepted once, and no batch of other wallets fails because it holds what another one asks
    /// for.
    @Test
    void batchesThatNameTheSameUetrsCrosswiseAreAnswered() {
        JsonNode carl = bank.openWallet("Carl Batch", 2);
        JsonNode dora = bank.openWallet("Dora Batch", 2);
        bank.fund(carl, 1_00);
        bank.fund(dora, 1_00);
        String one = UUID.randomUUID().toString();
        String other = UUID.randomUUID().toString();

        List<Answer> answers = atOnce(
                "crosswise-",
                List.of(
                        List.of(named(anna, bert, one), named(bert, anna, other)),
                        List.of(named(carl, dora, other), named(dora, carl, one))));

        assertThat(answers.stream().flatMap(answer -> codes(answer).stream()))
                .as(answers.toString())
                .containsOnly("", "duplicate-uetr")
                .filteredOn(String::isEmpty)
                .hasSize(2);
    }

    private static Map<String, Object> named(JsonNode from, JsonNode to, String uetr) {
        Map<String, Object> order = order(from, to, 1);
        order.put("uetr", uetr);
        return order;
    }

    /// Each of them five times.
    private List<Answer> atOnce(String key, List<List<Map<String, Object>>> batches) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = IntStream.range(0, 5 * batches.size())
                    .mapToObj(i -> threads.submit(() -> batch(key + i, batches.get(i % batches.size()))))
                    .toList();
            return answers.stream().map(PaymentBatchesIT::answered).toList();
        }
    }

    private static Answer answered(Future<Answer> asked) {
        try {
            Answer answer = asked.get();
            assertThat(answer.status()).as(answer.body()).isEqualTo(202);
            return answer;
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
