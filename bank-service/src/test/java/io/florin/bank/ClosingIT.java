package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.testkit.Patience;
import io.florin.wallet.keys.WalletSeed;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Wallets that are closed: what stands in the way, what becomes of money that comes meanwhile, and of answers and
/// processes that are lost.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClosingIT {

    /// An endorser without news of registration goes on for two seconds, and a transaction is good for 40 blocks.
    private static final Duration PATIENCE = Patience.LIMIT;

    private FakeNetwork network;
    private BankUnderTest bank;
    private BankUnderTest other;

    @BeforeAll
    void start(@TempDir Path directory) {
        network = new FakeNetwork(directory.resolve("network"));
        other = new BankUnderTest(network, 2, directory.resolve("bank-2"));
        bank = new BankUnderTest(
                network,
                1,
                directory.resolve("bank-1"),
                "--florin.endpoints.banks[0].id=2",
                "--florin.endpoints.banks[0].internal=" + other.internal());
    }

    @AfterEach
    void faultsEnd() {
        network.ledger().runs(true);
        network.registration().takesClosings(true);
        network.registration().loseClosingAnswers(0);
    }

    @AfterAll
    void stop() {
        bank.close();
        other.close();
        network.close();
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    private static String path(JsonNode wallet) {
        return "/v1/wallets/" + number(wallet);
    }

    private static String reference(JsonNode wallet) {
        return "wallet-" + number(wallet);
    }

    private static String code(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        return answer.json().path("code").asString();
    }

    private Answer close(JsonNode wallet) {
        return bank.post(path(wallet) + "/closing", Map.of());
    }

    private void ordered(JsonNode wallet) {
        Answer answer = close(wallet);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(answer.json().path("state").asString()).isEqualTo("CLOSING");
    }

    /// Blocks come meanwhile.
    private JsonNode awaitState(JsonNode wallet, String state) {
        return Awaitility.await(iban(wallet) + " is " + state)
                .atMost(PATIENCE)
                .until(
                        () -> {
                            network.ledger().cut(3);
                            return bank.get(path(wallet)).json();
                        },
                        found -> found.path("state").asString().equals(state));
    }

    private void settled(BankUnderTest of, Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        of.awaitState("/v1/payments/" + answer.json().path("id").asString(), "SETTLED");
    }

    /// What is in it, or on its way from it, is said; nothing is changed.
    @Test
    void onlyAnEmptyWalletIsClosed() {
        JsonNode anna = bank.openWallet("Anna Full", 2);
        JsonNode bert = bank.openWallet("Bert Full", 2);
        bank.fund(anna, 30_00);
        Answer full = close(anna);
        assertThat(code(full)).isEqualTo("wallet-not-empty");
        assertThat(full.json().path("detail").asString()).contains("30.00 FLN on the ledger");
        assertThat(full.json().path("money").asLong()).isEqualTo(30_00);

        network.ledger().runs(false);
        Answer payment = bank.pay(number(anna), iban(bert), 30_00, "closing-full");
        assertThat(close(anna).json().path("leaving").asLong()).isEqualTo(1);
        assertThat(close(bert).json().path("coming").asLong()).isEqualTo(1);
        network.ledger().runs(true);
        settled(bank, payment);
        assertThat(bank.get(path(anna)).json().path("state").asString()).isEqualTo("ENROLLED");

        assertThat(code(bank.post("/v1/wallets/0/closing", Map.of()))).isEqualTo("treasury-wallet");
        assertThat(bank.post("/v1/wallets/987654/closing", Map.of()).status()).isEqualTo(404);
        assertThat(bank.post(path(anna) + "/closing", Map.of("emptyByHolder", "perhaps"))
                        .status())
                .isEqualTo(400);
        assertThat(bank.get("/v1/wallets/987654/closings").status()).isEqualTo(404);
    }

    /// Killed and started again while it closes; each answer of registration is lost once. What is ordered twice is one
    /// closing, and the share is given back once.
    @Test
    void aClosingEndsOnceWhateverIsLost() {
        JsonNode anna = bank.openWallet("Anna Leaves", 2);
        JsonNode bert = bank.openWallet("Bert Stays", 2);
        bank.fund(anna, 10_00);
        bank.fund(bert, 10_00);
        settled(bank, bank.pay(number(anna), iban(bert), 10_00, "closing-out"));
        int before = network.registration().givenBack();

        network.registration().takesClosings(false);
        Answer first = bank.post(path(anna) + "/closing", "closing-once", Map.of());
        assertThat(first.json().path("state").asString()).as(first.body()).isEqualTo("CLOSING");
        assertThat(bank.post(path(anna) + "/closing", "closing-once", Map.of()).replayed())
                .isTrue();
        assertThat(close(anna).json()).as("ordered again").isEqualTo(first.json());
        assertThat(code(bank.pay(number(anna), iban(bert), 1, "closing-pays"))).isEqualTo("wallet-not-enrolled");
        assertThat(code(bank.pay(number(bert), iban(anna), 1, "closing-paid"))).isEqualTo("account-not-payable");
        bank.post("/v1/customers/" + anna.path("customer").asString() + "/deposit", Map.of("amount", 1_00));
        assertThat(code(bank.post(path(anna) + "/fundings", Map.of("amount", 1_00))))
                .isEqualTo("wallet-not-enrolled");
        bank.stop();
        bank.start();
        network.registration().loseClosingAnswers(1);
        network.registration().takesClosings(true);
        Awaitility.await("registration has begun").atMost(PATIENCE).until(() -> registered(anna, "CLOSING"));
        bank.stop();
        bank.start();
        network.registration().loseClosingAnswers(1);

        JsonNode closed = awaitState(anna, "CLOSED");
        assertThat(closed.path("holdingShare").asInt()).isZero();
        assertThat(registered(anna, "CLOSED")).isTrue();
        assertThat(network.registration().givenBack() - before).isEqualTo(10_000);
        assertThat(close(anna).json().path("state").asString()).isEqualTo("CLOSED");
        assertThat(bank.get(path(anna) + "/closings").json().size()).isEqualTo(1);
        assertThat(bank.get(path(anna) + "/entries").body())
                .as("what happened stays readable")
                .contains("\"amount\":1000", "\"amount\":-1000");
    }

    private boolean registered(JsonNode wallet, String state) {
        return network.registration()
                .find(1, reference(wallet))
                .map(view -> view.state().equals(state))
                .orElse(false);
    }

    /// A payment by another bank's customer was endorsed before the closing began, and commits after it: the wallet is
    /// open again, and its money can be spent. What is sent later is refused, and its payer keeps the money.
    @Test
    void moneyThatComesMeanwhileOpensTheWalletAgain() {
        JsonNode anna = bank.openWallet("Anna Paid", 2);
        JsonNode carl = other.openWallet("Carl Pays", 2);
        other.fund(carl, 50_00);
        String address = anna.path("address").asString();

        network.ledger().runs(false);
        Answer early = other.pay(number(carl), address, 20_00, "closing-early");
        Awaitility.await("it is endorsed")
                .atMost(PATIENCE)
                .until(() -> network.ledger().pending() == 1);
        ordered(anna);
        Awaitility.await("everybody is told").atMost(PATIENCE).until(() -> registered(anna, "CLOSING"));
        network.ledger().runs(true);
        settled(other, early);
        Answer late = other.pay(number(carl), address, 5_00, "closing-too-late");
        assertThat(other.awaitState("/v1/payments/" + late.json().path("id").asString(), "REJECTED")
                        .path("reason")
                        .asString())
                .isEqualTo("owner-suspended");

        awaitState(anna, "ENROLLED");
        JsonNode closing = bank.get(path(anna) + "/closings").json().get(0);
        assertThat(closing.path("state").asString()).isEqualTo("STOPPED");
        assertThat(closing.path("reason").asString()).isEqualTo("money-came");
        assertThat(registered(anna, "APPROVED")).isTrue();
        settled(bank, bank.pay(number(anna), carl.path("address").asString(), 20_00, "closing-back"));
        ordered(anna);
        awaitState(anna, "CLOSED");
        assertThat(bank.get(path(anna) + "/closings").json().size()).isEqualTo(2);
    }

    /// Registration's officers are asked before anything else; and a self-held wallet is seen in the clear.
    @Test
    void officersAreFaster() {
        JsonNode anna = bank.openWallet("Anna Suspended", 2);
        JsonNode bert = bank.openWallet("Bert Reinstated", 2);
        byte[] bytes = new byte[WalletSeed.SIZE];
        Arrays.fill(bytes, (byte) 7);
        JsonNode carl = bank.openSelfHeldWallet("Carl Holder", 2, WalletSeed.of(bytes));
        bank.fund(carl, 5_00);
        assertThat(code(close(carl))).isEqualTo("wallet-not-empty");

        network.registration().takesClosings(false);
        ordered(anna);
        network.registration().suspend(1, reference(anna));
        assertThat(awaitState(anna, "SUSPENDED").path("holdingShare").asInt()).isEqualTo(10_000);
        assertThat(code(close(anna))).isEqualTo("wallet-not-enrolled");
        network.registration().takesClosings(true);
        ordered(bert);
        Awaitility.await().atMost(PATIENCE).until(() -> registered(bert, "CLOSING"));
        network.registration().reinstate(1, reference(bert));
        awaitState(bert, "ENROLLED");
        assertThat(bank.get(path(bert) + "/closings")
                        .json()
                        .get(0)
                        .path("reason")
                        .asString())
                .isEqualTo("reinstated");
    }

    /// On a ledger where nothing happens no block comes, so blocks are not waited for without end.
    @Test
    void anIdleLedgerHoldsNoClosingUp() {
        bank.stop();
        bank.start("--florin.bank.closing.idle-max=4s");
        JsonNode anna = bank.openWallet("Anna Idle", 2);
        network.ledger().runs(false);
        ordered(anna);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.get(path(anna)).body().contains("\"CLOSED\""));
        bank.stop();
        bank.start();
    }

    /// A clerk closes an empty wallet alone, others see what became of it.
    @Test
    void aClerkClosesAWalletOnItsPage() {
        JsonNode anna = bank.openWallet("Anna Clerked", 2);
        JsonNode bert = bank.openWallet("Bert Clerked", 2);
        bank.fund(bert, 5_00);
        String page = "/console/wallets/" + number(anna);
        String full = "/console/wallets/" + number(bert);
        try (Browser clerk = bank.browser("carla", "bank-1", "bank-clerk");
                Browser operator = bank.browser("olga", "bank-1", "operator")) {
            assertThat(operator.get(page).body()).doesNotContain("Close the wallet");
            assertThat(clerk.get(page).body()).contains("Close the wallet");
            assertThat(clerk.get("/console/wallets/0").body()).doesNotContain("Close the wallet");
            clerk.submit(full, full + "/closing", Map.of("key", "clerk-full"));
            assertThat(clerk.get(full).body()).contains("5.00 FLN on the ledger");

            HttpResponse<String> answer = clerk.submit(page, page + "/closing", Map.of("key", "clerk-close"));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
            assertThat(operator.get(page).body()).contains("CLOSING", "carla").doesNotContain("Close the wallet");
            assertThat(clerk.get("/console/customers?state=CLOSING").body())
                    .contains(iban(anna))
                    .doesNotContain(iban(bert));
            assertThat(clerk.get("/console/customers?state=CLOSED_WITH_MONEY").body())
                    .contains("Nobody here");
            assertThat(clerk.get("/console").body()).contains("Closed wallets with money");
            assertThat(bank.metrics())
                    .containsPattern("florin_bank_closings_open\\{.*} 1.0")
                    .containsPattern("florin_bank_closings_closed_money\\{.*} 0.0");
        }
        awaitState(anna, "CLOSED");
    }
}
