package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Orders that a bank refuses or repeats: keys, money that is promised, limits, roles and standings.
class BankRefusalsIT extends ClearBanks {

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
    void suspensionReachesTheBank() {
        JsonNode anna = other.openWallet("Anna Suspended", 2);
        JsonNode bert = other.openWallet("Bert Suspended", 2);
        network.registration().suspend(2, "wallet-" + number(anna));
        other.awaitState("/v1/wallets/" + number(anna), "SUSPENDED");
        assertThat(code(other.pay(number(anna), iban(bert), 1, "susp-1"))).isEqualTo("wallet-not-enrolled");
        assertThat(code(other.pay(number(bert), iban(anna), 1, "susp-2"))).isEqualTo("account-not-payable");
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
