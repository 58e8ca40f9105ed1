package io.florin.committer.protocol;

import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.TransactionStatus;
import java.util.List;

/// Effects of the coordinator. They are carried out in order; those to one receiver keep their order.
public sealed interface CoordinatorEffect {

    /// Do the stateless checks of a block.
    record Verify(CheckedBlock block) implements CoordinatorEffect {}

    /// Tell a state shard.
    record Tell(int shard, ShardCommand command) implements CoordinatorEffect {}

    /// Write verdicts to the decision log as one record, all or nothing, and answer [CoordinatorEvent.Logged].
    ///
    /// @param sequence one more than that of the record before
    record Append(long sequence, List<BlockVerdicts> verdicts) implements CoordinatorEffect {}

    /// All verdicts of the block are final and durable; blocks come in order.
    ///
    /// @param statuses in order of the transactions
    /// @param configuration in force after the block
    record Settle(VerifiedBlock block, List<TransactionStatus> statuses, NetworkConfiguration configuration)
            implements CoordinatorEffect {}

    /// All shards have the block on disk; blocks come in order.
    record Complete(long block) implements CoordinatorEffect {}
}
