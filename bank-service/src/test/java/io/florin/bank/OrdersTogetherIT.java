package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.TestBed;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/// Orders that come one by one while others are being accepted are accepted together.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdersTogetherIT {
    private static final Duration PATIENCE = Patience.LIMIT;
    private static final int ORDERS = 20;

    private BankUnderTest bank;
    private JsonNode payee;

    @BeforeAll
    void start(TestBed.Banks banks) {
        bank = banks.bank();
        payee = bank.openWallet("Payee Together", 2);
    }

    private JsonNode funded(String name) {
        JsonNode wallet = bank.openWallet(name, 2);
        bank.fund(wallet, 1_000_00);
        return wallet;
    }

    private Answer pay(JsonNode payer, String iban, String key) {
        return bank.pay(payer.path("number").asLong(), iban, 1_00, key);
    }

    /// Two orders wait for their wallets, which is as many transactions as are made at a time; the others do not wait.
    @Test
    void whoWaitsForAWalletHoldsUpNobodyAndEachHasItsOwnAnswer() throws Exception {
        List<JsonNode> held = List.of(funded("Held One"), funded("Held Two"));
        JsonNode payer = funded("Payer Together");
        String iban = payee.path("iban").asString();
        JdbcClient jdbc = bank.bean(JdbcClient.class);
        List<Future<Answer>> before = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            new TransactionTemplate(bank.bean(PlatformTransactionManager.class)).executeWithoutResult(_ -> {
                for (int i = 0; i < held.size(); i++) {
                    JsonNode wallet = held.get(i);
                    String key = "together-held-" + i;
                    jdbc.sql("select number from wallet where number = ? for update")
                            .param(wallet.path("number").asLong())
                            .query(Long.class)
                            .single();
                    before.add(clients.submit(() -> pay(wallet, iban, key)));
                    awaitWaiting(jdbc, i + 1);
                }
                ids.addAll(accepted(clients, payer, iban));
                assertThat(before).noneMatch(Future::isDone);
            });
            for (Future<Answer> each : before) {
                assertThat(each.get().status()).isEqualTo(202);
            }
        }
        ids.forEach(id -> bank.awaitState("/v1/payments/" + id, "SETTLED"));
        assertThat(pay(payer, iban, "together-3").replayed()).isTrue();
        assertThat(pay(payer, payer.path("iban").asString(), "together-self").replayed())
                .isTrue();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.balance(payer.path("number").asLong())
                                .path("total")
                                .asLong()
                        == 1_000_00 - ORDERS * 1_00);
    }

    /// Orders at the same time, one of which is refused.
    ///
    /// @return payments
    private List<String> accepted(ExecutorService clients, JsonNode payer, String iban) {
        List<Future<Answer>> orders = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            String key = "together-" + i;
            orders.add(clients.submit(() -> pay(payer, iban, key)));
        }
        Future<Answer> self = clients.submit(() -> pay(payer, payer.path("iban").asString(), "together-self"));
        List<String> ids = new ArrayList<>();
        for (Future<Answer> order : orders) {
            Awaitility.await().atMost(PATIENCE).until(order::isDone);
            assertThat(order.resultNow().status()).as(order.resultNow().body()).isEqualTo(202);
            ids.add(order.resultNow().json().path("id").asString());
        }
        Awaitility.await().atMost(PATIENCE).until(self::isDone);
        assertThat(self.resultNow().status()).isEqualTo(422);
        assertThat(self.resultNow().json().path("code").asString()).isEqualTo("payee-is-payer");
        return ids;
    }

    private static void awaitWaiting(JdbcClient jdbc, int sessions) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> jdbc.sql("""
                    select count(*) from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock'
                    """).query(Integer.class).single() >= sessions);
    }
}
