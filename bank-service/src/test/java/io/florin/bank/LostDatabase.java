package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.WalletInfo;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// A bank loses its database and has no backup: what the seed, registration, endorsers and the ledger know comes back,
/// and nothing is paid before it is clear what was on its way, and whose it is.
final class LostDatabase {

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final String RECOVERY = "--florin.bank.recovery.from-registration=true";

    private final FakeNetwork network;
    private final BankUnderTest bank;
    private final int participant;

    private LostDatabase(FakeNetwork network, BankUnderTest bank) {
        this.network = network;
        this.bank = bank;
        this.participant = Integer.parseInt(bank.participant().substring("bank-".length()));
    }

    static void assertRebuilt(FakeNetwork network, BankUnderTest bank) {
        new LostDatabase(network, bank).assertRebuilt(bank::loseDatabase);
    }

    /// With all that a bank does not do before it is told to.
    ///
    /// @param stopped is run while the bank is stopped and has its database still
    static void assertRebuiltOnOrder(FakeNetwork network, BankUnderTest bank, Runnable stopped) {
        LostDatabase lost = new LostDatabase(network, bank);
        lost.assertRebuilt(() -> {
            bank.stop();
            stopped.run();
            bank.loseDatabase();
            lost.assertNothingHappensByItself();
        });
    }

    /// @param lose leaves a stopped bank with an empty database
    private void assertRebuilt(Runnable lose) {
        JsonNode anna = bank.openWallet("Anna Lost", 3);
        JsonNode carl = bank.openWallet("Carl Lost", 3);
        JsonNode bert = bank.openWallet("Bert Lost", 3);
        bank.fund(anna, 50_00);
        settled(bank.pay(number(anna), iban(bert), 15_00, UUID.randomUUID().toString()));
        awaitTotal(bert, 15_00);
        network.registration().suspend(participant, "wallet-" + number(bert));
        bank.awaitState("/v1/wallets/" + number(bert), "SUSPENDED");
        awaitQuiet();
        Map<Long, Long> before = totals();
        assertThat(before).containsEntry(number(anna), 35_00L).doesNotContainKey(number(bert));
        List<String> entries = entries(anna);
        assertThat(entries).hasSize(2);

        lose.run();
        assertNothingHappensWhileRegistrationHasNotDecided(number(bert) + 1);
        Awaitility.await().atMost(PATIENCE).until(() -> totals().equals(before));
        assertThat(entries(anna)).as("each in its block").isEqualTo(entries);

        assertNothingIsPaidTooEarly(anna, carl);
        String customer = customer("Anna Lost");
        network.registration().reinstate(participant, "wallet-" + number(bert));
        bank.awaitState("/v1/wallets/" + number(bert), "ENROLLED");
        awaitTotal(bert, 15_00);
        settled(bank.pay(number(anna), iban(bert), 5_00, UUID.randomUUID().toString()));
        awaitTotal(bert, 20_00);
        awaitTotal(anna, 30_00);
        JsonNode fresh = bank.post("/v1/customers/" + customer + "/wallets", Map.of("tier", 3))
                .json();
        bank.awaitState("/v1/wallets/" + number(fresh), "ENROLLED");
        assertThat(number(fresh)).as("no number is given twice").isGreaterThan(number(bert) + 1);
    }

    /// A bank whose database is empty is not taken for a new one.
    private void assertNothingHappensByItself() {
        bank.start();
        Awaitility.await().atMost(PATIENCE).until(() -> bank.fails("enrollmentLoop"));
        assertThat(bank.get("/v1/wallets/0").status()).isEqualTo(404);
        assertThat(block()).isZero();
        assertThat(bank.post("/v1/customers/" + customer("Eve Early") + "/wallets", Map.of("tier", 3))
                        .status())
                .as("no number is given whose key is somebody's")
                .isEqualTo(503);
        bank.stop();
    }

    /// With a third committer that is gone for ever.
    private void assertNothingHappensWhileRegistrationHasNotDecided(long number) {
        network.registration().pending(participant, "wallet-" + number);
        bank.start(
                RECOVERY,
                "--florin.endpoints.committers[2].id=3",
                "--florin.endpoints.committers[2].api=http://127.0.0.1:1",
                "--florin.bank.recovery.without-committers=3");
        Awaitility.await().atMost(PATIENCE).until(() -> bank.fails("enrollmentLoop"));
        assertThat(bank.get("/v1/wallets/0").status()).isEqualTo(404);
        assertThat(block()).isZero();
        network.registration().refuse(participant, "wallet-" + number);
        bank.awaitState("/v1/wallets/0", "ENROLLED");
    }

    private void assertNothingIsPaidTooEarly(JsonNode anna, JsonNode carl) {
        assertThat(bank.pay(number(anna), iban(carl), 1, UUID.randomUUID().toString())
                        .body())
                .contains("bank-recovering");
        assertThat(bank.post("/v1/supply-orders", Map.of("direction", "WITHDRAWAL", "amount", 1))
                        .body())
                .contains("bank-recovering");
        long head = closedUntilTheLastExpiry();
        network.ledger().cut((int) (head - network.ledger().head().number()) - 1);
        long last = network.ledger().head().number();
        Awaitility.await().atMost(PATIENCE).until(() -> block() >= last);
        assertThat(bank.pay(number(anna), iban(carl), 1, UUID.randomUUID().toString())
                        .body())
                .contains("bank-recovering");
        network.ledger().cut(1);
        Awaitility.await().atMost(PATIENCE).until(() -> block() >= head);
        assertThat(bank.pay(number(anna), iban(carl), 1, UUID.randomUUID().toString())
                        .body())
                .contains("holder-not-known");
        assertThat(bank.post("/v1/wallets/" + number(anna) + "/defundings", Map.of("amount", 1))
                        .body())
                .contains("holder-not-known");
        assertThat(bank.get("/v1/wallets-without-holder?limit=500").body())
                .contains(iban(anna), iban(carl))
                .doesNotContain("\"number\":0,");

        String holder = "/v1/wallets/" + number(anna) + "/holder";
        assertThat(bank.post(holder, Map.of("customer", customer("Eve Lost"))).body())
                .contains("another-holder");
        assertThat(bank.post(holder, Map.of("customer", UUID.randomUUID())).status())
                .isEqualTo(404);
        JsonNode claimed =
                bank.post(holder, Map.of("customer", customer("Anna Lost"))).json();
        assertThat(claimed.path("customer").asString()).isNotEmpty();
        assertThat(bank.post(holder, Map.of("customer", customer("Anna Lost"))).body())
                .contains("holder-known");
    }

    /// By what the committer says that is furthest ahead.
    private long closedUntilTheLastExpiry() {
        long head = network.ledger().head().number() + FakeNetwork.BLOCKS_AHEAD;
        long until = jdbc().sql("select closed_until from recovery where head = ?")
                .param(head)
                .query(Long.class)
                .single();
        assertThat(until).isEqualTo(head + FakeNetwork.EXPIRY_BLOCKS);
        return until;
    }

    private String customer(String name) {
        return bank.post("/v1/customers", BankUnderTest.person(name))
                .json()
                .path("id")
                .asString();
    }

    private JdbcClient jdbc() {
        return bank.bean(JdbcClient.class);
    }

    private long block() {
        return jdbc().sql("select block from ledger_position").query(Long.class).single();
    }

    private void awaitQuiet() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> jdbc().sql("""
                    select (select count(*) from payment where state in ('ACCEPTED', 'SUBMITTED'))
                        + (select count(*) from outgoing where state <> 'FINAL')
                    """).query(Long.class).single() == 0);
    }

    /// Of wallets that stand: of the others the bank learns no enrollment id again before they are reinstated.
    private Map<Long, Long> totals() {
        Map<Long, Long> totals = new TreeMap<>();
        jdbc().sql("""
            select w.number, sum(t.value)::bigint as total from wallet w join token t on t.wallet = w.number
            where t.spent_block is null and w.state = 'ENROLLED' group by w.number
            """).query(row -> {
            totals.put(row.getLong("number"), row.getLong("total"));
        });
        return totals;
    }

    private List<String> entries(JsonNode wallet) {
        return jdbc().sql("select block || ' ' || amount from entry where wallet = ? order by block, amount")
                .param(number(wallet))
                .query(String.class)
                .list();
    }

    private void settled(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        bank.awaitState("/v1/payments/" + answer.json().path("id").asString(), "SETTLED");
    }

    private void awaitTotal(JsonNode wallet, long amount) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.balance(number(wallet)).path("total").asLong() == amount);
    }

    private static long number(JsonNode wallet) {
        assertThat(wallet.path("number").asLong()).isGreaterThan(WalletInfo.TREASURY);
        return wallet.path("number").asLong();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }
}
