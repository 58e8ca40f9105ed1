package io.florin.simulation.bank;

import io.florin.bank.payments.Pauses;
import io.florin.bank.payments.PaymentDue;
import io.florin.bank.payments.Settlement;
import io.florin.bank.payments.Settlement.Ending;
import io.florin.bank.payments.WalletPicture;
import io.florin.bank.protocol.PaymentState;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;

/// A bank's database, as its log and the blocks that it followed make it: payments, transactions under way, tokens of
/// its wallets and which of them are set aside.
final class BankRecords {
    private final BankMoney money;
    private final ToLongFunction<OutboxEntry> overAt;
    private final LongUnaryOperator reached;
    private final Map<UUID, BankPayment> payments = new LinkedHashMap<>();
    private final Map<TransactionId, OutboxEntry> outgoing = new LinkedHashMap<>();
    private final Map<StateKey, TransactionId> reserved = new LinkedHashMap<>();
    private long height;

    /// @param money empty, as the database is in the beginning
    /// @param overAt the height at which a transaction can never commit any more
    /// @param reached the height that counts for that, by the last block that was followed
    BankRecords(BankMoney money, ToLongFunction<OutboxEntry> overAt, LongUnaryOperator reached) {
        this.money = money;
        this.overAt = overAt;
        this.reached = reached;
    }

    // ---- what is asked

    Collection<BankPayment> payments() {
        return payments.values();
    }

    boolean has(UUID payment) {
        return payments.containsKey(payment);
    }

    List<Long> waiting() {
        Set<Long> waiting = new TreeSet<>();
        payments.values().stream()
                .filter(payment -> payment.state() == PaymentState.ACCEPTED)
                .forEach(payment -> waiting.add(payment.order().wallet()));
        return List.copyOf(waiting);
    }

    /// Amount that the wallet can still promise.
    long free(long wallet) {
        long promised = payments.values().stream()
                .filter(payment ->
                        payment.order().wallet() == wallet && !payment.state().isFinal())
                .mapToLong(payment -> payment.order().amount())
                .sum();
        return money.worth(wallet) - promised;
    }

    /// Sum of what a wallet has.
    long worth(long wallet) {
        return money.worth(wallet);
    }

    /// Position up to which an endorser's notes are read.
    long positionAt(int endorser) {
        return money.positionAt(endorser);
    }

    WalletPicture picture(long wallet, long nowMillis) {
        List<BankPayment> own = payments.values().stream()
                .filter(payment -> payment.order().wallet() == wallet && payment.state() == PaymentState.ACCEPTED)
                .toList();
        List<PaymentDue> dues = own.stream()
                .filter(payment -> payment.planAfterMillis() <= nowMillis && !isBeingPrepared(payment))
                .map(payment -> new PaymentDue(
                        payment.order().id(),
                        Amount.of(payment.order().amount()),
                        false,
                        true,
                        payment.prepared(),
                        payment.isAlone()))
                .toList();
        Optional<Instant> next = own.stream()
                .map(BankPayment::planAfterMillis)
                .filter(at -> at > nowMillis)
                .min(Long::compare)
                .map(Instant::ofEpochMilli);
        int underWay = (int) outgoing.values().stream()
                .filter(each -> each.wallet() == wallet && !each.isOver())
                .count();
        return new WalletPicture(
                wallet, dues, false, false, next, money.picture(wallet, reserved::containsKey, underWay));
    }

    /// Whether the transaction that makes its token is under way.
    private boolean isBeingPrepared(BankPayment payment) {
        return payment.prepared().flatMap(token -> sent(token.transaction())).isPresent();
    }

    long amountOf(UUID payment) {
        return payment(payment).order().amount();
    }

    /// Whether the inputs are free and the payments accepted, as the database's constraints ask.
    boolean canKeep(List<BankEntry.Signed> signed) {
        Set<StateKey> made = new LinkedHashSet<>();
        for (BankEntry.Signed each : signed) {
            for (StateKey name : each.inputs()) {
                if (reserved.containsKey(name) || !money.has(name) && !made.contains(name)) {
                    return false;
                }
            }
            made.addAll(each.made());
            if (!each.pays().stream().allMatch(id -> payment(id).state() == PaymentState.ACCEPTED)) {
                return false;
            }
        }
        return true;
    }

    /// In the order in which they go; a later stage when the first one is final.
    List<OutboxEntry> due(long nowMillis) {
        return outgoing.values().stream()
                .filter(each -> !each.isOver() && each.nextMillis() <= nowMillis)
                .filter(each -> each.stage() == 0
                        || outgoing.values().stream()
                                .noneMatch(other -> other.plan().equals(each.plan())
                                        && other.stage() < each.stage()
                                        && !other.isOver()))
                .toList();
    }

    Optional<Long> nextAttempt(long nowMillis) {
        return outgoing.values().stream()
                .filter(each -> !each.isOver())
                .map(OutboxEntry::nextMillis)
                .filter(at -> at > nowMillis)
                .min(Long::compare);
    }

    /// Makes due whatever was put off before the clock was set back.
    void recall(long nowMillis) {
        long beyond = nowMillis + Pauses.MAX.toMillis();
        payments.values().stream()
                .filter(payment -> payment.planAfterMillis() > beyond)
                .forEach(payment -> payment.planAfter(nowMillis));
        outgoing.values().stream().filter(each -> each.nextMillis() > beyond).forEach(each -> each.dueAt(nowMillis));
    }

    long height() {
        return height;
    }

    /// Transactions that were never ordered, or too late.
    int expired() {
        return (int) outgoing.values().stream().filter(OutboxEntry::isExpired).count();
    }

    List<OutboxEntry> underWay() {
        return outgoing.values().stream().filter(each -> !each.isOver()).toList();
    }

    // ---- what changes

    /// @return wallets of which something changed
    Set<Long> apply(BankEntry.Change change, long nowMillis) {
        return switch (change) {
            case BankEntry.Accepted(CustomerOrder order) -> {
                payments.put(order.id(), new BankPayment(order));
                yield Set.of(order.wallet());
            }
            case BankEntry.Kept(long wallet, List<BankEntry.Signed> signed) -> {
                signed.forEach(each -> keep(wallet, each));
                yield Set.of();
            }
            case BankEntry.Claimed(List<TransactionId> ids, long next) -> {
                ids.forEach(id -> sent(id).ifPresent(each -> each.claimed(next)));
                yield Set.of();
            }
            case BankEntry.Postponed(List<TransactionId> ids, boolean neverSent, long next) -> {
                ids.forEach(id -> sent(id).ifPresent(each -> each.postponed(neverSent, next)));
                yield Set.of();
            }
            case BankEntry.NotesRead read -> money.read(read);
            case BankEntry.Refused(TransactionId id, String code, boolean again) ->
                finish(
                        sent(id).map(each -> Map.of(each, code)).orElse(Map.of()),
                        again ? Ending.AGAIN : Ending.ALONE,
                        nowMillis);
        };
    }

    private Optional<OutboxEntry> sent(TransactionId id) {
        return Optional.ofNullable(outgoing.get(id)).filter(each -> !each.isOver());
    }

    private BankPayment payment(UUID id) {
        return Optional.ofNullable(payments.get(id)).orElseThrow();
    }

    private void keep(long wallet, BankEntry.Signed signed) {
        TransactionId id = signed.transaction().id();
        outgoing.put(id, new OutboxEntry(wallet, signed));
        signed.inputs().forEach(input -> reserved.put(input, id));
        signed.pays().forEach(each -> payment(each).submitted(id));
        signed.prepared().forEach((each, token) -> payment(each).prepared(token));
    }

    /// A block's effects on tokens, and the end of transactions.
    ///
    /// @return wallets of which something changed
    Set<Long> apply(SettledBlock block, long nowMillis) {
        height = block.number();
        Set<Long> changed = new TreeSet<>();
        for (SettledTransaction settled : block.committed()) {
            changed.addAll(money.committed(settled.committed().orElseThrow(), height));
        }
        Map<OutboxEntry, String> ended = new LinkedHashMap<>();
        for (SettledTransaction settled : block.transactions()) {
            settled.claimed()
                    .flatMap(this::sent)
                    .ifPresent(
                            each -> ended.put(each, settled.outcome().status().name()));
        }
        changed.addAll(finish(ended, Ending.AGAIN, nowMillis));
        long passed = reached.applyAsLong(height);
        Map<OutboxEntry, String> expired = new LinkedHashMap<>();
        outgoing.values().stream()
                .filter(each -> !each.isOver() && overAt.applyAsLong(each) <= passed)
                .forEach(each -> expired.put(each, TransactionStatus.ABORTED_EXPIRED.name()));
        expired.keySet().forEach(OutboxEntry::expire);
        changed.addAll(finish(expired, Ending.AGAIN, nowMillis));
        return changed;
    }

    private Set<Long> finish(Map<OutboxEntry, String> ended, Ending ending, long nowMillis) {
        if (ended.isEmpty()) {
            return Set.of();
        }
        Settlement settlement = new Settlement(ending);
        Set<Long> changed = new TreeSet<>();
        ended.forEach((each, status) -> {
            each.finish();
            settlement.ended(each, status);
            changed.add(each.wallet());
        });
        Set<UUID> broken = Set.copyOf(settlement.brokenPlans());
        for (OutboxEntry each : outgoing.values()) {
            if (!each.isOver() && each.stage() > 0 && each.attempts() == 0 && broken.contains(each.plan())) {
                each.finish();
                settlement.unsent(each);
            }
        }
        Set<TransactionId> all = Set.copyOf(settlement.transactions());
        reserved.values().removeIf(all::contains);
        List<BankPayment> carried = new ArrayList<>();
        for (BankPayment each : payments.values()) {
            if (each.transaction().filter(all::contains).isPresent()) {
                carried.add(each);
            }
        }
        List<Settlement.Outcome> outcomes = settlement.outcomes(carried.stream()
                .map(each -> new Settlement.Carried(
                        each.order().id(), each.transaction().orElseThrow(), each.state()))
                .toList());
        for (int i = 0; i < carried.size(); i++) {
            end(carried.get(i), outcomes.get(i), nowMillis);
        }
        return changed;
    }

    private static void end(BankPayment payment, Settlement.Outcome outcome, long nowMillis) {
        switch (outcome) {
            case Settlement.Outcome.Settled _ -> {
                Invariant.check(payment.state() == PaymentState.SUBMITTED, "only what was submitted settles");
                payment.settled();
            }
            case Settlement.Outcome.Again(String code) -> payment.failed(code, nowMillis);
            case Settlement.Outcome.Rejected(String code) -> payment.rejected(code);
            case Settlement.Outcome.Alone _ -> payment.separated();
            case Settlement.Outcome.Nothing _ -> {
                // it had ended before
            }
        }
    }
}
