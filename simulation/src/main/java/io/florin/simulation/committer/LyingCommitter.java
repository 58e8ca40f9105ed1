package io.florin.simulation.committer;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.List;

/// A committer that tells everybody, under its own signature, that the first committed transaction of each block was
/// aborted.
public final class LyingCommitter implements CommitterHabits {
    private final Ed25519KeyPair key;

    public LyingCommitter(Ed25519KeyPair key) {
        this.key = key;
    }

    @Override
    public BlockResult told(Bytes32 before, BlockResult result) {
        if (result.committed().isEmpty()) {
            return result;
        }
        BlockStatuses truth = result.statuses();
        List<TransactionOutcome> outcomes = new ArrayList<>();
        boolean lied = false;
        for (TransactionOutcome outcome : truth.outcomes()) {
            boolean lie = !lied && outcome.status().isCommitted();
            lied |= lie;
            outcomes.add(
                    lie
                            ? new TransactionOutcome(
                                    outcome.index(),
                                    TransactionStatus.ABORTED_READ_CONFLICT,
                                    outcome.id(),
                                    outcome.digest())
                            : outcome);
        }
        List<Bytes> committed = result.committed().subList(1, result.committed().size());
        Checkpoint other = lie(before, truth.checkpoint(), outcomes, committed);
        Bytes signature = key.sign(other.signedMessage());
        return new BlockResult(new BlockStatuses(other, outcomes, truth.committer(), signature), committed);
    }

    /// All hashes are those of the lie.
    private static Checkpoint lie(
            Bytes32 before, Checkpoint truth, List<TransactionOutcome> outcomes, List<Bytes> committed) {
        Bytes32 root = StateHash.statusRoot(outcomes);
        List<SettlementTransaction> transactions = committed.stream()
                .map(raw -> SettlementTransaction.decode(raw.toArray()))
                .toList();
        Bytes32 stateHash = StateHash.next(before, truth.number(), truth.headerHash(), root, transactions);
        return new Checkpoint(truth.network(), truth.number(), truth.headerHash(), root, stateHash);
    }
}
