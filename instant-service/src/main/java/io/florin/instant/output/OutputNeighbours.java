package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.instant.inbox.NumberedNotice;
import io.florin.instant.roots.Executions;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputTransaction;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;

/// Traffic of a shard with the other shards of its authority and with the other authorities. Messages that are lost on
/// the way are asked for, or sent, again in each round, a bounded number of each kind.
final class OutputNeighbours {

    private static final int TRIES_MAX = 256;

    private final OutputPlace place;
    private final CommitteeVerifier verifier;
    private final OutputState state;
    private final OutputJournal journal;
    private final CarriedFiles carried;
    private final OutputAnswers answers;

    private Bytes32 lastWanted = Bytes32.ZERO;

    OutputNeighbours(
            OutputRules rules, OutputState state, OutputJournal journal, CarriedFiles carried, OutputAnswers answers) {
        this.place = rules.place();
        this.verifier = rules.verifier();
        this.state = state;
        this.journal = journal;
        this.carried = carried;
        this.answers = answers;
    }

    // ---- shards of this authority

    void takeNotice(int fromShard, NumberedNotice<OutputNotice> numbered) {
        switch (state.inbox(fromShard).arrival(numbered.sequence())) {
            case TOO_EARLY -> {
                // those before it are sent again, and so is this one
            }
            case REPEATED ->
                journal.hold(new OutputEffect.AcknowledgeNotices(
                        fromShard, state.inbox(fromShard).taken()));
            case NEXT -> {
                if (!isCredible(fromShard, numbered.notice())) {
                    journal.hold(new OutputEffect.Evidence("a notice of shard " + fromShard + " that proves nothing"));
                    return;
                }
                if (numbered.notice() instanceof OutputNotice.Hold hold) {
                    takeFiles(hold);
                }
                journal.record(new OutputRecord.NoticeTaken(fromShard, numbered));
                journal.hold(new OutputEffect.AcknowledgeNotices(fromShard, numbered.sequence()));
            }
        }
    }

    /// Takes the files. One that does not hold leaves its output unknown, which the answer says.
    private void takeFiles(OutputNotice.Hold hold) {
        Bytes32 id = hold.signed().id();
        var ours = place.ours(hold.signed().transaction());
        if (state.outputs().refusalInSpiteOf(hold.carried(), id, ours).isEmpty()) {
            carried.take(hold.carried());
        }
    }

    private boolean isCredible(int fromShard, OutputNotice notice) {
        return switch (notice) {
            case OutputNotice.Hold(var signed, var _) -> isOf(fromShard, signed.transaction());
            case OutputNotice.Release(var transaction) -> isOf(fromShard, transaction);
            case OutputNotice.Held _, OutputNotice.NotHeld _, OutputNotice.Spent _ -> true;
            case OutputNotice.Dead(Bytes32 id, OutputCertificate instead) ->
                state.coordinated(id).filter(dead -> !isDead(dead, instead)).isEmpty();
            case OutputNotice.Spend(OutputCertificate certificate) ->
                isOf(fromShard, certificate.transaction())
                        && holds(certificate)
                        && state.outputs().isFreeFor(certificate.id(), place.ours(certificate.transaction()));
            case OutputNotice.Made(OutputCertificate certificate) ->
                place.coordinatorOf(certificate.transaction()) == fromShard
                        && place.has(certificate.id())
                        && !state.outputs().areMade(certificate.id())
                        && holds(certificate);
            case OutputNotice.Final(Bytes32 id) ->
                place.has(id) && state.outputs().areMade(id);
        };
    }

    /// Whether that shard coordinates it, and it has inputs here.
    private boolean isOf(int fromShard, OutputTransaction transaction) {
        return place.coordinatorOf(transaction) == fromShard
                && !place.ours(transaction).isEmpty();
    }

    private boolean isDead(OutputTransaction transaction, OutputCertificate instead) {
        return OutputNotice.Dead.isInsteadOf(transaction, instead.transaction()) && holds(instead);
    }

    private boolean holds(OutputCertificate certificate) {
        return certificate.refusal(place.scope(), verifier).isEmpty();
    }

    void acknowledged(int byShard, long upTo) {
        if (state.outbox(byShard).keeps(upTo)) {
            journal.record(new OutputRecord.NoticesAcknowledged(byShard, upTo));
        }
    }

    // ---- other authorities

    void takeWindow(ExecutedWindow window) {
        int authority = window.authority();
        if (!verifier.size().has(authority)
                || authority == place.authority()
                || place.scope().refusalOf(window.scope()).isPresent()) {
            return;
        }
        long expected = state.windows().expected(authority, window.shard());
        if (window.number() > expected) {
            journal.hold(new OutputEffect.FetchWindow(authority, window.shard(), expected));
        }
        if (window.number() != expected) {
            return;
        }
        List<ExecutedOrder> ours = window.executed().stream()
                .filter(order -> place.hasBucket(order.bucket()))
                .toList();
        if (state.executions().hasRoom(authority, ours.size()) && window.isAuthentic(verifier)) {
            journal.record(new OutputRecord.WindowTaken(authority, window.shard(), window.number(), ours));
        }
    }

    // ---- each round

    void round() {
        int size = state.windows().nextSize();
        if (size > 0) {
            journal.record(new OutputRecord.WindowClosed(state.windows().nextNumber(), size));
        }
        // the last one again where nothing is new: whoever missed it hears of it from nobody else
        answers.publishWindow(state.windows().nextNumber() - 1);
        state.outboxes()
                .forEach((shard, outbox) -> outbox.kept(TRIES_MAX)
                        .forEach(notice -> journal.hold(new OutputEffect.SendNotice(shard, notice))));
        long tries = state.nextTry();
        for (Executions.Wanted wanted : state.executions().wanted(lastWanted, tries, TRIES_MAX)) {
            if (!state.gatherings().isExecuting(wanted.orderId())) {
                journal.hold(new OutputEffect.FetchTransaction(wanted.authority(), wanted.orderId()));
            }
            lastWanted = wanted.orderId();
        }
    }
}
