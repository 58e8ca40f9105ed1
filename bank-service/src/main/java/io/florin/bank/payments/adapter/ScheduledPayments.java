package io.florin.bank.payments.adapter;

import io.florin.bank.payments.AcceptanceRound;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.ExecutionDates;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PaymentOutcomeListener;
import io.florin.bank.protocol.PaymentService.Acceptance.Refused;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.WalletChanges;
import io.florin.runtime.http.ProblemException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.annotation.Transactional;

/// Payments of later days. On its day one is accepted, or rejected by the rules of that day; before it can be
/// cancelled. Both hold its row, and its state says who came first. Whatever is done is one database transaction of a
/// bounded piece, so the process may end anywhere. One thread makes them due.
public class ScheduledPayments implements DueTurns.Plans {

    /// The code of the refusal of what comes too late.
    public static final String DUE = "already-due";

    private static final int WALLETS_PER_STEP = 500;
    private static final int PAYMENTS_PER_WALLET = 500;

    private final PaymentRepository payments;
    private final AcceptanceRules rules;
    private final Holdings holdings;
    private final List<PaymentOutcomeListener> outcomes;
    private final ExecutionDates dates;
    private final InstantSource clock;
    private final WalletChanges changes;

    ScheduledPayments(
            PaymentRepository payments,
            AcceptanceRules rules,
            Holdings holdings,
            List<PaymentOutcomeListener> outcomes,
            ExecutionDates dates,
            InstantSource clock,
            WalletChanges changes) {
        this.payments = payments;
        this.rules = rules;
        this.holdings = holdings;
        this.outcomes = List.copyOf(outcomes);
        this.dates = dates;
        this.clock = clock;
        this.changes = changes;
    }

    @Override
    @Transactional(readOnly = true)
    public List<Long> walletsToPlan() {
        return payments.walletsWithDue(false, today(), WALLETS_PER_STEP);
    }

    @Override
    @Transactional(readOnly = true)
    public List<Long> walletsWithLines() {
        return payments.walletsWithDue(true, today(), WALLETS_PER_STEP);
    }

    @Override
    @Transactional
    public int plan(long wallet) {
        return acceptDue(wallet, false);
    }

    @Override
    @Transactional
    public int planLines(long wallet) {
        return acceptDue(wallet, true);
    }

    /// Accepts payments that are due. One that somebody is cancelling this moment is skipped, and looked at again.
    /// Nothing is refused for want of money that has come and is about to be screened: that is asked before its funds
    /// are, which hold what is released in between, and again after, for what comes in between.
    private int acceptDue(long number, boolean lines) {
        if (rules.closed().isPresent()) {
            return 0;
        }
        holdings.lock(number);
        List<Payment> due = payments.due(number, lines, today(), PAYMENTS_PER_WALLET);
        if (due.isEmpty()) {
            return 0;
        }
        changes.changed(number);
        boolean awaited = holdings.awaitsScreening(number);
        AcceptanceRound round =
                rules.round(number, due.stream().map(Payment::payTo).distinct().toList());
        Set<String> ended =
                rules.ended(due.stream().map(Payment::payeeAccount).distinct().toList());
        Instant now = now();
        List<Payment> done = new ArrayList<>();
        for (Payment payment : due) {
            if (round.unfunded(payment.amount()).isPresent() && (awaited || holdings.awaitsScreening(number))) {
                break;
            }
            done.add(payment);
            Optional<Refused> refused = ended.contains(payment.payeeAccount())
                    ? AcceptanceRound.refused("account-not-payable", "the payee's wallet is not enrolled any more")
                    : refusal(round, payment);
            if (refused.isPresent()) {
                payment.rejected(refused.get().code(), now);
            } else {
                round.promise(payment.payTo(), payment.amount());
                payment.becameDue(now);
            }
        }
        payments.save(done);
        done.stream().filter(payment -> payment.state().isFinal()).forEach(this::tell);
        return done.size();
    }

    private static Optional<Refused> refusal(AcceptanceRound round, Payment payment) {
        return round.unpayable(payment.payTo(), payment.amount())
                .or(() -> round.unfunded(payment.amount()))
                .or(() -> round.unsealable(payment.payTo()))
                .or(() -> round.overfull(payment.payTo(), payment.amount()));
    }

    /// Safe to repeat.
    ///
    /// @throws io.florin.runtime.http.ProblemException 404 for an unknown payment, 409 when its day has begun or it had
    ///     none
    @Transactional
    public PaymentView cancel(UUID id) {
        Payment payment = payments.held(id).orElseThrow(() -> ApiProblems.unknown("payment"));
        if (payment.state() == PaymentState.CANCELLED) {
            return payment.view();
        }
        if (!payment.waitsBeyond(today())) {
            throw due("its day has begun, or it had none");
        }
        payment.cancelled(now());
        payments.save(List.of(payment));
        tell(payment);
        return payment.view();
    }

    /// Cancels all payments of a file that still wait; the others go on. Safe to repeat.
    ///
    /// @return how many were cancelled now
    /// @throws io.florin.runtime.http.ProblemException 409 when none of the file waits or was cancelled before
    @Transactional
    public int cancelFile(UUID file) {
        List<Payment> waiting = payments.waitingOfFile(file, today());
        if (waiting.isEmpty() && !payments.existsByFileIdAndState(file, PaymentState.CANCELLED)) {
            throw due("the day of each of its payments has begun, or they had none");
        }
        Instant now = now();
        waiting.forEach(payment -> payment.cancelled(now));
        payments.save(waiting);
        waiting.forEach(this::tell);
        return waiting.size();
    }

    private static ProblemException due(String detail) {
        return new ProblemException(HttpStatus.CONFLICT, DUE, "It cannot be cancelled any more", detail);
    }

    private void tell(Payment payment) {
        outcomes.forEach(listener -> listener.onOutcome(payment.outcome()));
    }

    private LocalDate today() {
        return dates.dayOf(clock.instant());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
