package io.florin.bank.payments.adapter;

import io.florin.bank.payments.HiddenPlan;
import io.florin.bank.payments.MultiEpochPlan;
import io.florin.bank.payments.RoundRobin;
import io.florin.bank.payments.UnbuildableReason;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.HiddenPayment;
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

    /// A wallet that waits for tokens or a credential is looked at again after this, then later each time.
    private static final Duration REST = Duration.ofMillis(200);

    private static final int REST_DOUBLINGS_MAX = 3;

    /// A wallet for which planning itself fails.
    private static final Duration LONG_REST = Duration.ofSeconds(2);

    private static final int LONG_REST_DOUBLINGS_MAX = 5;

    /// How long payments wait for the certification of the tokens made for them, before others are taken.
    private static final Duration CERTIFICATION_PATIENCE = Duration.ofMinutes(2);

    private static final Rest AWAKE = new Rest(0, Instant.MIN);

    private final Orders orders;
    private final Money money;
    private final ProofPool provers;
    private final Vault vault;
    private final TransactionTemplate transactions;
    private final PaymentPlanner.Sources sources;
    private final Map<Long, Rest> resting = new HashMap<>();
    private final RoundRobin turns = new RoundRobin();

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
    ///
    /// @param desk where payments end that cannot be made
    record Orders(PaymentRepository payments, OutboxRepository outgoing, WalletBook wallets, Payments desk) {}

    /// @param times how often in turn nothing could be done for the wallet
    private record Rest(int times, Instant until) {}

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
    private record Job(
            OutboxTransaction.Order order, boolean pays, List<List<UUID>> payments, Callable<BuiltPayment> proof) {
        long wallet() {
            return order.wallet();
        }

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
                case ProofPool.Outcome.Done<BuiltPayment>(var built) -> {
                    if (keep(job, built)) {
                        made++;
                    } else {
                        rest(job.wallet(), REST, REST_DOUBLINGS_MAX);
                    }
                }
                case ProofPool.Outcome.Failed<BuiltPayment>(var cause) -> failed(job, cause);
            }
        }
        return made;
    }

    /// As many as are proven in one round, wallets in turn.
    private List<Job> jobs() {
        Instant now = now();
        List<Long> accepted = orders.payments().walletsWithAccepted(now);
        resting.keySet().retainAll(Set.copyOf(accepted));
        List<Long> wallets = accepted.stream()
                .filter(wallet -> !resting.getOrDefault(wallet, AWAKE).until().isAfter(now))
                .sorted()
                .toList();
        return turns.round(wallets, wallet -> possible(wallet, now), provers.roundMax());
    }

    private List<Job> possible(long wallet, Instant now) {
        try {
            List<Job> possible = jobs(wallet, now);
            if (possible.isEmpty()) {
                rest(wallet, REST, REST_DOUBLINGS_MAX);
            } else {
                resting.remove(wallet);
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
        rest(wallet, LONG_REST, LONG_REST_DOUBLINGS_MAX);
    }

    private void rest(long wallet, Duration first, int doublingsMax) {
        int times = resting.getOrDefault(wallet, AWAKE).times();
        resting.put(wallet, new Rest(times + 1, now().plus(first.multipliedBy(1L << Math.min(times, doublingsMax)))));
    }

    /// Each of the payments is planned again later, a bounded number of times; an error of this process is none of
    /// theirs, and they wait for it to pass until it is too late for them.
    private void failed(Job job, Throwable cause) {
        if (cause instanceof Error || job.all().isEmpty()) {
            failed(job.wallet(), cause);
            return;
        }
        LOG.warn("a transaction cannot be proven: wallet={} cause={}", job.wallet(), cause.toString());
        try {
            orders.desk().notProven(job.all(), job.pays());
        } catch (OptimisticLockingFailureException taken) {
            LOG.debug("payments went another way meanwhile");
        }
    }

    /// Ends those for which no transaction can be made, whatever is tried.
    ///
    /// @return the others
    private List<Payment> possible(List<Payment> accepted, WalletInfo wallet) {
        Map<UUID, UnbuildableReason> impossible = new HashMap<>();
        Amount valueMax = money.ledger().tokenValueMax();
        for (Payment payment : accepted) {
            reasonAgainst(payment, wallet, valueMax).ifPresent(reason -> impossible.put(payment.id(), reason));
        }
        if (!impossible.isEmpty()) {
            orders.desk().impossible(impossible);
        }
        return accepted.stream()
                .filter(payment -> !impossible.containsKey(payment.id()))
                .toList();
    }

    private static Optional<UnbuildableReason> reasonAgainst(Payment payment, WalletInfo wallet, Amount valueMax) {
        if (wallet.state() == WalletInfo.State.SUSPENDED) {
            return Optional.of(UnbuildableReason.OWNER_SUSPENDED);
        }
        if (wallet.state() == WalletInfo.State.REVOKED) {
            return Optional.of(UnbuildableReason.OWNER_REVOKED);
        }
        if (payment.amount().exceeds(valueMax)) {
            return Optional.of(UnbuildableReason.AMOUNT_OUT_OF_RANGE);
        }
        try {
            payment.hiddenInstruction(wallet.iban(), wallet.holder());
            return Optional.empty();
        } catch (IllegalArgumentException noAddress) {
            return Optional.of(UnbuildableReason.ACCOUNT_NOT_PAYABLE);
        }
    }

    private List<Job> jobs(long number, Instant now) {
        WalletInfo wallet = orders.wallets().wallet(number).orElseThrow();
        List<Payment> accepted = possible(
                orders.payments().plannable(number, now, now.minus(CERTIFICATION_PATIENCE), PAYMENTS_PER_PLAN), wallet);
        Optional<HiddenPayer> payer = money.book().payer(number);
        if (payer.isEmpty() || accepted.isEmpty()) {
            return List.of();
        }
        String iban = wallet.iban();
        String holder = wallet.holder();
        HiddenPaymentBuilder builder = new HiddenPaymentBuilder(
                money.currencies(),
                money.ledger().configuration(),
                money.ledger().view(),
                sources.random());
        List<HiddenPlan.Due> dues = accepted.stream().map(Payment::due).toList();
        List<Job> jobs = new ArrayList<>();
        for (HiddenPlan.Step step :
                MultiEpochPlan.of(spendable(number), dues, money.ledger().tokenValueMax(), sources.random())) {
            jobs.add(
                    switch (step) {
                        case HiddenPlan.Step.Pay(var inputs, var places) -> {
                            List<HiddenInstruction> instructions = places.stream()
                                    .map(place -> accepted.get(place).hiddenInstruction(iban, holder))
                                    .toList();
                            yield new Job(
                                    order(number, accepted, places),
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
                            List<Integer> served = parts.stream()
                                    .flatMap(part -> part.payments().stream())
                                    .toList();
                            yield new Job(
                                    order(number, accepted, served),
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

    private static OutboxTransaction.Order order(long wallet, List<Payment> accepted, List<Integer> places) {
        boolean ofFile = !places.isEmpty()
                && places.stream().allMatch(place -> accepted.get(place).isOfFile());
        return new OutboxTransaction.Order(wallet, ofFile);
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
                orders.outgoing().save(outgoing(job, built));
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

    private OutboxTransaction outgoing(Job job, BuiltPayment built) {
        HiddenPayment payment = built.payment();
        boolean audited = ClearTokenRules.auditRequired(payment, money.ledger().configuration());
        OutboxTransaction outgoing = new OutboxTransaction(
                payment, job.order(), audited, sources.ids().get(), 0, now());
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
