package io.florin.endorser.gather;

import io.florin.ledger.TransactionId;
import io.florin.ledger.rules.RefusalReason;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Each endorser's word on a proposal's transactions. Members are share indexes from 1 to n; this endorser accepted all
/// of them before it proposed them.
final class Votes {

    private final int members;
    private final int threshold;
    private final int self;
    private final Map<Integer, Map<TransactionId, RefusalReason>> refusalsByVoter = new TreeMap<>();
    private final Set<Integer> failed = new LinkedHashSet<>();

    Votes(int members, int threshold, int self) {
        this.members = members;
        this.threshold = threshold;
        this.self = self;
        refusalsByVoter.put(self, Map.of());
    }

    /// A member refuses these and accepts the rest.
    void refuses(int member, Map<TransactionId, RefusalReason> refusals) {
        refusalsByVoter.put(member, new HashMap<>(refusals));
    }

    /// A member cannot be counted on for this proposal any more.
    void failed(int member) {
        failed.add(member);
    }

    /// Members that may still answer.
    boolean someOutstanding() {
        return IntStream.rangeClosed(1, members)
                .anyMatch(member -> !failed.contains(member) && !refusalsByVoter.containsKey(member));
    }

    boolean selfFailed() {
        return failed.contains(self);
    }

    boolean accepts(int member, TransactionId id) {
        Map<TransactionId, RefusalReason> refusals = refusalsByVoter.get(member);
        return refusals != null && !failed.contains(member) && !refusals.containsKey(id);
    }

    /// The others that accept a transaction.
    List<Integer> othersAccepting(TransactionId id) {
        return refusalsByVoter.keySet().stream()
                .filter(member -> member != self && accepts(member, id))
                .toList();
    }

    /// Reason for which so many refuse a transaction that the threshold is out of reach; empty while it is not.
    Optional<RefusalReason> refusal(TransactionId id) {
        List<RefusalReason> reasons = refusalsByVoter.values().stream()
                .filter(refusals -> refusals.containsKey(id))
                .map(refusals -> refusals.get(id))
                .toList();
        return reasons.size() > members - threshold ? Optional.of(reasons.getFirst()) : Optional.empty();
    }

    int threshold() {
        return threshold;
    }

    int self() {
        return self;
    }
}
