package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One account at one authority. Orders are executed in the order of their sequence, each once; the next sequence is
/// the number of those executed and of those that rescue made void.
final class AccountState {

    private final Credits credits = new Credits();
    private final Rescues rescues = new Rescues();

    /// Results of sequences that are over here: the order executed, or none where the sequence is void.
    private final List<Optional<TransferCertificate>> ended = new ArrayList<>();

    private Amount balance = Amount.ZERO;
    private Optional<SignedOrder> pending = Optional.empty();
    private Optional<TransferCertificate> waiting = Optional.empty();
    private boolean suspended;

    // ---- what it is

    /// Money that may be spent: final credits and deposits, less executed orders.
    Amount balance() {
        return balance;
    }

    Credits credits() {
        return credits;
    }

    long nextSequence() {
        return ended.size();
    }

    /// The order executed at a sequence.
    ///
    /// @param sequence any number: whoever asks an authority sends what he likes
    Optional<TransferCertificate> executed(long sequence) {
        return sequence >= 0 && sequence < ended.size() ? ended.get((int) sequence) : Optional.empty();
    }

    Rescues rescues() {
        return rescues;
    }

    /// The order of the next sequence that this authority voted for.
    Optional<SignedOrder> pending() {
        return pending;
    }

    /// A certificate that cannot be executed yet.
    Optional<TransferCertificate> waiting() {
        return waiting;
    }

    /// Whether a certificate waits, or an order that stands.
    boolean isWaiting() {
        return waiting.isPresent()
                || rescues.lastStanding().filter(last -> last >= nextSequence()).isPresent();
    }

    /// Whether what waits cannot be executed before another order.
    boolean lacksOrders() {
        return waiting.filter(it -> it.order().sequence() > nextSequence()).isPresent()
                || rescues.lastStanding().filter(last -> last > nextSequence()).isPresent();
    }

    /// Certificate that waits and can be executed.
    Optional<TransferCertificate> ready() {
        return rescues.standing(nextSequence()).or(this::waiting).filter(this::canExecute);
    }

    boolean isSuspended() {
        return suspended;
    }

    boolean canExecute(TransferCertificate certificate) {
        return certificate.order().sequence() == nextSequence()
                && !certificate.order().amount().exceeds(balance)
                && !rescues.forbid(certificate);
    }

    /// Of two certificates the later one waits: whoever executed it has executed those before it and gives them. An
    /// order that stands waits with its rescue.
    boolean waitsFor(TransferCertificate certificate) {
        return rescues.at(certificate.order().sequence()).isEmpty()
                && waiting.map(kept ->
                                kept.order().sequence() < certificate.order().sequence())
                        .orElse(true);
    }

    /// Executed orders from a sequence on; void sequences have none.
    List<TransferCertificate> executedFrom(long sequence, int max) {
        int begin = (int) Math.min(Math.max(0, sequence), ended.size());
        return ended.subList(begin, Math.min(ended.size(), begin + max)).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    // ---- what happens to it, one for one with the records of the journal

    void vote(SignedOrder order) {
        Invariant.check(pending.isEmpty(), "one vote for each sequence");
        Invariant.check(order.order().sequence() == nextSequence(), "a vote is for the next sequence");
        Invariant.check(rescues.at(nextSequence()).isEmpty(), "no vote for a frozen sequence");
        pending = Optional.of(order);
    }

    /// Executes the certificate, also against this authority's own vote at this sequence: it proves that no other order
    /// can have one.
    void execute(TransferCertificate certificate) {
        Invariant.check(certificate.order().sequence() == nextSequence(), "orders are executed in sequence");
        Invariant.check(!rescues.forbid(certificate), "of a rescued sequence nothing but what stands is executed");
        balance = balance.minus(certificate.order().amount());
        end(Optional.of(certificate));
        passVoid();
    }

    private void end(Optional<TransferCertificate> order) {
        ended.add(order);
        pending = Optional.empty();
        waiting = waiting.filter(kept -> kept.order().sequence() >= nextSequence());
    }

    private void passVoid() {
        while (rescues.isVoid(nextSequence())) {
            end(Optional.empty());
        }
    }

    /// From now on there are no votes and no executions at this sequence. What is held is what was executed or waits.
    void freeze(long sequence) {
        Optional<TransferCertificate> waits =
                waiting.filter(kept -> kept.order().sequence() == sequence);
        rescues.freeze(sequence, executed(sequence).or(() -> waits));
        if (waits.isPresent()) {
            waiting = Optional.empty();
        }
    }

    void stands(RescueOutcome outcome) {
        rescues.decide(outcome, true);
    }

    /// A vote for the sequence after it stays: it was this account's only one there.
    ///
    /// @return the order that was executed at that sequence, and is taken back
    Optional<TransferCertificate> voided(RescueOutcome outcome) {
        rescues.decide(outcome, false);
        long sequence = outcome.rescue().sequence();
        Optional<TransferCertificate> undone = executed(sequence);
        undone.ifPresent(certificate -> {
            ended.set((int) sequence, Optional.empty());
            receive(certificate.order().amount());
        });
        passVoid();
        return undone;
    }

    void keepWaiting(TransferCertificate certificate) {
        waiting = Optional.of(certificate);
    }

    void receive(Amount amount) {
        balance = balance.plus(amount);
    }

    void knownFinal(Bytes32 orderId) {
        receive(credits.knownFinal(orderId));
    }

    void carried(Bytes32 orderId, Amount amount) {
        receive(credits.carried(orderId, amount));
    }

    void suspend(boolean now) {
        suspended = now;
    }

    // ---- as items

    /// Its orders are written by their ids: the shard has each certificate once, with who executed it.
    void writeTo(StateWriter writer, RailAccount account) {
        CanonicalWriter item = writer.item(StateItem.ACCOUNT)
                .fixed(account.value())
                .u63(balance.minorUnits())
                .flag(suspended)
                .flag(pending.isPresent());
        pending.ifPresent(order -> order.writeTo(item));
        item.flag(waiting.isPresent());
        waiting.ifPresent(certificate -> certificate.writeTo(item));
        for (Optional<TransferCertificate> order : ended) {
            CanonicalWriter each =
                    writer.item(StateItem.ENDED).fixed(account.value()).flag(order.isPresent());
            order.ifPresent(certificate -> each.fixed(certificate.orderId()));
        }
        rescues.writeTo(writer, account);
        credits.writeTo(writer, account);
    }

    void restore(CanonicalReader reader) {
        balance = Amount.of(reader.u63());
        suspended = reader.flag();
        pending = reader.flag() ? Optional.of(SignedOrder.readFrom(reader)) : Optional.empty();
        waiting = reader.flag() ? Optional.of(TransferCertificate.readFrom(reader)) : Optional.empty();
    }

    void restoreEnded(Optional<TransferCertificate> order) {
        ended.add(order);
    }
}
