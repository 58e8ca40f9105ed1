package io.florin.bank.screening;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.MoneyMover;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.bank.protocol.MoneyOrder.Kind;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.screening.HeldCredit.State;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.runtime.screening.Screening;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionTemplate;

/// Persons decide about held credits: one keeps it held, two release it, whatever the amount.
///
/// A release is of what its clerk saw: where something was found since, it is refused and the clerk looks again.
final class HeldCreditReleases implements MoneyMover {

    static final String PAGE = "/console/held-credits/";

    private final HeldCredits credits;
    private final ListInUse lists;
    private final WalletBook wallets;
    private final DecisionLog log;
    private final TransactionTemplate transactions;
    private final InstantSource clock;

    HeldCreditReleases(
            HeldCredits credits,
            ListInUse lists,
            WalletBook wallets,
            DecisionLog log,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.credits = credits;
        this.lists = lists;
        this.wallets = wallets;
        this.log = log;
        this.transactions = transactions;
        this.clock = clock;
    }

    /// Under which the log of decisions has it.
    static String subject(UUID id) {
        return "held-credit/" + id;
    }

    @Override
    public Set<Kind> kinds() {
        return Set.of(Kind.RELEASE);
    }

    /// One person's part of a release.
    ///
    /// @param version that the person saw
    /// @return 202 with the page of orders that wait, or a refusal
    ResponseEntity<String> order(FourEyes fourEyes, Wish wish, String clerk, String key) {
        HeldCredit credit = credits.find(wish.id()).orElseThrow(HeldCreditReleases::unknown);
        String iban = wallets.wallet(credit.wallet()).map(WalletInfo::iban).orElse("");
        MoneyOrder order = new MoneyOrder(
                Kind.RELEASE,
                credit.wallet(),
                credit.payeeName(),
                iban,
                credit.amount(),
                "",
                wish.reason(),
                null,
                wish.id() + "/" + wish.version());
        return fourEyes.order(order, clerk, key);
    }

    record Wish(UUID id, int version, String reason) {}

    @Override
    public Supplier<String> prepare(MoneyOrder order, String traceId) {
        Wish wish = wish(order);
        check(credits.find(wish.id()).orElseThrow(HeldCreditReleases::unknown), wish.version());
        return () -> {
            check(credits.hold(wish.id()).orElseThrow(HeldCreditReleases::unknown), wish.version());
            credits.release(wish.id(), wish.reason(), clock.instant());
            credits.clear(wish.id());
            return PAGE + wish.id();
        };
    }

    @Override
    public void approved(MoneyOrder order, String enteredBy, String approver) {
        Wish wish = wish(order);
        HeldCredit credit = credits.find(wish.id()).orElseThrow(HeldCreditReleases::unknown);
        credits.decidedBy(wish.id(), enteredBy + ", " + approver);
        log(approver, "credit-released", credit, "ordered by " + enteredBy + ": " + wish.reason());
    }

    /// It stays held, until two persons release it all the same.
    HeldCredit keep(UUID id, String reason, String clerk) {
        transactions.executeWithoutResult(_ -> {
            HeldCredit credit = credits.hold(id).orElseThrow(HeldCreditReleases::unknown);
            if (credit.state() != State.HIT && credit.state() != State.UNNAMED) {
                throw ApiProblems.refused("already-decided", "somebody has decided already");
            }
            credits.decide(id, State.KEPT, reason, clock.instant());
            credits.decidedBy(id, clerk);
            log(clerk, "credit-kept", credit, reason);
        });
        return credits.find(id).orElseThrow(HeldCreditReleases::unknown);
    }

    private void check(HeldCredit credit, int version) {
        if (!credit.state().isOpen()) {
            throw ApiProblems.refused(
                    "credit-not-held", "this credit is not held, or waits to be screened: " + credit.state());
        }
        Screening list = lists.current()
                .orElseThrow(() -> ApiProblems.refused("not-screened", "the sanctions list cannot be read now"));
        if (!credit.listVersion().equals(list.listVersion())) {
            throw ApiProblems.refused("not-screened", "the list has changed and this credit is about to be screened");
        }
        if (credit.version() != version) {
            throw ApiProblems.refused("screened-anew", "more was found since the release was ordered: look again");
        }
    }

    private void log(String person, String action, HeldCredit credit, String reason) {
        String actor = "person:" + person;
        log.append(new Decision(
                actor.substring(0, Math.min(actor.length(), Decision.ACTOR_MAX)),
                action,
                subject(credit.id()),
                reason.substring(0, Math.min(reason.length(), Decision.REASON_MAX)),
                credit.listVersion()));
    }

    private static Wish wish(MoneyOrder order) {
        String[] parts = order.subject().split("/", 2);
        return new Wish(UUID.fromString(parts[0]), Integer.parseInt(parts[1]), order.remittance());
    }

    private static RuntimeException unknown() {
        return ApiProblems.unknown("held credit");
    }
}
