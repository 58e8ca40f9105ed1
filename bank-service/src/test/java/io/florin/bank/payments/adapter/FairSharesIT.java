package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeLedger;
import io.florin.fakenet.TestBed;
import io.florin.ledger.Amount;
import io.florin.testkit.Patience;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// A large file and payments of other wallets, on the real service. How long anything takes is counted in transactions
/// and blocks: the ledger stands between two of them.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FairSharesIT {

    private static final Duration PATIENCE = Patience.LIMIT;
    private static final int LINES = 1_100;
    private static final int SHARE = 64;

    /// Payments of one transfer.
    private static final int SHARED = 15;

    private static final int SCHEDULED_LINES = 10_000;
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    private BankUnderTest bank;
    private FakeLedger ledger;
    private JdbcClient jdbc;

    @BeforeAll
    void start(TestBed.Banks banks) {
        bank = banks.bank();
        ledger = banks.network().ledger();
        jdbc = bank.bean(JdbcClient.class);
    }

    @AfterEach
    void theLedgerRuns() {
        ledger.runs(true);
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private void awaitPending(int count) {
        Awaitility.await(count + " transactions wait for a block")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> ledger.pending(), pending -> pending == count);
    }

    private long inState(UUID file, String state) {
        return jdbc.sql("select count(*) from payment where file_id = ? and state = ?")
                .params(file, state)
                .query(Long.class)
                .single();
    }

    private UUID acceptFile(JsonNode payer, JsonNode payee) {
        return acceptFile(payer, payee, LINES, null);
    }

    private UUID acceptFile(JsonNode payer, JsonNode payee, int lines, @Nullable LocalDate day) {
        UUID file = UUID.randomUUID();
        PayTo address = PayTo.parse(payee.path("address").asString());
        List<PaymentOrder> orders = new ArrayList<>();
        for (int line = 1; line <= lines; line++) {
            orders.add(new PaymentOrder(
                            number(payer),
                            address,
                            "Employee",
                            payee.path("iban").asString(),
                            Amount.of(day == null ? line : 1),
                            "L-" + line,
                            "",
                            "wage",
                            PaymentOrder.Purpose.PAYMENT,
                            file,
                            line)
                    .on(day));
        }
        assertThat(bank.bean(PaymentService.class).acceptAll(orders, ""))
                .allSatisfy(answer -> assertThat(answer).isInstanceOf(PaymentService.Acceptance.Accepted.class));
        return file;
    }

    @Test
    void aPaymentWaitsForAShareOfAFileAndNotForTheFile() {
        JsonNode employer = bank.openWallet("Fair Employer", 3);
        JsonNode employee = bank.openWallet("Fair Employee", 3);
        JsonNode shopper = bank.openWallet("Fair Shopper", 2);
        bank.fund(employer, 20_000_00);
        bank.fund(shopper, 100_00);
        ledger.runs(false);

        UUID file = acceptFile(employer, employee);
        Awaitility.await("splits are sent").atMost(PATIENCE).until(() -> ledger.pending() > 0);
        awaitQuiet();
        ledger.cut(1);
        awaitPending(SHARE);
        Answer paid = bank.pay(number(shopper), employee.path("iban").asString(), 1_00, "fair-single");
        assertThat(paid.status()).as(paid.body()).isEqualTo(202);
        awaitPending(SHARE + 1);
        ledger.cut(1);

        bank.awaitState("/v1/payments/" + paid.json().path("id").asString(), "SETTLED");
        assertThat(inState(file, "SETTLED")).isEqualTo(SHARE * SHARED);
        ledger.runs(true);
        Awaitility.await("the whole file is paid").atMost(PATIENCE).until(() -> inState(file, "SETTLED") == LINES);
        assertThat(bank.balance(number(employee)).path("total").asLong()).isEqualTo(LINES * (LINES + 1L) / 2 + 1_00);
    }

    /// Its lines are accepted by pieces on their day, and none of them is in front of a payment of another wallet: what
    /// that waits for is a share of the file, as with one that is paid at once.
    @Test
    void aLargeScheduledFileDelaysNoPaymentOnItsDay() {
        JsonNode employer = bank.openWallet("Due Employer", 3);
        JsonNode employee = bank.openWallet("Due Employee", 3);
        JsonNode shopper = bank.openWallet("Due Shopper", 2);
        bank.fund(employer, 200_00);
        bank.fund(shopper, 100_00);
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        UUID file = acceptFile(employer, employee, SCHEDULED_LINES, today.plusDays(1));
        assertThat(inState(file, "SCHEDULED")).isEqualTo(SCHEDULED_LINES);
        assertThat(bank.balance(number(employer)).path("locked").asLong()).isZero();
        ledger.runs(false);

        jdbc.sql("update payment set execution_date = ? where file_id = ?")
                .params(today, file)
                .update();
        Awaitility.await("the first piece is due")
                .atMost(PATIENCE)
                .until(() -> inState(file, "SCHEDULED") != SCHEDULED_LINES);
        Answer paid = bank.pay(number(shopper), employee.path("iban").asString(), 1_00, "due-single");
        assertThat(paid.status()).as(paid.body()).isEqualTo(202);
        String path = "/v1/payments/" + paid.json().path("id").asString();
        Awaitility.await("it is sent")
                .atMost(PATIENCE)
                .until(() -> bank.get(path).json().path("state").asString().equals("SUBMITTED"));
        Awaitility.await("all lines are due").atMost(PATIENCE).until(() -> inState(file, "SCHEDULED") == 0);
        awaitSent(path);
        ledger.cut(1);
        bank.awaitState(path, "SETTLED");
        assertThat(inState(file, "SETTLED")).isLessThanOrEqualTo(SHARE * SHARED);

        ledger.runs(true);
        Awaitility.await("the whole file is paid")
                .atMost(Duration.ofMinutes(4))
                .until(() -> inState(file, "SETTLED") == SCHEDULED_LINES);
        assertThat(bank.balance(number(employee)).path("total").asLong()).isEqualTo(SCHEDULED_LINES + 1_00);
    }

    /// The ledger has it.
    private void awaitSent(String path) {
        Awaitility.await("the ledger has it")
                .atMost(PATIENCE)
                .until(() -> jdbc.sql("""
                    select count(*) from outgoing o join payment p on p.transaction_id = o.transaction_id
                    where p.id = ?::uuid and o.state = 'SENT'
                    """)
                                .param(path.substring(path.lastIndexOf('/') + 1))
                                .query(Long.class)
                                .single()
                        == 1);
    }

    /// Nothing is planned or sent any more.
    private void awaitQuiet() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> jdbc.sql("select count(*) from outgoing where stage = 0 and state = 'NEW'")
                                .query(Long.class)
                                .single()
                        == 0);
    }

    /// Payments first, wallets in turns; the splits of a plan are one turn and stay together.
    @Test
    void walletsTakeTurnsAndFilesComeLast() {
        List<String> order = Objects.requireNonNull(new TransactionTemplate(bank.bean(PlatformTransactionManager.class))
                .execute(status -> {
                    row("file-a", 1, true, new UUID(9, 1), 0);
                    row("file-b", 1, true, new UUID(9, 1), 0);
                    for (int i = 1; i <= 3; i++) {
                        row("busy-" + i, 2, false, UUID.randomUUID(), 0);
                    }
                    row("crowd-a", 3, false, new UUID(9, 2), 0);
                    row("crowd-b", 3, false, new UUID(9, 2), 0);
                    row("crowd-after", 3, false, new UUID(9, 2), 1);
                    row("late", 4, false, UUID.randomUUID(), 0);
                    row("other-file", 5, true, UUID.randomUUID(), 0);
                    status.setRollbackOnly();
                    return bank.bean(OutboxRepository.class).due(LATER, 1_000).rows().stream()
                            .map(sent -> new String(sent.content(), java.nio.charset.StandardCharsets.UTF_8))
                            .filter(name -> name.matches("[a-z]+(-[a-z0-9]+)?"))
                            .toList();
                }));
        assertThat(order)
                .containsExactly(
                        "busy-1", "crowd-a", "crowd-b", "late", "busy-2", "busy-3", "file-a", "file-b", "other-file");
    }

    /// After a burst the database's figures of the table are old: it expects hardly any open row, and may choose to
    /// compare all with all.
    @Test
    void aCrowdIsFoundWhateverTheDatabaseExpects() {
        List<OutboxTransaction> due = new TransactionTemplate(bank.bean(PlatformTransactionManager.class))
                .execute(status -> {
                    status.setRollbackOnly();
                    crowd("FINAL");
                    jdbc.sql("analyze outgoing").update();
                    crowd("SENT");
                    jdbc.sql("set local statement_timeout = '60s'").update();
                    return bank.bean(OutboxRepository.class).due(LATER, 256).rows();
                });
        assertThat(due).hasSize(256);
    }

    private void crowd(String state) {
        jdbc.sql("""
            insert into outgoing (seq, transaction_id, content, audit_required, plan, stage, state, expiry_height,
                next_attempt_at, wallet, of_file)
            select nextval('outgoing_seq'), sha256((? || n)::bytea), 'race', false, gen_random_uuid(), 0, ?,
                1000000000, ?, 900000 + n % 100, false
            from generate_series(1, 30000) n
            """).params(state, state, Timestamp.from(LATER)).update();
    }

    /// A block that ends a transaction is followed while the query runs that finds it due: between its snapshot and its
    /// locks, which many rows keep apart.
    @Test
    void whatBecomesFinalWhileItIsLookedForIsNotSent() throws Exception {
        crowd("SENT");
        try (ExecutorService sender = Executors.newSingleThreadExecutor()) {
            for (int round = 0; round < 10; round++) {
                Future<List<OutboxTransaction>> due =
                        sender.submit(() -> new TransactionTemplate(bank.bean(PlatformTransactionManager.class))
                                .execute(_ -> bank.bean(OutboxRepository.class)
                                        .due(LATER, 100)
                                        .rows()));
                while (!due.isDone() && !isLookedFor()) {
                    Thread.onSpinWait();
                }
                jdbc.sql("""
                    update outgoing set state = 'FINAL' where seq in (select seq from outgoing
                        where content = 'race' and state = 'SENT' order by seq limit 100)
                    """).update();
                assertThat(due.get()).noneMatch(OutboxTransaction::isFinal);
            }
        } finally {
            jdbc.sql("delete from outgoing where content = 'race'").update();
        }
    }

    private boolean isLookedFor() {
        return jdbc.sql("""
            select count(*) from pg_stat_activity
            where datname = current_database() and state = 'active' and query like '%turns%'
                and pid <> pg_backend_pid()
            """).query(Long.class).single() > 0;
    }

    private void row(String name, long wallet, boolean ofFile, UUID plan, int stage) {
        byte[] bytes = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        jdbc.sql("""
            insert into outgoing (seq, transaction_id, content, audit_required, plan, stage, state, expiry_height,
                next_attempt_at, wallet, of_file)
            values (nextval('outgoing_seq'), ?, ?, false, ?, ?, 'NEW', 1000000000, ?, ?, ?)
            """)
                .params(bytes, bytes, plan, stage, Timestamp.from(LATER), wallet, ofFile)
                .update();
    }
}
