package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApprovalProperties;
import io.florin.bank.protocol.ClearTokens;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.FourEyes;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PayeeDirectory;
import io.florin.bank.protocol.PaymentGate;
import io.florin.bank.protocol.PaymentOutcomeListener;
import io.florin.bank.protocol.TransactionTrace;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.EndorserApi;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PaymentProperties.class)
public class PaymentsConfiguration {

    /// Turns what is accepted into transactions; answers how many.
    public interface PlanStep extends IntSupplier {}

    /// Plans what is accepted and sends what is due; answers how much there was to do.
    public interface PaymentStep extends IntSupplier {}

    /// Accepts what is due, a bounded piece; answers how much there was to do.
    public interface DueStep extends IntSupplier {}

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
            InstantSource clock) {
        return new ScheduledPayments(
                payments, new AcceptanceRules(wallets, holdings, limits), holdings, outcomes, limits.dates(), clock);
    }

    @Bean
    DueStep dueStep(ScheduledPayments scheduled) {
        ClearPlanner shared = new ClearPlanner(scheduled);
        return shared::step;
    }

    @Bean
    Payments.Sources paymentSources(InstantSource clock, IdSource ids, JdbcClient jdbc, PaymentProperties properties) {
        return new Payments.Sources(clock, ids, new StoredUetrs(jdbc), properties.replanPause());
    }

    @Bean
    ReceivedPayments receivedPayments(JdbcClient jdbc) {
        return new ReceivedPayments(jdbc);
    }

    @Bean
    PaymentPlanner paymentPlanner(
            PaymentRepository payments,
            OutboxRepository outgoing,
            WalletBook wallets,
            Holdings holdings,
            ClearTokens tokens,
            LedgerAccess ledger,
            PaymentPlanner.Sources sources) {
        return new PaymentPlanner(payments, outgoing, wallets, holdings, tokens, ledger, sources);
    }

    @Bean
    ClearPlanner clearPlanner(PaymentPlanner planner) {
        return new ClearPlanner(planner);
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
    HiddenPlanner.Money hiddenMoney(
            HiddenBook book, HiddenTokens tokens, Holdings holdings, LedgerAccess ledger, HiddenCurrencies currencies) {
        return new HiddenPlanner.Money(book, tokens, holdings, ledger, currencies);
    }

    /// As the privacy model of the currency asks for, when the bank starts.
    @Bean
    PlanStep planStep(ClearPlanner clear, HiddenPlanner hidden, PaymentDeadline deadline, LedgerAccess ledger) {
        return ledger.model() == PrivacyModel.CLEAR
                ? () -> deadline.step() + clear.step()
                : () -> deadline.step() + hidden.step();
    }

    @Bean
    HiddenPlanner hiddenPlanner(
            HiddenPlanner.Orders orders,
            HiddenPlanner.Money money,
            ProofPool provers,
            Custody custody,
            PlatformTransactionManager transactions,
            PaymentPlanner.Sources sources) {
        return new HiddenPlanner(
                orders, money, provers, custody.vault(), new TransactionTemplate(transactions), sources);
    }

    @Bean
    PaymentDeadline deadline(Payments payments, PaymentProperties properties, InstantSource clock) {
        return new PaymentDeadline(payments::giveUp, properties.waitMax(), properties.waitAfterStart(), clock);
    }

    @Bean
    HiddenPlanner.Orders hiddenOrders(
            PaymentRepository payments, OutboxRepository outgoing, WalletBook wallets, Payments desk) {
        return new HiddenPlanner.Orders(payments, outgoing, wallets, desk);
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
                id -> outgoing.findByTransactionIdIn(List.of(id.value().toArray())).stream()
                        .flatMap(sent -> sent.progressTickets().stream())
                        .toList());
    }

    @Bean
    PaymentPages.Counter paymentCounter(
            FourEyes fourEyes, Amounts amounts, IdSource ids, JsonMapper json, ApprovalProperties properties) {
        return new PaymentPages.Counter(fourEyes, amounts, ids, json, properties);
    }

    @Bean
    PaymentPlanner.Sources plannerSources(InstantSource clock, RandomGenerator random, IdSource ids) {
        return new PaymentPlanner.Sources(clock, random, ids);
    }

    /// @param resendAfter how long a submitted transaction may lack a final status
    /// @param batch transactions submitted at once
    public static PaymentStep paymentStep(
            PlanStep planner, Outbox outbox, List<EndorserApi> endorsers, Duration resendAfter, int batch) {
        Sender sender = new Sender(
                outbox.outgoing(),
                outbox.payments(),
                new Sender.Others(endorsers, outbox.auditor(), outbox.ledger(), outbox.vault(), outbox.random()),
                new TransactionTemplate(outbox.transactions()),
                outbox.clock(),
                new Sender.Settings(
                        resendAfter,
                        outbox.properties().retryPause(),
                        batch,
                        outbox.properties().filesUnderWayMax()));
        return () -> planner.getAsInt() + sender.send();
    }

    /// What the sender needs.
    public record Outbox(
            OutboxRepository outgoing,
            Payments payments,
            AuditorApi auditor,
            LedgerAccess ledger,
            Vault vault,
            PlatformTransactionManager transactions,
            InstantSource clock,
            RandomGenerator random,
            PaymentProperties properties) {}

    @Bean
    Outbox outbox(
            OutboxRepository outgoing,
            Payments payments,
            AuditorApi auditor,
            LedgerAccess ledger,
            Custody custody,
            PlatformTransactionManager transactions,
            InstantSource clock,
            RandomGenerator random,
            PaymentProperties properties) {
        return new Outbox(
                outgoing, payments, auditor, ledger, custody.vault(), transactions, clock, random, properties);
    }
}
