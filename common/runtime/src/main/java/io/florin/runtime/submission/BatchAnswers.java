package io.florin.runtime.submission;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Answers of endorsers to transactions that were handed in together, to one endorser after the other
/// ([EndorserClient#submitAll]). What an endorser does not mention counts as taken: its refusal is not known.
public final class BatchAnswers {

    private final int needed;
    private final Set<String> saysNothing;
    private final Map<TransactionId, List<String>> codes = new HashMap<>();
    private final Set<TransactionId> deferred = new HashSet<>();
    private boolean answered;
    private boolean perhapsTaken;

    /// With a threshold of t out of n endorsers, n - t + 1 refusals leave too few to sign. Fewer prove nothing: one
    /// that says no may have gathered its peers' signatures all the same. Who knows fewer endorsers believes all of
    /// them.
    ///
    /// @param group that is to sign the transactions, in the configuration in force
    /// @param known endorsers that can be asked
    /// @param saysNothing codes that do not speak of the transaction
    public BatchAnswers(EndorserGroup group, int known, Set<String> saysNothing) {
        this.needed = EndorserClient.believed(group, known);
        this.saysNothing = saysNothing;
    }

    /// Takes one endorser's answers.
    ///
    /// @return the submissions that another endorser is to be asked about
    public List<Submission> take(List<Submission> asked, List<SubmissionAnswer> answers) {
        answered = true;
        Map<String, SubmissionAnswer> byId = new HashMap<>();
        answers.forEach(answer -> byId.put(answer.id(), answer));
        List<Submission> open = new ArrayList<>();
        for (Submission submission : asked) {
            TransactionId id = submission.transaction().id();
            SubmissionAnswer answer = byId.get(id.toHex());
            if (answer == null || answer.accepted()) {
                deferred.remove(id);
                continue;
            }
            if (saysNothing.contains(answer.code())) {
                deferred.add(id);
            } else {
                codes.computeIfAbsent(id, _ -> new ArrayList<>()).add(answer.code());
            }
            if (!areEnough(id)) {
                open.add(submission);
            }
        }
        return open;
    }

    /// An endorser gave no answer.
    public void silent(boolean mayHaveTaken) {
        perhapsTaken |= mayHaveTaken;
    }

    /// Whether any endorser answered.
    public boolean answered() {
        return answered;
    }

    /// Whether one that gave no answer may have taken them all the same.
    public boolean perhapsTaken() {
        return perhapsTaken;
    }

    /// Whether so many refuse it that too few are left to sign.
    public boolean areEnough(TransactionId id) {
        return codesOf(id).size() >= needed;
    }

    /// Whether only codes were heard of it that do not speak of it, and no endorser took it after that.
    public boolean saidNothing(TransactionId id) {
        return deferred.contains(id) && codesOf(id).isEmpty();
    }

    /// Codes of its refusals, the first one first, as endorsers wrote them.
    public List<String> codesOf(TransactionId id) {
        return List.copyOf(codes.getOrDefault(id, List.of()));
    }
}
