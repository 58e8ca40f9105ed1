package io.florin.committer.status;

import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.protocol.CoordinatorEffect.Complete;
import io.florin.committer.protocol.CoordinatorEffect.Settle;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Invariant;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Says what became of each block: outcomes, status root, rolling state hash, and the checkpoint that this committer
/// signs (protocol decision 21). A block is *settled* when all its verdicts are durable and *complete* when all shards
/// have it; only then is it handed out. Blocks come in order.
///
/// Everything here follows from the verdicts, and Ed25519 signs the same bytes the same way, so after a crash the same
/// statuses come out again. Cost for each transaction: about three hashes. Owned by one thread.
public final class StatusBoard {

    private final int committer;
    private final Ed25519KeyPair key;
    private final ArrayDeque<CompletedBlock> settled = new ArrayDeque<>();
    private Checkpoint checkpoint;

    /// @param committer index into the configuration's committers
    /// @param last checkpoint of the last complete block
    public StatusBoard(int committer, Ed25519KeyPair key, Checkpoint last) {
        this.committer = committer;
        this.key = key;
        this.checkpoint = last;
    }

    /// The checkpoint before the first block.
    public static Checkpoint atGenesis(io.florin.ledger.config.Genesis genesis) {
        return new Checkpoint(
                genesis.networkId(),
                0,
                genesis.networkId().value(),
                StateHash.statusRoot(List.of()),
                StateHash.ofGenesis(genesis.networkId(), genesis.configuration()));
    }

    /// All verdicts of the next block are durable.
    public void settle(Settle settle) {
        long number = settle.block().number();
        Invariant.check(number == checkpoint.number() + 1, "block " + number + " settled out of order");
        List<TransactionOutcome> outcomes = new ArrayList<>(settle.statuses().size());
        List<SettlementTransaction> committed =
                new ArrayList<>(settle.statuses().size());
        for (int index = 0; index < settle.statuses().size(); index++) {
            VerifiedTransaction transaction = settle.block().transactions().get(index);
            TransactionStatus status = settle.statuses().get(index);
            outcomes.add(new TransactionOutcome(
                    index, status, transaction.transaction().map(SettlementTransaction::id), transaction.digest()));
            if (status.isCommitted()) {
                committed.add(transaction.transaction().orElseThrow());
            }
        }
        Bytes32 headerHash = settle.block().source().headerHash();
        Bytes32 statusRoot = StateHash.statusRoot(outcomes);
        Bytes32 stateHash = StateHash.next(checkpoint.stateHash(), number, headerHash, statusRoot, committed);
        checkpoint = new Checkpoint(checkpoint.network(), number, headerHash, statusRoot, stateHash);
        Bytes signature = key.sign(checkpoint.signedMessage());
        settled.add(new CompletedBlock(
                settle.block(), new BlockStatuses(checkpoint, outcomes, committer, signature), settle.configuration()));
    }

    /// All shards have the block.
    public CompletedBlock complete(Complete complete) {
        CompletedBlock block = settled.poll();
        if (block == null || block.number() != complete.block()) {
            throw new Invariant.Broken("block " + complete.block() + " is complete but not settled");
        }
        return block;
    }
}
