package io.florin.auditor.status;

import io.florin.auditor.protocol.Incident;
import io.florin.auditor.status.Claim.Said;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.List;

/// Where a committer's signed result of a block is another than the auditor's.
///
/// @param index the first transaction that is judged otherwise, [Incident#NO_INDEX] when all statuses are the same
/// @param transaction its id, hex; empty where there is none
public record Difference(long block, long index, String transaction, String detail) {

    /// Names the first difference of two checkpoints that are not the same. Statuses that a listener shows name a
    /// transaction only if they are those of the signed checkpoint: the listener may be the one who lies.
    static Difference between(Checkpoint own, List<TransactionOutcome> outcomes, Claim claim) {
        long block = own.number();
        if (!own.headerHash().equals(claim.checkpoint().headerHash())) {
            return new Difference(block, Incident.NO_INDEX, "", "the committer applied another block");
        }
        List<Said> said = claim.statuses();
        boolean sameStatuses = own.statusRoot().equals(claim.checkpoint().statusRoot());
        String detail = sameStatuses ? "the statuses are the same, the state is not" : "the status root is another";
        if (claim.listener().isPresent() && !areSigned(claim, outcomes)) {
            return new Difference(
                    block, Incident.NO_INDEX, "", detail + ", and the statuses shown are not the signed ones");
        }
        for (int i = 0; i < Math.max(outcomes.size(), said.size()); i++) {
            if (i >= said.size()) {
                return of(
                        block,
                        outcomes.get(i),
                        "the committer has no status, own " + outcomes.get(i).status());
            }
            if (i >= outcomes.size()) {
                Said more = said.get(i);
                return new Difference(
                        block,
                        more.index(),
                        more.id().orElse(""),
                        "the committer has a status " + more.status() + " too many");
            }
            TransactionOutcome mine = outcomes.get(i);
            String id = mine.id().map(TransactionId::toHex).orElse("");
            Said theirs = said.get(i);
            if (!theirs.id().orElse(id).equals(id) || theirs.index() != mine.index()) {
                return of(block, mine, "the committer names another transaction");
            }
            if (!theirs.status().equals(mine.status().name())) {
                return of(block, mine, "the committer says " + theirs.status() + ", own " + mine.status());
            }
        }
        return new Difference(block, Incident.NO_INDEX, "", detail);
    }

    /// Whether the statuses that a listener shows are those that the committer signed, of the own transactions.
    private static boolean areSigned(Claim claim, List<TransactionOutcome> outcomes) {
        List<Said> said = claim.statuses();
        if (said.size() > outcomes.size()) {
            return false;
        }
        List<TransactionOutcome> shown = new ArrayList<>(said.size());
        for (int i = 0; i < said.size(); i++) {
            TransactionOutcome mine = outcomes.get(i);
            TransactionStatus status = TransactionStatus.valueOf(said.get(i).status());
            shown.add(new TransactionOutcome(mine.index(), status, mine.id(), mine.digest()));
        }
        return StateHash.statusRoot(shown).equals(claim.checkpoint().statusRoot());
    }

    private static Difference of(long block, TransactionOutcome outcome, String detail) {
        return new Difference(
                block, outcome.index(), outcome.id().map(TransactionId::toHex).orElse(""), detail);
    }
}
