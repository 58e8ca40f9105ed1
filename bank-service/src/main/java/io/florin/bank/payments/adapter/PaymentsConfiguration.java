package io.florin.bank.payments.adapter;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.directory.PayeeDirectory;
import io.florin.bank.payments.PaymentCore;
import io.florin.bank.payments.Sharing;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApprovalProperties;
import io.florin.bank.protocol.ClearTokens;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOutcomeListener;
import io.florin.bank.protocol.TransactionTrace;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletChanges;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.loop.WakeSignal;
import io.florin.runtime.submission.EndorserClient;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PaymentProperties.class)
public class PaymentsConfiguration {

    /// Transfers of so many wallets are signed and kept together, where nothing is hidden.
    private static final int SIGNED_AT_ONCE = 32;

    /// An endorser answers within tens of milliseconds; one that takes longer is not waited for.
    private static final Duration ANSWER_PATIENCE = Duration.ofMillis(250);

    /// Accepts what is due, a bounded piece; answers how much there was to do.
    public interface DueStep extends IntSupplier {}

    /// Wakes the payments' loop: something changed that payments depend on.
    public record PaymentWakeSignal(WakeSignal signal) {}

    @Bean
    Payments payments(
            PaymentRepository payments,
            OutboxRepository outgoing,
            WalletBook wallets,
            Holdings holdings,
            Payments.Limits limits,
            List<PaymentOutcomeListener> outcomes,
            Payments.Sources sources) {
        return new Payments(payments, outgoing, wallets, holdings, limits, outcomes, sources);
    }

    @Bean
    Payments.Limits paymentLimits(LedgerAccess ledger, HoldingLimits holdings, PaymentGate gate, ExecutionDates dates) {
        return new Payments.Limits(ledger::configuration, ledger::tokenValueMax, holdings, gate, dates);
    }

    @Bean
    ExecutionDates executionDates(PaymentProperties properties) {
        return new ExecutionDates(properties.zone(), properties.daysAheadMax());
    }

    @Bean
    ScheduledPayments scheduledPayments(
            PaymentRepository payments,
            WalletBook wallets,
            Holdings holdings,
            Payments.Limits limits,
            List<PaymentOutcomeListener> outcomes,
            InstantSource clock,
            WalletChanges changes) {
        return new ScheduledPayments(
                payments,
                new AcceptanceRules(wallets, holdings, limits),
                holdings,
                outcomes,
                limits.dates(),
                clock,
                changes);
    }

    @Bean
    DueStep dueStep(ScheduledPayments scheduled) {
        DueTurns turns = new DueTurns(scheduled);
        return turns::step;
    }

    @Bean
    ProgramRules programRules(FourEyes fourEyes, LedgerAccess ledger) {
        return new ProgramRules(fourEyes, ledger);
    }

    @Bean
    PaymentBatches paymentBatches(Payments payments, PaymentOrders orders, ProgramRules rules) {
        return new PaymentBatches(payments, orders, rules);
    }

    @Bean
    PaymentRoom paymentRoom(PaymentProperties properties, PaymentRepository payments) {
        PaymentRoom.Bounds bounds = properties.room();
        return new PaymentRoom(bounds, () -> payments.openAlone(bounds.openMax()), System::nanoTime);
    }

    @Bean
    PaymentNews paymentNews(PaymentProperties properties) {
        return new PaymentNews(properties.waitsMax());
    }

    @Bean
    OutcomeLog outcomeLog(JdbcClient jdbc, EntityManagerFactory entities, PaymentNews news) {
        return new OutcomeLog(jdbc, SharedEntityManagerCreator.createSharedEntityManager(entities)::flush, news);
    }

    @Bean
    PaymentRepository storedPayments(JdbcClient jdbc, JdbcOperations batches) {
        return new StoredPayments(jdbc, batches);
    }

    @Bean
    OutboxRepository storedOutbox(JdbcClient jdbc) {
        return new StoredOutbox(jdbc);
    }

    @Bean
    PaymentWakeSignal paymentWakeSignal() {
        return new PaymentWakeSignal(new WakeSignal());
    }

    @Bean
    ChangeMailbox walletChanges(PaymentWakeSignal signal) {
        return new ChangeMailbox(signal.signal());
    }

    @Bean
    Payments.Sources paymentSources(
            InstantSource clock, IdSource ids, JdbcClient jdbc, PaymentProperties properties, ChangeMailbox changes) {
        return new Payments.Sources(clock, ids, new StoredUetrs(jdbc), properties.replanPause(), changes);
    }

    @Bean
    ReceivedPayments receivedPayments(JdbcClient jdbc) {
        return new ReceivedPayments(jdbc);
    }

    @Bean
    HiddenCurrencies hiddenCurrencies(LedgerAccess ledger) {
        return new HiddenCurrencies(ledger.network());
    }

    @Bean
    ProofPool proofPool(PaymentProperties properties) {
        return new ProofPool(properties.provers());
    }

    @Bean
    PaymentOrders paymentOrders(PayeeDirectory payees, ExecutionDates dates, InstantSource clock) {
        return new PaymentOrders(payees, dates, clock);
    }

    @Bean
    PaymentSearch paymentSearch(JdbcClient jdbc, PaymentRepository payments) {
        return new PaymentSearch(jdbc, payments);
    }

    @Bean
    PaymentMover paymentMover(Payments payments, PaymentOrders orders) {
        return new PaymentMover(payments, orders);
    }

    @Bean
    PaymentTracer paymentTracer(TransactionTrace network, OutboxRepository outgoing) {
        return new PaymentTracer(
                network,
                id -> outgoing.find(id.value().toArray())
                        .map(OutboxTransaction::progressTickets)
                        .orElse(List.of()));
    }

    @Bean
    PaymentPages.Counter paymentCounter(
            FourEyes fourEyes, Amounts amounts, IdSource ids, JsonMapper json, ApprovalProperties properties) {
        return new PaymentPages.Counter(fourEyes, amounts, ids, json, properties);
    }

    @Bean
    PaymentRecords.Rows paymentRows(PaymentRepository payments, OutboxRepository outbox) {
        return new PaymentRecords.Rows(payments, outbox);
    }

    @Bean
    PaymentRecords.Wallets payingWallets(
            WalletBook book, HiddenBook hidden, Holdings holdings, ClearTokens clear, HiddenTokens tokens) {
        return new PaymentRecords.Wallets(book, hidden, holdings, clear, tokens);
    }

    @Bean
    PaymentRecords paymentRecords(
            PaymentRecords.Rows rows,
            PaymentRecords.Wallets wallets,
            LedgerAccess ledger,
            HiddenCurrencies currencies,
            PaymentProperties properties,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        return new PaymentRecords(
                rows,
                wallets,
                ledger,
                currencies,
                new PaymentRecords.Transfers(
                        wallet -> properties.shareTransfers()
                                ? Sharing.of(ledger.configuration(), ledger.currency(), wallet.tier())
                                : Sharing.NONE,
                        properties.changeTokens()),
                new TransactionTemplate(transactions),
                clock);
    }

    @Bean
    PaymentSigner paymentSigner(
            WalletBook wallets,
            LedgerAccess ledger,
            HiddenCurrencies currencies,
            Custody custody,
            PaymentSigner.Chance chance,
            ProofPool pool) {
        return new PaymentSigner(wallets, ledger, currencies, custody.vault(), chance, pool);
    }

    @Bean
    PaymentSigner.Chance paymentChance(RandomGenerator random, IdSource ids) {
        return new PaymentSigner.Chance(random, ids);
    }

    /// Endorsers that payments go to, and bounds of sending.
    ///
    /// @param resendAfter how long a submitted transaction may lack a final status
    /// @param batch transactions submitted at once
    /// @param submissionsMax submissions that wait for an answer at a time
    public record Targets(EndorserClient endorsers, Duration resendAfter, int batch, int submissionsMax) {}

    @Bean
    Sender.Others paymentPeers(
            Targets targets, AuditorApi auditor, LedgerAccess ledger, Custody custody, RandomGenerator random) {
        return new Sender.Others(targets.endorsers(), auditor, ledger, custody.vault(), random);
    }

    @Bean
    SubmissionsUnderWay submissionsUnderWay(Targets targets, ChangeMailbox changes) {
        return new SubmissionsUnderWay(targets.submissionsMax(), ANSWER_PATIENCE, changes::outboxChanged);
    }

    @Bean
    Sender paymentSender(
            PaymentRecords.Rows rows,
            Payments payments,
            Sender.Others others,
            SubmissionsUnderWay underWay,
            PlatformTransactionManager transactions,
            InstantSource clock,
            Sender.Settings settings) {
        return new Sender(
                rows.outbox(), payments, others, underWay, new TransactionTemplate(transactions), clock, settings);
    }

    @Bean
    Sender.Settings sendingSettings(Targets targets, PaymentProperties properties) {
        return new Sender.Settings(
                targets.resendAfter(), properties.retryPause(), targets.batch(), properties.filesUnderWayMax());
    }

    @Bean
    PaymentLoop.Destinations paymentDestinations(
            Payments payments, Sender sender, PaymentProperties properties, InstantSource clock) {
        PaymentDeadline deadline =
                new PaymentDeadline(payments::giveUp, properties.waitMax(), properties.waitAfterStart(), clock);
        return new PaymentLoop.Destinations(payments, deadline, sender);
    }

    /// Wallets share a pass as the privacy model of the currency asks for, when the bank starts: proofs are made in
    /// small rounds, signatures cost little.
    @Bean
    PaymentCore paymentCore(LedgerAccess ledger, ProofPool pool, PaymentProperties properties, RandomGenerator random) {
        boolean clear = ledger.model() == PrivacyModel.CLEAR;
        return new PaymentCore(
                new PaymentCore.Shares(clear ? SIGNED_AT_ONCE : pool.roundMax(), clear, properties.searchEvery()),
                random);
    }

    @Bean
    PaymentLoop payingLoop(
            PaymentCore core,
            ChangeMailbox changes,
            PaymentRecords records,
            PaymentSigner signer,
            PaymentLoop.Destinations destinations,
            LedgerAccess ledger,
            InstantSource clock) {
        return new PaymentLoop(core, changes, records, signer, destinations, ledger, clock);
    }
}
