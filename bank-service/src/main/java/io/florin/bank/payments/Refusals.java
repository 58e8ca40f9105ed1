package io.florin.bank.payments;

import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Refusals that endorsers gave of transactions.
///
/// With a threshold of t out of n endorsers, n - t + 1 refusals leave too few to sign. Fewer prove nothing: one that
/// says no may have gathered its peers' signatures all the same. A bank that knows fewer endorsers believes all of
/// them.
public final class Refusals {

    private final int needed;
    private final Set<String> saysNothing;
    private final Map<String, List<String>> codes = new HashMap<>();
    private final Set<String> deferred = new HashSet<>();

    /// @param known endorsers that can be asked
    /// @param saysNothing codes that do not speak of the transaction
    public Refusals(EndorserGroup group, int known, Set<String> saysNothing) {
        this.needed = Math.min(known, group.verificationKeys().size() - group.threshold() + 1);
        this.saysNothing = saysNothing;
    }

    /// Takes one endorser's answers.
    ///
    /// @return the transactions that other endorsers are to be asked about
    public <T extends Sendable> List<T> take(List<T> asked, List<SubmissionAnswer> answers) {
        Map<String, SubmissionAnswer> byId = new HashMap<>();
        answers.forEach(answer -> byId.put(answer.id(), answer));
        List<T> open = new ArrayList<>();
        for (T sent : asked) {
            SubmissionAnswer answer = byId.get(id(sent));
            if (answer == null || answer.accepted()) {
                deferred.remove(id(sent));
                continue;
            }
            if (saysNothing.contains(answer.code())) {
                deferred.add(id(sent));
            } else {
                codes.computeIfAbsent(id(sent), _ -> new ArrayList<>()).add(answer.code());
            }
            if (!areEnough(sent)) {
                open.add(sent);
            }
        }
        return open;
    }

    /// Whether only such codes were heard of it, so that it is still open.
    boolean saidNothing(Sendable sent) {
        return deferred.contains(id(sent)) && codesOf(sent).isEmpty();
    }

    boolean areEnough(Sendable sent) {
        return codesOf(sent).size() >= needed;
    }

    /// The codes it was refused with so far, the first one first.
    List<String> codesOf(Sendable sent) {
        return codes.getOrDefault(id(sent), List.of());
    }

    private static String id(Sendable sent) {
        return sent.transactionId().toHex();
    }
}
