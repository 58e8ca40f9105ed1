package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One account at one authority. Orders are executed in the order of their sequence, each once; the next sequence is
/// the number of those executed.
final class AccountState {

    private final Credits credits = new Credits();
    private final List<TransferCertificate> executed = new ArrayList<>();
    private Amount balance = Amount.ZERO;
    private Optional<SignedOrder> pending = Optional.empty();
    private Optional<TransferCertificate> waiting = Optional.empty();
    private boolean suspended;

    // ---- what it is

    /// What may be spent: final credits and deposits, less what is executed.
    Amount balance() {
        return balance;
    }

    Credits credits() {
        return credits;
    }

    long nextSequence() {
        return executed.size();
    }

    /// What was executed at a sequence.
    Optional<TransferCertificate> executed(long sequence) {
        return sequence < executed.size() ? Optional.of(executed.get((int) sequence)) : Optional.empty();
    }

    /// The order of the next sequence that this authority voted for.
    Optional<SignedOrder> pending() {
        return pending;
    }

    /// A certificate that cannot be executed yet.
    Optional<TransferCertificate> waiting() {
        return waiting;
    }

    boolean isSuspended() {
        return suspended;
    }

    boolean canExecute(TransferCertificate certificate) {
        return certificate.order().sequence() == nextSequence()
                && !certificate.order().amount().exceeds(balance);
    }

    /// Of two certificates the later one waits: whoever executed it has executed those before it and gives them.
    boolean waitsFor(TransferCertificate certificate) {
        return waiting.map(kept -> kept.order().sequence() < certificate.order().sequence())
                .orElse(true);
    }

    // ---- what happens to it, one for one with the records of the journal

    void vote(SignedOrder order) {
        Invariant.check(pending.isEmpty(), "one vote for each sequence");
        Invariant.check(order.order().sequence() == nextSequence(), "a vote is for the next sequence");
        pending = Optional.of(order);
    }

    /// Whatever was voted for at this sequence: the certificate proves that no other order can have one.
    void execute(TransferCertificate certificate) {
        Invariant.check(certificate.order().sequence() == nextSequence(), "orders are executed in sequence");
        balance = balance.minus(certificate.order().amount());
        executed.add(certificate);
        pending = Optional.empty();
        waiting = waiting.filter(kept -> kept.order().sequence() >= nextSequence());
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

    void writeTo(CanonicalWriter writer) {
        writer.u63(balance.minorUnits()).flag(suspended).u32(executed.size());
        executed.forEach(certificate -> writer.fixed(certificate.orderId()));
        writer.flag(pending.isPresent());
        pending.ifPresent(order -> writer.fixed(order.id()));
        writer.flag(waiting.isPresent());
        waiting.ifPresent(certificate -> writer.fixed(certificate.orderId()));
        credits.writeTo(writer);
    }
}
