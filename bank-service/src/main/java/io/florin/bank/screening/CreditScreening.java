package io.florin.bank.screening;

import io.florin.bank.screening.HeldCredit.State;
import io.florin.bank.screening.HeldCredits.Due;
import io.florin.bank.screening.HeldCredits.Finding;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.runtime.screening.Screening;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/// Screens what other banks paid, some at a time and outside database transactions: blocks never wait for it.
///
/// | credit | the list names nobody undecided | somebody | no list |
/// |---|---|---|---|
/// | `WAITING`, payer's words here | available, forgotten | `HIT` | waits |
/// | `WAITING`, no words in time | `UNNAMED` | `UNNAMED` | waits |
/// | `UNNAMED`, words came | available, forgotten | `HIT` | waits |
/// | `HIT`, list or memory changed | `RELEASED` if two persons cleared all that was found; else stays | stays, a new version | stays |
/// | `KEPT`, list changed | stays | stays, a new version | stays |
/// | keys are the holder's | forgotten | `REPORTED`, once | waits |
///
/// One thread drives it.
public final class CreditScreening {

    static final String CLEARED = "two persons have cleared it before";

    private static final Logger LOG = LoggerFactory.getLogger(CreditScreening.class);
    private static final int BATCH = 500;
    private static final String RULE = "rule:screening";

    private final ListInUse lists;
    private final HeldCredits credits;
    private final DecisionLog log;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final Duration noteWait;
    private final NameCheck names = new NameCheck();

    CreditScreening(
            ListInUse lists,
            HeldCredits credits,
            DecisionLog log,
            TransactionTemplate transactions,
            InstantSource clock,
            Duration noteWait) {
        this.lists = lists;
        this.credits = credits;
        this.log = log;
        this.transactions = transactions;
        this.clock = clock;
        this.noteWait = noteWait;
    }

    private record Screened(Due due, NameCheck.Result result) {}

    /// @return how many were screened; 0 while there is no list
    public int step() {
        Optional<Screening> list = lists.current();
        if (list.isEmpty()) {
            return 0;
        }
        List<Due> due = credits.due(list.get().listVersion(), clock.instant().minus(noteWait), BATCH);
        if (due.isEmpty()) {
            return 0;
        }
        List<Screened> screened = due.stream()
                .map(one -> new Screened(one, names.check(list.get(), one.names())))
                .toList();
        transactions.executeWithoutResult(_ -> settle(screened));
        return due.size();
    }

    /// The log last: who appends has no other row to wait for.
    private void settle(List<Screened> screened) {
        Set<String> subjects = new LinkedHashSet<>();
        screened.forEach(one -> one.result().found().forEach(found -> subjects.add(found.subject())));
        List<Found> cleared = new ArrayList<>(credits.cleared(subjects));
        List<UUID> passed = new ArrayList<>();
        List<Decision> decisions = new ArrayList<>();
        for (Screened one : screened) {
            Due due = one.due();
            List<Found> open = NameCheck.undecided(one.result().found(), cleared);
            switch (due.state()) {
                case WAITING, UNNAMED -> {
                    boolean complete = due.noted() || !due.custodial();
                    if (due.spent() || (complete && open.isEmpty())) {
                        passed.add(due.id());
                    } else {
                        first(due, one.result().listVersion(), open, cleared);
                    }
                }
                case HIT, KEPT -> again(due, one.result().listVersion(), open).ifPresent(decisions::add);
                case RELEASED, REPORTED -> {} // not due
            }
        }
        credits.pass(passed);
        decisions.forEach(log::append);
    }

    private void first(Due due, String listVersion, List<Found> open, List<Found> cleared) {
        State next = !due.custodial() ? State.REPORTED : due.noted() ? State.HIT : State.UNNAMED;
        boolean kept = credits.found(due, new Finding(next, true, listVersion, open), clock.instant());
        if (kept && next == State.REPORTED) {
            credits.clear(due.id());
            cleared.addAll(open);
        }
        if (kept) {
            LOG.info("a credit from another bank is looked at: id={} state={} list={}", due.id(), next, listVersion);
        }
    }

    /// @return a decision where two persons had decided all there is to decide
    private Optional<Decision> again(Due due, String listVersion, List<Found> open) {
        List<Found> before = credits.hits(due.id());
        if (due.state() == State.HIT && open.isEmpty()) {
            List<Found> cleared =
                    credits.cleared(before.stream().map(Found::subject).toList());
            if (NameCheck.undecided(before, cleared).isEmpty()) {
                credits.release(due.id(), CLEARED, clock.instant());
                credits.decidedBy(due.id(), RULE);
                return Optional.of(new Decision(
                        RULE, "credit-released", HeldCreditReleases.subject(due.id()), CLEARED, listVersion));
            }
        }
        boolean fresh = !NameCheck.undecided(open, before).isEmpty();
        credits.found(due, new Finding(due.state(), fresh, listVersion, open), clock.instant());
        return Optional.empty();
    }
}
