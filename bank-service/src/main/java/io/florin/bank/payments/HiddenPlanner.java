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
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.HiddenInstruction;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
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

    private final Orders orders;
    private final Money money;
    private final ProofPool provers;
    private final Vault vault;
    private final TransactionTemplate transactions;
    private final PaymentPlanner.Sources sources;
    private final Map<Long, Instant> resting = new HashMap<>();

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
    /// @param payment that it makes; empty of one that cuts or merges
    private record Job(long wallet, Optional<UUID> payment, Callable<BuiltPayment> proof) {}

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
                case ProofPool.Outcome.Failed<BuiltPayment>(var cause) -> failed(job.wallet(), cause);
            }
        }
        return made;
    }

    /// As many as are proven in one round, wallets in turn.
    private List<Job> jobs() {
        Instant now = now();
        resting.values().removeIf(until -> !until.isAfter(now));
        List<Job> jobs = new ArrayList<>();
        for (long wallet : orders.payments().walletsWithAccepted(now)) {
            if (jobs.size() < provers.roundMax() && !resting.containsKey(wallet)) {
                try {
                    List<Job> possible = jobs(wallet, now);
                    jobs.addAll(possible.subList(0, Math.min(possible.size(), provers.roundMax() - jobs.size())));
                    if (possible.isEmpty()) {
                        resting.put(wallet, now.plus(REST));
                    }
                } catch (RuntimeException e) {
                    failed(wallet, e);
                }
            }
        }
        return jobs;
    }

    /// A wallet whose payments cannot be planned does not hold up the others.
    private void failed(long wallet, Throwable cause) {
        LOG.warn("a wallet's payments cannot be planned now: wallet={} cause={}", wallet, cause.toString());
        resting.put(wallet, now().plus(REST.multipliedBy(10)));
    }

    private List<Job> jobs(long wallet, Instant now) {
        Optional<HiddenPayer> payer = money.book().payer(wallet);
        if (payer.isEmpty()) {
            return List.of();
        }
        List<Payment> accepted = orders.payments().accepted(wallet, now, Limit.of(PAYMENTS_PER_PLAN));
        String iban = orders.wallets().wallet(wallet).orElseThrow().iban();
        HiddenPaymentBuilder builder = new HiddenPaymentBuilder(
                money.currencies(),
                money.ledger().configuration(),
                money.ledger().view(),
                sources.random());
        List<Amount> amounts = accepted.stream().map(Payment::amount).toList();
        List<Job> jobs = new ArrayList<>();
        for (HiddenPlan.Step step : HiddenPlan.of(money.tokens().available(wallet), amounts)) {
            jobs.add(
                    switch (step) {
                        case HiddenPlan.Step.Pay(var inputs, int place) -> {
                            Payment payment = accepted.get(place);
                            HiddenInstruction instruction = payment.hiddenInstruction(iban);
                            yield new Job(
                                    wallet,
                                    Optional.of(payment.id()),
                                    () -> builder.pay(payer.get(), inputs, List.of(instruction)));
                        }
                        case HiddenPlan.Step.Split(var inputs, var values) ->
                            new Job(wallet, Optional.empty(), () -> builder.split(payer.get(), inputs, values));
                    });
        }
        return jobs;
    }

    /// @return false when the tokens or the payment went another way meanwhile
    private boolean keep(Job job, BuiltPayment built) {
        try {
            return Boolean.TRUE.equals(transactions.execute(_ -> {
                Optional<Payment> payment =
                        job.payment().flatMap(id -> orders.payments().findById(id));
                if (payment.filter(found -> found.state() != PaymentState.ACCEPTED)
                        .isPresent()) {
                    return false;
                }
                HiddenPayment transaction = built.payment();
                money.holdings().reserve(transaction);
                orders.outgoing().save(outgoing(job, built));
                payment.ifPresent(found -> found.submitted(transaction.id(), now()));
                return true;
            }));
        } catch (DataIntegrityViolationException taken) {
            LOG.debug("a transaction's inputs were taken meanwhile");
            return false;
        }
    }

    private Outgoing outgoing(Job job, BuiltPayment built) {
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
