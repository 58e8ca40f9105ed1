package io.florin.simulation.committer;

import io.florin.committer.protocol.CoordinatorEffect;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.CoordinatorEvent;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.shard.ShardStore;
import io.florin.crypto.Bytes32;
import io.florin.ledger.status.BlockResult;
import java.util.List;
import java.util.Optional;

/// How a committer carries out what its cores decide. A liar or a planted bug changes one habit; the cores stay as they
/// are.
public interface CommitterHabits {
    CommitterHabits HONEST = new CommitterHabits() {};

    /// What it does of the coordinator's effects of one event.
    default List<CoordinatorEffect> effects(List<CoordinatorEffect> effects) {
        return effects;
    }

    /// What the verifier says of a block's transactions.
    default List<VerifiedTransaction> verified(List<VerifiedTransaction> transactions) {
        return transactions;
    }

    /// What a shard answers.
    default Optional<CoordinatorEvent> answered(Optional<CoordinatorEvent> answer) {
        return answer;
    }

    /// Where a shard keeps its slice.
    default ShardStore shard(ShardStore store) {
        return store;
    }

    /// What it finds in its decision log after a restart.
    default List<Append> decisions(List<Append> records) {
        return records;
    }

    /// Whether verdicts are on the disk before anybody hears that they are.
    default boolean syncs() {
        return true;
    }

    /// What it tells of a complete block.
    ///
    /// @param before the state hash before the block
    default BlockResult told(Bytes32 before, BlockResult result) {
        return result;
    }
}
