package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.Vote;
import io.florin.ledger.rail.signing.AuthoritySignature;
import java.util.List;
import java.util.Optional;

/// Answers of a shard, signed where they are to convince anybody.
final class SignedAnswers {

    private final ShardPlace place;
    private final RailScope scope;
    private final ShardState state;
    private final ShardJournal journal;

    SignedAnswers(ShardPlace place, ShardState state, ShardJournal journal) {
        this.place = place;
        this.scope = place.scope();
        this.state = state;
        this.journal = journal;
    }

    void voted(long request, Bytes32 orderId) {
        journal.holdUnsigned(
                RailStatements.vote(scope, orderId),
                signature -> new ShardEffect.Answer(
                        request, new ShardAnswer.Voted(new Vote(place.authority(), orderId, signature))));
    }

    void executed(long request, TransferCertificate certificate) {
        Bytes32 orderId = certificate.orderId();
        journal.holdUnsigned(
                RailStatements.effects(scope, orderId),
                signature -> new ShardEffect.Answer(
                        request,
                        new ShardAnswer.Executed(
                                certificate, new SignedEffects(place.authority(), orderId, signature))));
    }

    void refused(long request, RailRefusal reason) {
        answer(request, new ShardAnswer.Refused(reason));
    }

    void found(long request, Optional<TransferCertificate> certificate) {
        answer(request, certificate.<ShardAnswer>map(ShardAnswer.Found::new).orElseGet(ShardAnswer.Unknown::new));
    }

    void information(long request, RailAccount account, long fromSequence, long fromPlace) {
        AccountState known = state.account(account);
        answer(
                request,
                new ShardAnswer.Information(new AccountInformation(
                        account,
                        known.balance(),
                        known.credits().pendingSum(),
                        known.nextSequence(),
                        known.pending().map(SignedOrder::id),
                        known.isSuspended(),
                        known.rescues().frozen(),
                        known.executedFrom(fromSequence, AccountInformation.EXECUTED_MAX),
                        known.credits().arrivals(),
                        known.credits().received(fromPlace, AccountInformation.RECEIVED_MAX))));
    }

    /// An order that is executed refutes the question by its certificate.
    void openSequence(long request, RailAccount account, long sequence) {
        AccountState sender = state.account(account);
        if (!place.has(account) || sequence != sender.nextSequence()) {
            found(request, sender.executed(sequence));
            return;
        }
        journal.holdUnsigned(
                RailStatements.openSequence(scope, account, sequence),
                signature -> new ShardEffect.Answer(
                        request,
                        new ShardAnswer.Open(new OpenSequence(place.authority(), account, sequence, signature))));
    }

    /// The certificate held at the freeze, whenever it is asked for: an authority says one thing of a rescue.
    void rescue(long request, RailAccount account, long sequence) {
        Optional<Rescue> rescue = state.account(account).rescues().at(sequence);
        if (rescue.isEmpty()) {
            refused(request, RailRefusal.NOT_FROZEN);
            return;
        }
        RailSequence name = new RailSequence(scope, account, sequence);
        Optional<TransferCertificate> held = rescue.get().held();
        journal.holdUnsigned(
                RailStatements.rescue(name, held.map(TransferCertificate::orderId)),
                signature -> new ShardEffect.Answer(
                        request,
                        new ShardAnswer.Stated(new RescueStatement(name, place.authority(), held, signature))));
    }

    /// To whoever asks for an order of a rescued sequence that is not executed here.
    void rescued(long request, Rescue rescue, Bytes32 orderId) {
        if (rescue.allows(orderId)) {
            answer(request, new ShardAnswer.Waits());
        } else {
            rescue.outcome()
                    .ifPresentOrElse(
                            outcome -> answer(request, new ShardAnswer.Decided(outcome)),
                            () -> refused(request, RailRefusal.SEQUENCE_FROZEN));
        }
    }

    void window(long request, long number) {
        Optional<List<ExecutedOrder>> executed = state.windows().closed(number);
        if (executed.isEmpty()) {
            answer(request, new ShardAnswer.Unknown());
            return;
        }
        journal.holdUnsigned(
                statement(number, executed.get()),
                signature -> new ShardEffect.Answer(
                        request, new ShardAnswer.FoundWindow(window(number, executed.get(), signature))));
    }

    /// To all other authorities.
    void publishWindow(long number) {
        state.windows()
                .closed(number)
                .ifPresent(executed -> journal.holdUnsigned(
                        statement(number, executed),
                        signature -> new ShardEffect.Publish(window(number, executed, signature))));
    }

    private byte[] statement(long number, List<ExecutedOrder> executed) {
        return ExecutedWindow.statement(scope, place.authority(), place.shard(), number, executed);
    }

    private ExecutedWindow window(long number, List<ExecutedOrder> executed, AuthoritySignature signature) {
        return new ExecutedWindow(scope, place.authority(), place.shard(), number, executed, signature);
    }

    void answer(long request, ShardAnswer answer) {
        journal.hold(new ShardEffect.Answer(request, answer));
    }
}
