package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.ledger.OwnerKey;
import io.florin.testkit.Patience;
import io.florin.wallet.address.WalletAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcOperations;
import tools.jackson.databind.JsonNode;

/// What others answer, or fail to, costs nobody money and keeps nobody else waiting.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BankAmongOthersIT {

    private static final Duration PATIENCE = Patience.LIMIT;

    private FakeNetwork network;
    private BankUnderTest bank;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
    }

    @AfterEach
    void faultsEnd() {
        network.ledger().failAuditsNext(0, 503);
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

    /// Exceptions end in logs, and logs name nobody.
    @Test
    void failuresOfTheDatabaseDoNotTellWhatWasWritten() {
        JsonNode anna = bank.openWallet("Anna Discreet", 1);
        JdbcOperations batches = bank.bean(JdbcOperations.class);
        assertThatThrownBy(() -> batches.batchUpdate(
                        "insert into wallet (number, customer_id, iban, custodial, owner_key, note_key, tier, state,"
                                + " proof, created_at) values (?, null, ?, true, ?, ?, 1, 'ENROLLED', '', now())",
                        List.<Object[]>of(new Object[] {number(anna) + 1_000, iban(anna), new byte[32], new byte[32]})))
                .isInstanceOf(DuplicateKeyException.class)
                .satisfies(failure -> {
                    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                        assertThat(cause.toString()).doesNotContain(iban(anna));
                    }
                });
    }

    private long onLedger(JsonNode wallet) {
        return network.ledger().sumOf(owner(wallet));
    }

    private static OwnerKey owner(JsonNode wallet) {
        return WalletAddress.parse(wallet.path("address").asString()).owner();
    }

    /// Only 422 is the auditor's no; anything else says nothing of the payment.
    @Test
    void anAuditorThatIsNotReachedRefusesNothing() {
        JsonNode anna = bank.openWallet("Anna Audit", 3);
        JsonNode bert = bank.openWallet("Bert Audit", 3);
        bank.fund(anna, 80_000_00);
        for (int status : new int[] {400, 401, 403, 404, 413}) {
            network.ledger().failAuditsNext(1, status);
            String id = id(bank.pay(number(anna), iban(bert), 11_000_00, "audit-" + status));
            bank.awaitState("/v1/payments/" + id, "SETTLED");
        }
        network.ledger().failAuditsNext(1, 422);
        String refused = id(bank.pay(number(anna), iban(bert), 11_000_00, "audit-422"));
        assertThat(bank.awaitState("/v1/payments/" + refused, "REJECTED")
                        .path("reason")
                        .asString())
                .isEqualTo("auditor-refused");
        assertThat(onLedger(bert)).isEqualTo(55_000_00);
    }

    @Test
    void oneStrangeSupplyOrderKeepsNoOtherWaiting() {
        bank.awaitState("/v1/wallets/0", "ENROLLED");
        network.centralBank().confuseNext();
        Answer strange = bank.post("/v1/supply-orders", "strange-1", Map.of("direction", "WITHDRAWAL", "amount", 1_00));
        Awaitility.await().atMost(PATIENCE).until(() -> network.centralBank().has(id(strange)));
        bank.withdraw(2_00);
        assertThat(bank.get("/v1/supply-orders/" + id(strange))
                        .json()
                        .path("state")
                        .asString())
                .isEqualTo("CREATED");
        assertThat(bank.get("/v1/payments?key=strange-1").status()).isEqualTo(200);
    }

    @Test
    void aSupplyOrderIsCancelledUntilOfficersHaveDecided() {
        bank.awaitState("/v1/wallets/0", "ENROLLED");
        network.centralBank().leaveNextToOfficers();
        String path = "/v1/supply-orders/"
                + id(bank.post("/v1/supply-orders", "ended-1", Map.of("direction", "WITHDRAWAL", "amount", 3_00)));
        bank.awaitState(path, "REQUESTED");
        for (int time = 0; time < 2; time++) {
            Answer cancelled = bank.post(path + "/cancellation", "ended-2-" + time, Map.of());
            assertThat(cancelled.status()).isEqualTo(200);
            assertThat(cancelled.json().path("state").asString()).isEqualTo("REFUSED");
            assertThat(cancelled.json().path("reason").asString()).contains("took it back");
        }
        String decided = "/v1/supply-orders/"
                + id(bank.post("/v1/supply-orders", "ended-3", Map.of("direction", "WITHDRAWAL", "amount", 4_00)));
        bank.awaitState(decided, "SETTLED");
        Answer late = bank.post(decided + "/cancellation", "ended-4", Map.of());
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.json().path("code").asString()).isEqualTo("already-decided");
        assertThat(bank.get(decided).json().path("state").asString()).isEqualTo("SETTLED");
        assertThat(bank.post("/v1/supply-orders/" + "0".repeat(64) + "/cancellation", "ended-5", Map.of())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void moneyOfAnotherCurrencyIsNotCounted() {
        JsonNode anna = bank.openWallet("Anna Foreign", 2);
        bank.fund(anna, 10_00);
        network.ledger().createForeign(owner(anna), 2, 500_00);
        long height = network.ledger().height();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> bank.balance(number(anna)).path("block").asLong() >= height);
        assertThat(bank.balance(number(anna)).path("total").asLong()).isEqualTo(10_00);
    }

    @Test
    void aRefusalForALongReasonKeepsNobodyWaiting() {
        String customer = bank.post(
                        "/v1/customers",
                        Map.of(
                                "kind", "PERSON",
                                "fullName", "Refused",
                                "birthDate", "1980-05-05",
                                "country", "LU",
                                "documentType", "PASSPORT",
                                "documentNumber", "X1"))
                .json()
                .path("id")
                .asString();
        JsonNode wallet = bank.post("/v1/customers/" + customer + "/wallets", Map.of("tier", 1))
                .json();
        assertThat(bank.awaitState("/v1/wallets/" + number(wallet), "REFUSED")
                        .path("reason")
                        .asString())
                .hasSize(500);
        bank.openWallet("Anna Later", 1);
    }

    @Test
    void oneBadApplicationKeepsNobodyWaiting() {
        String customer = bank.post(
                        "/v1/customers",
                        Map.of(
                                "kind", "PERSON",
                                "fullName", "Malformed",
                                "birthDate", "1980-05-05",
                                "country", "LU",
                                "documentType", "PASSPORT",
                                "documentNumber", "X1"))
                .json()
                .path("id")
                .asString();
        JsonNode wallet = bank.post("/v1/customers/" + customer + "/wallets", Map.of("tier", 1))
                .json();
        bank.openWallet("Anna After", 1);
        JsonNode bad = bank.get("/v1/wallets/" + number(wallet)).json();
        assertThat(bad.path("state").asString()).isEqualTo("REFUSED");
        assertThat(bad.path("reason").asString()).isEqualTo("bad-field");
    }
}
