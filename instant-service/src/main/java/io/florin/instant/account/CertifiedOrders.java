package io.florin.instant.account;

import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import java.util.Optional;

/// Executes certified orders in the order of their sequence. One that comes early, or whose money is not known to be
/// final here, waits: F + 1 honest authorities executed what is before it, so all of that can be had.
final class CertifiedOrders {

    private final ShardState state;
    private final ShardJournal journal;
    private final OrderRules rules;

    CertifiedOrders(ShardState state, ShardJournal journal, OrderRules rules) {
        this.state = state;
        this.journal = journal;
        this.rules = rules;
    }

    /// Executes the certificate, or keeps it, or has done so before.
    ///
    /// @return why it is not taken
    Optional<RailRefusal> take(TransferCertificate certificate) {
        if (isExecuted(certificate)) {
            return Optional.empty();
        }
        TransferOrder order = certificate.order();
        AccountState sender = state.account(order.sender());
        Optional<RailRefusal> refusal = rules.refusalOf(certificate, sender.pending());
        if (refusal.isPresent()) {
            return refusal;
        }
        Optional<Rescue> rescue = sender.rescues().at(order.sequence());
        boolean anotherStands =
                rescue.flatMap(Rescue::standing).isPresent() && sender.rescues().forbid(certificate);
        if (!anotherStands && sender.rescues().forbid(certificate)) {
            if (sender.rescues().isVoid(order.sequence()) && state.executions().isLacking(certificate.orderId())) {
                journal.record(new ShardRecord.Lapsed(certificate));
            }
            return Optional.of(RailRefusal.SEQUENCE_FROZEN);
        }
        if (anotherStands || order.sequence() < sender.nextSequence()) {
            journal.hold(ShardEffect.Evidence.TWO_CERTIFICATES);
            return Optional.of(RailRefusal.CONFLICTING_CERTIFICATE);
        }
        if (sender.canExecute(certificate)) {
            journal.record(new ShardRecord.Executed(certificate));
        } else if (sender.waitsFor(certificate)) {
            journal.record(new ShardRecord.Waiting(certificate));
        }
        return Optional.empty();
    }

    private boolean isExecuted(TransferCertificate certificate) {
        return state.executions().find(certificate.orderId()).isPresent();
    }

    /// Until nothing moves: an execution may make another account's certificate covered.
    void executeWhatWaited() {
        for (var moved = state.takeMoved(); !moved.isEmpty(); moved = state.takeMoved()) {
            moved.forEach(this::executeIfReady);
        }
    }

    void executeIfReady(RailAccount account) {
        state.account(account).ready().ifPresent(certificate -> journal.record(new ShardRecord.Executed(certificate)));
    }

    /// Takes payments that the account's owner brings; the first bad one ends it.
    ///
    /// @return why it ended
    Optional<RailRefusal> takeCarried(RailAccount account, CarriedPayments carried) {
        for (FinalPayment payment : carried.payments()) {
            Optional<RailRefusal> refusal = takeCarried(account, payment);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private Optional<RailRefusal> takeCarried(RailAccount account, FinalPayment payment) {
        TransferOrder order = payment.order();
        if (!order.recipient().equals(new RailRecipient.OnRail(account))) {
            return Optional.of(RailRefusal.CARRIED_FOR_ANOTHER);
        }
        AccountState recipient = state.account(account);
        if (recipient.credits().isFinal(payment.orderId())) {
            return Optional.empty();
        }
        Optional<RailRefusal> refusal = payment.refusal(rules.place().scope(), rules.verifier());
        if (refusal.isPresent()) {
            return refusal;
        }
        if (recipient.balance().minorUnits() > Long.MAX_VALUE - order.amount().minorUnits()) {
            return Optional.of(RailRefusal.VALUE_OVERFLOW);
        }
        journal.record(new ShardRecord.Carried(payment));
        if (state.account(account).credits().isAhead(payment.orderId())) {
            bringToSender(payment.certificate());
        }
        return Optional.empty();
    }

    /// The sender's shard does not know of the order yet, and perhaps nobody else brings it.
    private void bringToSender(TransferCertificate certificate) {
        if (rules.place().has(certificate.order().sender())) {
            take(certificate);
        } else {
            journal.hold(new ShardEffect.HandOn(certificate));
        }
    }
}
