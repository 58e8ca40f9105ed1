package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.payments.adapter.PaymentRepository.Signed;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.fakenet.BankDatabase;
import io.florin.fakenet.UnaskedHoldings;
import io.florin.fakenet.UnaskedLimits;
import io.florin.fakenet.UnaskedWallets;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.BankInternalApi.NameMatch;
import io.florin.runtime.api.ProgressTicket;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.payment.LedgerView;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.OptimisticLockingFailureException;

/// Rows of payments and their transactions are what was written, and a step of many payments costs what one of a single
/// payment does.
class RecordsBySetsIT {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int MANY = 64;
    private static final long WALLET = 7;

    private final TestNetwork network = new TestNetwork(11);
    private final WalletAddress payee = new WalletAddress(
            new OwnerKey(network.newKey().publicKey()),
            X25519KeyPair.fromSeed(network.newBytes(32)).publicKey());
    private BankDatabase database;
    private StoredPayments payments;
    private StoredOutbox outgoing;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        payments = new StoredPayments(database.jdbc(), database.batches());
        outgoing = new StoredOutbox(database.jdbc());
        database.jdbc().sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            values (?, 'XF7', true, 'owner'::bytea, ''::bytea, 1, 'ENROLLED', ''::bytea, now())
            """).param(WALLET).update();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private PaymentOrder order(String name, @Nullable UUID file, @Nullable Integer line) {
        return new PaymentOrder(
                WALLET,
                new PayTo.Open(payee),
                name,
                "XF70 \\ \"7\"",
                Amount.of(12_50),
                "E2E {1,2}",
                "",
                "for 'nothing', NULL",
                PaymentOrder.Purpose.PAYMENT,
                file,
                line,
                NameMatch.CLOSE,
                null);
    }

    private List<Payment> accepted(int count) {
        List<Payment> accepted = IntStream.range(0, count)
                .mapToObj(i -> new Payment(new UUID(1, i), order("Payee " + i, null, null), "trace", NOON))
                .toList();
        payments.insert(accepted, NOON);
        return accepted;
    }

    private OutboxTransaction transaction(List<UUID> paid) {
        Ed25519KeyPair key = network.newKey();
        var token = new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(key, 100));
        var header = new LedgerView(
                        network.networkId(),
                        TestNetwork.CURRENCY,
                        1,
                        1,
                        7,
                        network.configuration().limits())
                .header(network.random());
        var transfer = network.transfer(header, List.of(key), List.of(token), List.of(TestNetwork.token(key, 100)));
        return new OutboxTransaction(
                        transfer, new OutboxTransaction.Order(WALLET, false), false, new UUID(3, 3), 0, NOON)
                .paying(paid);
    }

    private List<PaymentView> views(List<Payment> of) {
        return payments.viewsOf(of.stream().map(Payment::id).toList());
    }

    private <T> T statements(int expected, Supplier<T> step) {
        long before = database.statements();
        T result = step.get();
        assertThat(database.statements() - before).isEqualTo(expected);
        return result;
    }

    @Test
    void whatIsReadIsWhatWasAccepted() {
        Payment single = new Payment(new UUID(0, 1), order("O'Payee \\, {}", null, null), "trace-1", NOON);
        Payment line = new Payment(new UUID(0, 2), order("", new UUID(9, 9), 4), "", NOON);
        Payment later = new Payment(new UUID(0, 3), order("NULL", null, null), "", NOON);
        later.scheduledFor(LocalDate.of(2026, 3, 2));
        List<Payment> all = List.of(single, line, later);
        payments.insert(all, NOON);

        assertThat(views(all))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(Payment::view).toList());
        assertThat(payments.findByIdIn(List.of(single.id())).getFirst().payTo()).isEqualTo(new PayTo.Open(payee));
        assertThat(payments.accepted(List.of(WALLET), false, NOON, 10))
                .extracting(Payment::id)
                .containsExactly(single.id());
        assertThat(payments.accepted(List.of(WALLET), true, NOON, 10))
                .extracting(Payment::id)
                .containsExactly(line.id());
    }

    @Test
    void placesAreInTheOrderOfAcceptance() {
        List<Payment> all = accepted(MANY);
        assertThat(payments.accepted(List.of(WALLET), false, NOON, 2 * MANY))
                .extracting(Payment::id)
                .containsExactlyElementsOf(all.stream().map(Payment::id).toList());
    }

    /// Payments tell what waits, and transactions what is under way.
    @Test
    void anOutlookKnowsWhatWaitsAndHowMuchIsUnderWay() {
        List<Payment> all = accepted(5);
        byte[] shared = network.newId().toArray();
        payments.submitted(
                List.of(
                        new Signed(all.get(0).id(), shared, 0),
                        new Signed(all.get(1).id(), shared, 1),
                        new Signed(all.get(2).id(), network.newId().toArray(), 0)),
                NOON);

        PaymentRepository.Outlook outlook = statements(
                        1, () -> payments.outlooks(List.of(WALLET), NOON, NOON.minusSeconds(60)))
                .getFirst();

        assertThat(outlook).isEqualTo(new PaymentRepository.Outlook(WALLET, 2, 0, null, null, 2));
        assertThat(payments.outlooks(List.of(WALLET), NOON.minusSeconds(1), NOON.minusSeconds(60)))
                .containsExactly(new PaymentRepository.Outlook(WALLET, 0, 0, NOON, null, 2));
    }

    /// From acceptance to the end, of so many payments that four transactions carry.
    @Test
    void eachStepOfManyPaymentsIsOneStatement() {
        List<Payment> all = statements(1, () -> accepted(MANY));
        List<UUID> ids = all.stream().map(Payment::id).toList();
        List<OutboxTransaction> made = IntStream.range(0, 4)
                .mapToObj(i -> transaction(ids.subList(16 * i, 16 * (i + 1))))
                .toList();
        List<Signed> signed = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            signed.add(new Signed(ids.get(i), made.get(i / 16).id().toArray(), i % 16));
        }
        statements(1, () -> {
            outgoing.insert(made);
            return made;
        });
        assertThat(statements(1, () -> payments.submitted(signed, NOON))).isEqualTo(MANY);

        List<OutboxTransaction> due =
                statements(2, () -> outgoing.due(NOON, 256).rows());
        assertThat(due)
                .extracting(OutboxTransaction::id)
                .containsExactlyInAnyOrderElementsOf(
                        made.stream().map(OutboxTransaction::id).toList());
        statements(1, () -> {
            outgoing.claim(due, NOON.plusSeconds(10), "trace", ProgressTicket.draw(network.random()));
            return due;
        });
        assertThat(outgoing.due(NOON, 256).rows()).isEmpty();
        assertThat(outgoing.nextAttempt(NOON)).contains(NOON.plusSeconds(10));

        List<byte[]> transactions =
                made.stream().map(sent -> sent.id().toArray()).toList();
        List<OpenTransaction> open = statements(1, () -> outgoing.openOf(transactions));
        assertThat(statements(
                        1,
                        () -> outgoing.finish(
                                open.stream().map(OpenTransaction::seq).toList())))
                .isEqualTo(4);
        List<CarriedPayment> carried = statements(1, () -> payments.carriedBy(transactions));
        assertThat(carried).extracting(CarriedPayment::id).containsExactlyElementsOf(ids);
        assertThat(statements(1, () -> payments.settled(ids, 5, NOON))).isEqualTo(MANY);
        assertThat(statements(1, () -> views(all)))
                .allMatch(view -> view.state() == PaymentState.SETTLED && view.block() == 5)
                .allMatch(view -> view.submissionTraceId().equals("trace"));
        assertThat(payments.settled(ids, 6, NOON)).as("a payment ends once").isZero();
    }

    /// No index is written again when payments are signed.
    @Test
    void signingWritesTheRowAlone() {
        List<Payment> all = accepted(MANY);
        List<Signed> signed = all.stream()
                .map(payment -> new Signed(payment.id(), network.newId().toArray(), 0))
                .toList();
        String updates = Objects.requireNonNull(database.transactions().execute(_ -> {
            payments.submitted(signed, NOON);
            return database.jdbc().sql("""
                select n_tup_upd || ' rows, by themselves ' || n_tup_hot_upd from pg_stat_xact_user_tables
                where relname = 'payment'
                """).query(String.class).single();
        }));
        assertThat(updates).isEqualTo("64 rows, by themselves 64");
    }

    /// Who comes first decides, and the other one hears of it.
    @Test
    void whatSomebodyElseChangedIsNotWrittenOver() {
        accepted(2);
        List<Payment> mine = payments.accepted(List.of(WALLET), false, NOON, 10);
        List<Payment> theirs = payments.findByIdIn(List.of(mine.getLast().id()));
        theirs.forEach(payment -> payment.rejected("theirs", NOON));
        payments.save(theirs);

        mine.forEach(payment -> payment.failed("mine", 5, NOON, Duration.ofSeconds(1)));
        assertThatThrownBy(() -> database.transactions().executeWithoutResult(_ -> payments.save(mine)))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(views(mine))
                .extracting(view -> view.state() + " " + view.reason())
                .containsExactlyInAnyOrder("ACCEPTED ", "REJECTED theirs");
        assertThat(payments.findByIdIn(List.of(mine.getFirst().id())).getFirst().due(true))
                .as("nothing of the first is kept either")
                .isEqualTo(new Payment(mine.getFirst().id(), order("", null, null), "", NOON).due(true));
    }

    /// A transaction that a payment was in before does not carry it any more.
    @Test
    void aPaymentIsCarriedByItsLastTransactionOnly() {
        List<Payment> all = accepted(1);
        UUID id = all.getFirst().id();
        List<OutboxTransaction> made = List.of(transaction(List.of(id)), transaction(List.of(id)));
        outgoing.insert(made);
        List<byte[]> ids = made.stream().map(sent -> sent.id().toArray()).toList();
        payments.submitted(List.of(new Signed(id, ids.getFirst(), 0)), NOON);
        List<Payment> again = payments.findByIdIn(List.of(id));
        again.forEach(payment -> payment.failed("aborted", 5, NOON, Duration.ofSeconds(1)));
        payments.save(again);
        assertThat(payments.carriedBy(ids)).isEmpty();
        payments.submitted(List.of(new Signed(id, ids.getLast(), 0)), NOON);
        assertThat(payments.carriedBy(ids))
                .extracting(carried -> TransactionId.of(carried.transactionId()))
                .containsExactly(made.getLast().transactionId());
    }

    /// Single payments and lines of files are looked for once each, whatever waits for a later day.
    @Test
    void aPassInWhichNothingIsDueIsTwoStatements() {
        DueTurns turns = new DueTurns(new ScheduledPayments(
                payments,
                new AcceptanceRules(
                        new UnaskedWallets(),
                        new UnaskedHoldings(),
                        new Payments.Limits(
                                network::configuration,
                                () -> Amount.of(Long.MAX_VALUE),
                                new UnaskedLimits(),
                                PaymentGate.OPEN,
                                new ExecutionDates(ZoneOffset.UTC, 90))),
                new UnaskedHoldings(),
                List.of(),
                new ExecutionDates(ZoneOffset.UTC, 90),
                () -> NOON,
                WalletChanges.NONE));
        assertThat(statements(2, turns::step)).isZero();
        List<Payment> later = IntStream.range(0, MANY)
                .mapToObj(i -> new Payment(new UUID(4, i), order("Later " + i, null, null), "", NOON))
                .toList();
        later.forEach(payment -> payment.scheduledFor(LocalDate.of(2026, 3, 2)));
        payments.insert(later, NOON);
        assertThat(statements(2, turns::step)).isZero();
    }
}
