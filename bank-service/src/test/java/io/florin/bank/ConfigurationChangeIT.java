package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentGate;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeLedger;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.testkit.Patience;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Payments that are under way when another configuration comes into force: each is made once, by another transaction
/// where the change overtook the first.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConfigurationChangeIT {
    private static final Duration PATIENCE = Patience.LIMIT;

    private FakeLedger ledger;
    private BankUnderTest bank;
    private AuditPolicy former;

    @BeforeAll
    void start(TestBed.Banks banks) {
        ledger = banks.network().ledger();
        bank = banks.bank();
        former = currency(ledger.configuration()).auditPolicy();
    }

    @AfterEach
    void backToTheFormerPolicy() {
        ledger.loseNext(0);
        ledger.loseAnswersOfNext(0);
        ledger.runs(true);
        change(former);
    }

    @Test
    void paysByAnotherTransactionWhenTheLedgerSaysStale() {
        JsonNode anna = bank.openWallet("Anna Change", 2);
        JsonNode bert = bank.openWallet("Bert Change", 2);
        bank.fund(anna, 50_00);
        ledger.runs(false);
        String payment = accepted(anna, bert, "change-1");
        Awaitility.await().atMost(PATIENCE).until(() -> ledger.pending() == 1);
        String first = transaction(payment);

        change(AuditPolicy.ALWAYS);
        ledger.cut(1);
        ledger.runs(true);

        JsonNode settled = bank.awaitState("/v1/payments/" + payment, "SETTLED");
        assertThat(settled.path("transactionId").asString()).isNotEqualTo(first);
        assertThat(ledger.status(first).orElseThrow().status()).isEqualTo("ABORTED_STALE_CONFIG");
        assertThat(bank.balance(number(bert)).path("total").asLong()).isEqualTo(10_00);
    }

    @Test
    void doesNotWaitForTheExpiryOfWhatMayHaveBeenTakenBefore() {
        JsonNode anna = bank.openWallet("Anna Lost", 2);
        JsonNode bert = bank.openWallet("Bert Lost", 2);
        bank.fund(anna, 50_00);
        ledger.runs(false);
        ledger.loseNext(1);
        ledger.loseAnswersOfNext(1);
        String payment = accepted(anna, bert, "change-2");
        Awaitility.await().atMost(PATIENCE).until(() -> !transaction(payment).isEmpty());
        String first = transaction(payment);

        change(AuditPolicy.ALWAYS);

        // no block is cut but that of the change, so nothing expires; the second transaction carries what the new
        // policy asks for
        Awaitility.await().atMost(PATIENCE).until(() -> ledger.pending() == 1);
        assertThat(transaction(payment)).isNotEqualTo(first);
        ledger.runs(true);
        bank.awaitState("/v1/payments/" + payment, "SETTLED");
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(40_00);
        assertThat(bank.balance(number(bert)).path("total").asLong()).isEqualTo(10_00);
    }

    /// By the configuration in force when the database was lost, not by that of genesis, with which the bank begins.
    @Test
    void aBankThatLostItsDatabaseWaitsForWhatMayStillCommit() {
        Limits before = ledger.configuration().limits();
        Limits longer = new Limits(3L * FakeNetwork.EXPIRY_BLOCKS, before.heartbeatMillisMax());
        change(EditedConfiguration.after(ledger.configuration()).limits(longer).build());
        long head = ledger.height();
        try {
            bank.jdbc()
                    .sql("insert into recovery (id, recovered_at, head, closed_until) values (1, now(), ?, ?)")
                    .params(head, head + FakeNetwork.EXPIRY_BLOCKS)
                    .update();
            ledger.cut(2 * FakeNetwork.EXPIRY_BLOCKS);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> bank.bean(Holdings.class).block() == ledger.height());
            PaymentGate gate = (PaymentGate) bank.remake("walletRecovery");
            assertThat(gate.closed().orElseThrow()).endsWith("until block " + (head + 3L * FakeNetwork.EXPIRY_BLOCKS));
            ledger.cut(FakeNetwork.EXPIRY_BLOCKS);
            Awaitility.await().atMost(PATIENCE).until(() -> gate.closed().isEmpty());
        } finally {
            bank.jdbc().sql("delete from recovery").update();
            change(EditedConfiguration.after(ledger.configuration())
                    .limits(before)
                    .build());
        }
    }

    private void change(AuditPolicy policy) {
        NetworkConfiguration now = ledger.configuration();
        change(EditedConfiguration.after(now)
                .namespaces(now.namespaces().stream()
                        .map(namespace -> namespace.currency().isEmpty() ? namespace : with(namespace, policy))
                        .toList())
                .build());
    }

    /// It is in force once the bank knows it.
    private void change(NetworkConfiguration next) {
        ledger.configure(next);
        LedgerAccess known = bank.bean(LedgerAccess.class);
        Awaitility.await().atMost(PATIENCE).until(() -> known.configuration().version() == next.version());
    }

    private static Namespace with(Namespace namespace, AuditPolicy policy) {
        return new Namespace(
                namespace.id(),
                namespace.name(),
                namespace.currency(),
                namespace.minorDigits(),
                namespace.rulesVersion(),
                policy,
                namespace.auditThreshold());
    }

    private static Namespace currency(NetworkConfiguration configuration) {
        return configuration.namespace(new NamespaceId(1)).orElseThrow();
    }

    private String accepted(JsonNode payer, JsonNode payee, String key) {
        BankUnderTest.Answer answer = bank.pay(number(payer), payee.path("iban").asString(), 10_00, key);
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json().path("id").asString();
    }

    private String transaction(String payment) {
        return bank.get("/v1/payments/" + payment).json().path("transactionId").asString();
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }
}
