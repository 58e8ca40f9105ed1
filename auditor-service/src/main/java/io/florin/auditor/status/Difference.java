package io.florin.auditor.status;

import io.florin.auditor.protocol.Incident;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import java.util.ArrayList;
import java.util.List;

/// A difference between a committer's signed result of a block and the auditor's own.
///
/// @param index the first transaction that is judged otherwise, [Incident#NO_INDEX] when all statuses are the same
/// @param transaction its id, hex; empty where there is none
public record Difference(long block, long index, String transaction, String detail) {

    /// Names the first difference of two checkpoints that are not the same. Statuses that a listener shows name a
    /// transaction only if they are those of the signed checkpoint: the listener may be the one who lies.
    static Difference between(Checkpoint own, List<TransactionOutcome> outcomes, CommitterClaim claim) {
        long block = own.number();
        if (!own.headerHash().equals(claim.checkpoint().headerHash())) {
            return new Difference(block, Incident.NO_INDEX, "", "the committer applied another block");
        }
        boolean sameStatuses = own.statusRoot().equals(claim.checkpoint().statusRoot());
        String detail = sameStatuses ? "the statuses are the same, the state is not" : "the status root is another";
        List<TransactionOutcome> said =
                claim.listener().isPresent() ? shown(claim.outcomes(), outcomes) : claim.outcomes();
        if (claim.listener().isPresent()
                && !StateHash.statusRoot(said).equals(claim.checkpoint().statusRoot())) {
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
            TransactionOutcome theirs = said.get(i);
            if (i >= outcomes.size()) {
                return of(block, theirs, "the committer has a status " + theirs.status() + " too many");
            }
            TransactionOutcome mine = outcomes.get(i);
            if (theirs.index() != mine.index()
                    || !theirs.id().equals(mine.id())
                    || !theirs.digest().equals(mine.digest())) {
                return of(block, mine, "the committer names another transaction");
            }
            if (theirs.status() != mine.status()) {
                return of(block, mine, "the committer says " + theirs.status() + ", own " + mine.status());
            }
        }
        return new Difference(block, Incident.NO_INDEX, "", detail);
    }

    /// The statuses that a listener shows by place, of the own transactions; beyond these, of none.
    private static List<TransactionOutcome> shown(List<TransactionOutcome> told, List<TransactionOutcome> own) {
        List<TransactionOutcome> shown = new ArrayList<>(told.size());
        for (int i = 0; i < told.size(); i++) {
            TransactionOutcome mine = i < own.size() ? own.get(i) : told.get(i);
            shown.add(new TransactionOutcome(mine.index(), told.get(i).status(), mine.id(), mine.digest()));
        }
        return shown;
    }

    private static Difference of(long block, TransactionOutcome outcome, String detail) {
        return new Difference(
                block, outcome.index(), outcome.id().map(TransactionId::toHex).orElse(""), detail);
    }
}
