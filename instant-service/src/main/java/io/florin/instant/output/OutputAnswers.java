package io.florin.instant.output;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.Vote;
import io.florin.ledger.rail.signing.AuthoritySignature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Answers of a shard, signed where they are to convince anybody, and the requests that wait for them. Those are
/// forgotten in a crash; clients ask again.
final class OutputAnswers {

    private static final int WAITING_MAX = 16;

    private final OutputPlace place;
    private final RailScope scope;
    private final OutputState state;
    private final OutputJournal journal;
    private final Map<Bytes32, List<Long>> waiting = new HashMap<>();

    OutputAnswers(OutputPlace place, OutputState state, OutputJournal journal) {
        this.place = place;
        this.scope = place.scope();
        this.state = state;
        this.journal = journal;
    }

    /// Answers a repeat, now or when it is decided.
    ///
    /// @return whether the transaction is known here
    boolean answerKnown(long request, Bytes32 id) {
        Optional<OutputCertificate> executed = state.executions().certificate(id);
        if (executed.isPresent()) {
            executed(request, executed.get());
            return true;
        }
        if (state.hasVoted(id)) {
            voted(request, id);
            return true;
        }
        if (state.gatherings().isExecuting(id) || state.gatherings().voteOf(id).isPresent()) {
            await(request, id);
            return true;
        }
        return false;
    }

    private void await(long request, Bytes32 id) {
        List<Long> requests = waiting.computeIfAbsent(id, _ -> new ArrayList<>());
        if (requests.size() < WAITING_MAX) {
            requests.add(request);
        } else {
            answer(request, new OutputAnswer.Waits());
        }
    }

    /// Those who wait for what is decided now.
    void answerWaiting() {
        state.takeDecided().forEach((id, refusal) -> {
            List<Long> requests = Optional.ofNullable(waiting.remove(id)).orElseGet(List::of);
            for (long request : requests) {
                if (!answerKnown(request, id)) {
                    refused(request, refusal.orElse(RailRefusal.OUTPUT_TAKEN));
                }
            }
        });
    }

    private void voted(long request, Bytes32 id) {
        journal.holdUnsigned(
                RailStatements.vote(scope, id),
                signature -> new OutputEffect.Answer(
                        request, new OutputAnswer.Voted(new Vote(place.authority(), id, signature))));
    }

    private void executed(long request, OutputCertificate certificate) {
        Bytes32 id = certificate.id();
        journal.holdUnsigned(
                RailStatements.effects(scope, id),
                signature -> new OutputEffect.Answer(
                        request,
                        new OutputAnswer.Executed(certificate, new SignedEffects(place.authority(), id, signature))));
    }

    void refused(long request, RailRefusal reason) {
        answer(request, new OutputAnswer.Refused(reason));
    }

    void found(long request, Optional<OutputCertificate> certificate) {
        answer(request, certificate.<OutputAnswer>map(OutputAnswer.Found::new).orElseGet(OutputAnswer.Unknown::new));
    }

    void window(long request, long number) {
        Optional<List<ExecutedOrder>> executed = state.windows().closed(number);
        if (executed.isEmpty()) {
            answer(request, new OutputAnswer.Unknown());
            return;
        }
        journal.holdUnsigned(
                statement(number, executed.get()),
                signature -> new OutputEffect.Answer(
                        request, new OutputAnswer.FoundWindow(window(number, executed.get(), signature))));
    }

    /// To all other authorities.
    void publishWindow(long number) {
        state.windows()
                .closed(number)
                .ifPresent(executed -> journal.holdUnsigned(
                        statement(number, executed),
                        signature -> new OutputEffect.Publish(window(number, executed, signature))));
    }

    private byte[] statement(long number, List<ExecutedOrder> executed) {
        return ExecutedWindow.statement(scope, place.authority(), place.shard(), number, executed);
    }

    private ExecutedWindow window(long number, List<ExecutedOrder> executed, AuthoritySignature signature) {
        return new ExecutedWindow(scope, place.authority(), place.shard(), number, executed, signature);
    }

    private void answer(long request, OutputAnswer answer) {
        journal.hold(new OutputEffect.Answer(request, answer));
    }
}
