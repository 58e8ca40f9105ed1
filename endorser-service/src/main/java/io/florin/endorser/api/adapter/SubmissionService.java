package io.florin.endorser.api.adapter;

import io.florin.crypto.Bytes32;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.gather.adapter.GatherLoop;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.BundleLimits;
import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.ProgressTicket;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;

/// A submission's way: judged here, gathered with the peers, answered. What was endorsed before is answered as endorsed
/// whatever the rules say of it by now, so that a repeat is never told the contrary of the first answer.
public final class SubmissionService {

    private static final Metrics NAMES = new Metrics("endorser");
    private static final String FEATURE = "submissions";

    private final EndorsingService checks;
    private final GatherLoop gathering;
    private final TransactionStore store;
    private final InstantSource clock;
    private final MeterRegistry meters;

    public SubmissionService(
            EndorsingService checks,
            GatherLoop gathering,
            TransactionStore store,
            InstantSource clock,
            MeterRegistry meters) {
        this.checks = checks;
        this.gathering = gathering;
        this.store = store;
        this.clock = clock;
        this.meters = meters;
    }

    /// Outcome of one submission.
    record Answer(TransactionId id, SubmissionOutcome outcome) {}

    /// @param ticket under which the submitter is going to ask how far they are
    List<Answer> submit(List<Submission> submissions, Optional<ProgressTicket> ticket) {
        List<Verdict> verdicts = checks.check(submissions, clock.millis());
        List<AcceptedTransaction> accepted = new ArrayList<>();
        Map<TransactionId, SubmissionOutcome> outcomes = new HashMap<>();
        for (Verdict verdict : verdicts) {
            switch (verdict) {
                case Verdict.Accepted(AcceptedTransaction transaction) -> accepted.add(transaction);
                case Verdict.Refused(TransactionId id, RefusalReason reason) ->
                    outcomes.put(id, new SubmissionOutcome.Refused(reason));
                case Verdict.Ahead(TransactionId id) -> outcomes.put(id, new SubmissionOutcome.Unavailable());
            }
        }
        if (!outcomes.isEmpty()) {
            Set<TransactionId> endorsed = store.endorsed(outcomes.keySet());
            endorsed.forEach(id -> outcomes.put(id, new SubmissionOutcome.Endorsed()));
        }
        requireFit(accepted);
        if (!accepted.isEmpty()) {
            ticket.ifPresent(each -> store.expectQuestions(keys(each, accepted)));
            List<SubmissionOutcome> gathered = gathering.endorse(accepted);
            for (int i = 0; i < gathered.size(); i++) {
                outcomes.put(accepted.get(i).id(), gathered.get(i));
            }
        }
        List<Answer> answers = verdicts.stream()
                .map(verdict -> new Answer(
                        verdict.id(), outcomes.getOrDefault(verdict.id(), new SubmissionOutcome.Unavailable())))
                .toList();
        answers.forEach(this::count);
        return answers;
    }

    private static Map<TransactionId, Bytes32> keys(ProgressTicket ticket, List<AcceptedTransaction> transactions) {
        Map<TransactionId, Bytes32> keys = new LinkedHashMap<>();
        transactions.forEach(each -> keys.put(each.id(), ProgressTicket.key(ticket.handle(each.id()))));
        return keys;
    }

    /// A batch keeps its order inside one bundle, so it must fit one.
    private static void requireFit(List<AcceptedTransaction> accepted) {
        boolean fits =
                accepted.stream().collect(Collectors.groupingBy(AcceptedTransaction::namespace)).values().stream()
                        .allMatch(BundleLimits::fit);
        if (!fits) {
            throw new ProblemException(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "batch-too-large",
                    "The batch does not fit into one bundle",
                    "Submit fewer transactions at once.");
        }
    }

    private void count(Answer answer) {
        String outcome = switch (answer.outcome) {
            case SubmissionOutcome.Endorsed() -> "endorsed";
            case SubmissionOutcome.Refused(RefusalReason reason) -> {
                meters.counter(NAMES.name(FEATURE, "refused"), Metrics.REASON, reason.code())
                        .increment();
                yield "refused";
            }
            case SubmissionOutcome.Unavailable() -> "unavailable";
        };
        meters.counter(NAMES.name(FEATURE, "answered"), "outcome", outcome).increment();
    }
}
