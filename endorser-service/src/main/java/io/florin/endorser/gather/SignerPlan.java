package io.florin.endorser.gather;

import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.ledger.TransactionId;
import io.florin.ledger.rules.RefusalReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Assignment of signers (protocol decision 6): a bundle is signed by t endorsers that all accept all of it, this one
/// included.
///
/// Every transaction that t endorsers accept finds a group; the largest possible group comes first, and order inside a
/// group is that of the proposal.
///
/// @param groups bundles to be
/// @param refused transactions for which t endorsers cannot be found because too many said no
/// @param unavailable transactions for which they cannot be found because too few answered
record SignerPlan(
        List<Group> groups, Map<TransactionId, RefusalReason> refused, List<AcceptedTransaction> unavailable) {

    record Group(List<Integer> signers, List<AcceptedTransaction> transactions) {}

    /// Empty while it pays to wait for more answers.
    ///
    /// @param waited there was time enough for every peer
    /// @param choice among those that could sign
    static Optional<SignerPlan> of(
            List<AcceptedTransaction> transactions, Votes votes, boolean waited, Committees.Choice choice) {
        Map<TransactionId, RefusalReason> refused = new LinkedHashMap<>();
        List<AcceptedTransaction> open = new ArrayList<>();
        for (AcceptedTransaction transaction : transactions) {
            votes.refusal(transaction.id())
                    .ifPresentOrElse(reason -> refused.put(transaction.id(), reason), () -> open.add(transaction));
        }
        List<Group> groups = new ArrayList<>();
        List<AcceptedTransaction> rest = grouped(open, votes, groups, choice);
        boolean complete = rest.isEmpty()
                && groups.size() <= 1
                && groups.stream().allMatch(group -> choice.isPreferred(group.signers()));
        if (!complete && !waited && votes.someOutstanding()) {
            return Optional.empty();
        }
        return Optional.of(new SignerPlan(groups, refused, rest));
    }

    /// Takes groups out of the transactions until none is left that t endorsers accept.
    private static List<AcceptedTransaction> grouped(
            List<AcceptedTransaction> open, Votes votes, List<Group> groups, Committees.Choice choice) {
        List<AcceptedTransaction> rest = open;
        while (!rest.isEmpty()) {
            List<Integer> signers = bestSigners(rest, votes, choice);
            List<AcceptedTransaction> signed = new ArrayList<>();
            List<AcceptedTransaction> left = new ArrayList<>();
            for (AcceptedTransaction transaction : rest) {
                (allAccept(signers, transaction, votes) ? signed : left).add(transaction);
            }
            if (signed.isEmpty()) {
                return rest;
            }
            groups.add(new Group(signers, signed));
            rest = left;
        }
        return rest;
    }

    /// The signers that accept the most of the transactions; none where no transaction has t endorsers.
    private static List<Integer> bestSigners(List<AcceptedTransaction> rest, Votes votes, Committees.Choice choice) {
        Map<Integer, Integer> acceptedByMember = new LinkedHashMap<>();
        Set<List<Integer>> distinct = new LinkedHashSet<>();
        for (AcceptedTransaction transaction : rest) {
            List<Integer> others = votes.othersAccepting(transaction.id());
            others.forEach(member -> acceptedByMember.merge(member, 1, Integer::sum));
            if (others.size() >= votes.threshold() - 1 && !votes.selfFailed()) {
                distinct.add(others);
            }
        }
        List<Integer> best = List.of();
        long bestCovered = 0;
        for (List<Integer> others : distinct) {
            List<Integer> signers = signers(others, acceptedByMember, votes, choice);
            long covered = rest.stream()
                    .filter(transaction -> allAccept(signers, transaction, votes))
                    .count();
            if (covered > bestCovered) {
                best = signers;
                bestCovered = covered;
            }
        }
        return best;
    }

    private static List<Integer> signers(
            List<Integer> others, Map<Integer, Integer> acceptedByMember, Votes votes, Committees.Choice choice) {
        List<Integer> mostAccepting = others.stream()
                .sorted((one, other) ->
                        Integer.compare(acceptedByMember.getOrDefault(other, 0), acceptedByMember.getOrDefault(one, 0)))
                .toList();
        List<Integer> chosen = choice.choose(mostAccepting, votes.threshold() - 1);
        return Stream.concat(Stream.of(votes.self()), chosen.stream()).toList();
    }

    private static boolean allAccept(List<Integer> signers, AcceptedTransaction transaction, Votes votes) {
        return !signers.isEmpty() && signers.stream().allMatch(member -> votes.accepts(member, transaction.id()));
    }
}
