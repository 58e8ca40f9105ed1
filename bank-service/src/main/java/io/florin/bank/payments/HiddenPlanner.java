package io.florin.bank.payments;

import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.ledger.Amount;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.HiddenInstruction;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.hidden.OwnedToken;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.support.TransactionTemplate;

/// Turns accepted payments into proven transactions of a currency that hides owners or values. Proofs are made outside
/// database transactions, several at a time; then each is kept, with its inputs set aside and its payment, in one. What
/// is kept is sent byte for byte until it is final, so a crash before loses a proof and a crash after loses nothing.
/// One thread drives it.
final class HiddenPlanner {

    private static final Logger LOG = LoggerFactory.getLogger(HiddenPlanner.class);
    private static final int PAYMENTS_PER_PLAN = 2_000;

    /// A wallet that waits for tokens or a credential is looked at again after this.
    private static final Duration REST = Duration.ofMillis(200);

    /// How long payments wait for the certification of the tokens made for them, before others are taken.
    private static final Duration CERTIFICATION_PATIENCE = Duration.ofMinutes(2);

    private final Orders orders;
    private final Money money;
    private final ProofPool provers;
    private final Vault vault;
    private final TransactionTemplate transactions;
    private final PaymentPlanner.Sources sources;
    private final Map<Long, Instant> resting = new HashMap<>();
    private final WalletTurns turns = new WalletTurns();

    HiddenPlanner(
            Orders orders,
            Money money,
            ProofPool provers,
            Vault vault,
            TransactionTemplate transactions,
            PaymentPlanner.Sources sources) {
        this.orders = orders;
        this.money = money;
        this.provers = provers;
        this.vault = vault;
        this.transactions = transactions;
        this.sources = sources;
    }

    /// What is to be paid.
    record Orders(PaymentRepository payments, OutgoingRepository outgoing, WalletBook wallets) {}

    /// What it is paid with.
    record Money(
            HiddenBook book,
            HiddenTokens tokens,
            Holdings holdings,
            LedgerAccess ledger,
            HiddenCurrencies currencies) {}

    /// A transaction to be proven.
    ///
    /// @param pays whether it pays, each instruction one payment, or makes tokens, each for some payments
    /// @param payments of each instruction
    private record Job(long wallet, boolean pays, List<List<UUID>> payments, Callable<BuiltPayment> proof) {
        List<UUID> all() {
            return payments.stream().flatMap(List::stream).toList();
        }
    }

    /// @return transactions made
    int step() {
        List<Job> jobs = jobs();
        List<ProofPool.Outcome<BuiltPayment>> outcomes =
                provers.all(jobs.stream().map(Job::proof).toList());
        int made = 0;
        for (int i = 0; i < jobs.size(); i++) {
            Job job = jobs.get(i);
            switch (outcomes.get(i)) {
                case ProofPool.Outcome.Done<BuiltPayment>(var built) -> made += keep(job, built) ? 1 : 0;
                case ProofPool.Outcome.Failed<BuiltPayment>(var cause) -> failed(job, cause);
            }
        }
        return made;
    }

    /// As many as are proven in one round, wallets in turn.
    private List<Job> jobs() {
        Instant now = now();
        resting.values().removeIf(until -> !until.isAfter(now));
        List<Long> wallets = orders.payments().walletsWithAccepted(now).stream()
                .filter(wallet -> !resting.containsKey(wallet))
                .sorted()
                .toList();
        return turns.round(wallets, wallet -> possible(wallet, now), provers.roundMax());
    }

    private List<Job> possible(long wallet, Instant now) {
        try {
            List<Job> possible = jobs(wallet, now);
            if (possible.isEmpty()) {
                resting.put(wallet, now.plus(REST));
            }
            return possible;
        } catch (RuntimeException e) {
            failed(wallet, e);
            return List.of();
        }
    }

    /// A wallet whose payments cannot be planned does not hold up the others.
    private void failed(long wallet, Throwable cause) {
        LOG.warn("a wallet's payments cannot be planned now: wallet={} cause={}", wallet, cause.toString());
        resting.put(wallet, now().plus(REST.multipliedBy(10)));
    }

    /// Payments that one proof was to make are tried each on its own from now on: perhaps one of them cannot be proven.
    private void failed(Job job, Throwable cause) {
        failed(job.wallet(), cause);
        if (job.pays() && job.all().size() > 1) {
            try {
                transactions.executeWithoutResult(_ -> orders.payments().findByIdIn(job.all()).stream()
                        .filter(payment -> payment.state() == PaymentState.ACCEPTED)
                        .forEach(payment -> payment.separated(now())));
            } catch (OptimisticLockingFailureException taken) {
                LOG.debug("payments went another way meanwhile");
            }
        }
    }

    private List<Job> jobs(long wallet, Instant now) {
        Optional<HiddenPayer> payer = money.book().payer(wallet);
        if (payer.isEmpty()) {
            return List.of();
        }
        List<Payment> accepted =
                orders.payments().plannable(wallet, now, now.minus(CERTIFICATION_PATIENCE), PAYMENTS_PER_PLAN);
        if (accepted.isEmpty()) {
            return List.of();
        }
        String iban = orders.wallets().wallet(wallet).orElseThrow().iban();
        HiddenPaymentBuilder builder = new HiddenPaymentBuilder(
                money.currencies(),
                money.ledger().configuration(),
                money.ledger().view(),
                sources.random());
        List<HiddenPlan.Due> dues = accepted.stream().map(Payment::due).toList();
        List<Job> jobs = new ArrayList<>();
        for (HiddenPlan.Step step : PlanByKey.of(spendable(wallet), dues, valueMax())) {
            jobs.add(
                    switch (step) {
                        case HiddenPlan.Step.Pay(var inputs, var places) -> {
                            List<HiddenInstruction> instructions = places.stream()
                                    .map(place -> accepted.get(place).hiddenInstruction(iban))
                                    .toList();
                            yield new Job(
                                    wallet,
                                    true,
                                    places.stream()
                                            .map(place ->
                                                    List.of(accepted.get(place).id()))
                                            .toList(),
                                    () -> builder.pay(payer.get(), inputs, instructions));
                        }
                        case HiddenPlan.Step.Split(var inputs, var parts) -> {
                            List<Amount> values =
                                    parts.stream().map(HiddenPlan.Part::value).toList();
                            yield new Job(
                                    wallet,
                                    false,
                                    parts.stream()
                                            .map(part -> part.payments().stream()
                                                    .map(place ->
                                                            accepted.get(place).id())
                                                    .toList())
                                            .toList(),
                                    () -> builder.split(payer.get(), inputs, values));
                        }
                    });
        }
        return jobs;
    }

    /// What a token of the currency can be worth.
    private Amount valueMax() {
        LedgerAccess ledger = money.ledger();
        int bits = ledger.configuration()
                .namespace(ledger.currency())
                .flatMap(NetworkConfiguration.Namespace::hidden)
                .map(HiddenCurrency::rangeBits)
                .orElse(Long.SIZE);
        return Amount.of(ledger.model().hidesValue() && bits < Long.SIZE ? (1L << bits) - 1 : Long.MAX_VALUE);
    }

    /// Tokens under a key that officers ended wait until they are certified again.
    private List<OwnedToken> spendable(long wallet) {
        Set<Long> ended = new HashSet<>();
        LedgerAccess ledger = money.ledger();
        List<OwnedToken> available = money.tokens().available(wallet);
        available.stream()
                .map(OwnedToken::certifierEpoch)
                .distinct()
                .filter(epoch -> money.currencies()
                        .find(ledger.configuration(), ledger.currency(), epoch)
                        .isEmpty())
                .forEach(ended::add);
        return available.stream()
                .filter(token -> !ended.contains(token.certifierEpoch()))
                .toList();
    }

    /// @return false when the tokens or a payment went another way meanwhile
    private boolean keep(Job job, BuiltPayment built) {
        try {
            return Boolean.TRUE.equals(transactions.execute(status -> {
                money.holdings().reserve(built.payment());
                orders.outgoing().save(outgoing(built));
                boolean kept = job.pays() ? submitted(job, built) : prepared(job, built);
                if (!kept) {
                    status.setRollbackOnly();
                }
                return kept;
            }));
        } catch (DataIntegrityViolationException | OptimisticLockingFailureException taken) {
            LOG.debug("a transaction's inputs or payments were taken meanwhile");
            return false;
        }
    }

    private boolean submitted(Job job, BuiltPayment built) {
        Map<UUID, Payment> found = new HashMap<>();
        orders.payments().findByIdIn(job.all()).forEach(payment -> found.put(payment.id(), payment));
        Instant now = now();
        for (int i = 0; i < job.payments().size(); i++) {
            Payment payment = found.get(job.payments().get(i).getFirst());
            if (payment == null || payment.state() != PaymentState.ACCEPTED) {
                return false;
            }
            payment.submitted(built.payment().id(), built.outputs().get(i), now);
        }
        return true;
    }

    /// Its payments wait for the tokens that it makes for them.
    private boolean prepared(Job job, BuiltPayment built) {
        byte[] transaction = built.payment().id().value().toArray();
        for (int i = 0; i < job.payments().size(); i++) {
            List<UUID> payments = job.payments().get(i);
            int output = built.outputs().get(i);
            if (!payments.isEmpty()
                    && orders.payments().prepared(payments, transaction, output, now()) != payments.size()) {
                return false;
            }
        }
        return true;
    }

    private Outgoing outgoing(BuiltPayment built) {
        HiddenPayment payment = built.payment();
        boolean audited = ClearTokenRules.auditRequired(payment, money.ledger().configuration());
        Outgoing outgoing = new Outgoing(payment, audited, sources.ids().get(), 0, now());
        return audited
                ? outgoing.disclosing(vault.seal(
                        new AuditDisclosure(payment, built.inputs(), built.openings()).encode(),
                        payment.id().value().toArray()))
                : outgoing;
    }

    private Instant now() {
        return sources.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }
}
