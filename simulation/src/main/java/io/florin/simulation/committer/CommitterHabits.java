package io.florin.simulation.committer;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.CoordinatorEffect;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.CoordinatorEvent;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.shard.ShardStore;
import io.florin.crypto.Bytes32;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockResult;
import java.util.List;
import java.util.Optional;

/// Habits of a committer in carrying out its cores' decisions. A liar or a planted bug changes one habit; the cores
/// stay as they are.
public interface CommitterHabits {
    CommitterHabits HONEST = new CommitterHabits() {};

    /// Effects of one event that it carries out, of those that the coordinator asks for.
    default List<CoordinatorEffect> effects(List<CoordinatorEffect> effects) {
        return effects;
    }

    /// Block as its verifier gets it.
    default CheckedBlock checked(CheckedBlock block) {
        return block;
    }

    /// Whether a block waits for the configuration that the one before may have changed.
    default boolean waitsForConfigurations() {
        return true;
    }

    /// Configuration that it goes on from after a restart.
    ///
    /// @param stored behind the last complete block
    default NetworkConfiguration restored(NetworkConfiguration stored, NetworkConfiguration genesis) {
        return stored;
    }

    /// Verdicts of the verifier on a block's transactions.
    default List<VerifiedTransaction> verified(List<VerifiedTransaction> transactions) {
        return transactions;
    }

    /// Answer of a shard.
    default Optional<CoordinatorEvent> answered(Optional<CoordinatorEvent> answer) {
        return answer;
    }

    /// Store in which a shard keeps its slice.
    default ShardStore shard(ShardStore store) {
        return store;
    }

    /// Records that it finds in its decision log after a restart.
    default List<Append> decisions(List<Append> records) {
        return records;
    }

    /// Whether verdicts are on the disk before anybody hears that they are.
    default boolean syncs() {
        return true;
    }

    /// Result that it tells of a complete block.
    ///
    /// @param before the state hash before the block
    default BlockResult told(Bytes32 before, BlockResult result) {
        return result;
    }
}
