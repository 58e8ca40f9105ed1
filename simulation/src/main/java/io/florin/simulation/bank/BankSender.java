package io.florin.simulation.bank;

import io.florin.bank.payments.Submissions;
import io.florin.bank.payments.Submissions.Conclusion;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.submission.BatchAnswers;
import io.florin.simulation.endorser.EndorserNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/// Sends what is due to one endorser after the other, as the service's sender does: the real [Submissions] and
/// [BatchAnswers] say what goes out and what answers mean.
final class BankSender {
    private static final int BATCH = 32;
    private static final long RESEND_MILLIS = 2_500;
    private static final long PAUSE_MILLIS = 500;

    private final BankSurroundings surroundings;
    private final BankRecords records;
    private final Endorsers endorsers;
    private final Random random;

    /// Endorsers that are asked.
    interface Endorsers {
        List<EndorserNode> all();

        EndorserGroup group();

        boolean isSuperseded(long configuration);

        /// @param answer told outcomes, or nothing when there is no answer in time
        void submit(
                EndorserNode endorser,
                List<Submission> submissions,
                Consumer<Optional<List<SubmissionOutcome>>> answer);
    }

    BankSender(BankSurroundings surroundings, BankRecords records, Endorsers endorsers, Random random) {
        this.surroundings = surroundings;
        this.records = records;
        this.endorsers = endorsers;
        this.random = random;
    }

    /// @param done told whether something was sent
    void send(Consumer<Boolean> done) {
        List<OutboxEntry> due =
                records.due(surroundings.nowMillis()).stream().limit(BATCH).toList();
        List<OutboxEntry> chosen = Submissions.chosen(due, due.size() == BATCH, BATCH);
        if (chosen.isEmpty()) {
            done.accept(false);
            return;
        }
        surroundings.commit(new BankEntry.Claimed(
                chosen.stream().map(OutboxEntry::transactionId).toList(), surroundings.nowMillis() + RESEND_MILLIS));
        List<EndorserNode> order = new ArrayList<>(endorsers.all());
        Collections.shuffle(order, random);
        new Round(chosen, order, done)
                .ask(0, chosen.stream().map(OutboxEntry::submission).toList());
    }

    /// One submission, until it is answered or everybody was asked.
    private final class Round {
        private final List<OutboxEntry> sent;
        private final List<EndorserNode> order;
        private final Consumer<Boolean> done;
        private final BatchAnswers answers;

        Round(List<OutboxEntry> sent, List<EndorserNode> order, Consumer<Boolean> done) {
            this.sent = sent;
            this.order = order;
            this.done = done;
            this.answers = new BatchAnswers(
                    endorsers.group(), order.size(), Set.of(RefusalReason.REGISTRATION_NOT_CURRENT.code()));
        }

        void ask(int turn, List<Submission> open) {
            if (open.isEmpty() || turn == order.size()) {
                conclude();
                return;
            }
            endorsers.submit(order.get(turn), open, outcomes -> {
                if (outcomes.isEmpty()
                        || outcomes.get().stream().anyMatch(SubmissionOutcome.Unavailable.class::isInstance)) {
                    answers.silent(true);
                    ask(turn + 1, open);
                } else {
                    ask(turn + 1, answers.take(open, answersOf(open, outcomes.get())));
                }
            });
        }

        private List<SubmissionAnswer> answersOf(List<Submission> open, List<SubmissionOutcome> outcomes) {
            List<SubmissionAnswer> answers = new ArrayList<>();
            for (int i = 0; i < outcomes.size(); i++) {
                String id = open.get(i).transaction().id().toHex();
                answers.add(
                        outcomes.get(i) instanceof SubmissionOutcome.Refused(RefusalReason reason)
                                ? new SubmissionAnswer(id, false, reason.number(), reason.code())
                                : new SubmissionAnswer(id, true, 0, ""));
            }
            return answers;
        }

        private void conclude() {
            List<Conclusion> conclusions = Submissions.concluded(sent, answers, endorsers::isSuperseded);
            for (Conclusion conclusion : conclusions) {
                surroundings.commit(
                        switch (conclusion) {
                            case Conclusion.Refused(var id, var code, var again) ->
                                new BankEntry.Refused(id, code, again);
                            case Conclusion.NeverSent(var ids) ->
                                new BankEntry.Postponed(ids, true, surroundings.nowMillis() + PAUSE_MILLIS);
                            case Conclusion.Later(var ids) ->
                                new BankEntry.Postponed(ids, false, surroundings.nowMillis() + PAUSE_MILLIS);
                        });
            }
            done.accept(true);
        }
    }
}
