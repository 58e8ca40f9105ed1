package io.florin.committer.protocol;

import java.util.BitSet;
import java.util.List;

/// Events of the coordinator. Those of one sender arrive in the order in which they were sent.
public sealed interface CoordinatorEvent {

    /// Intake took the next block of the chain.
    record BlockTaken(CheckedBlock block) implements CoordinatorEvent {}

    /// The stateless checks of a block are done; blocks may come in any order.
    record Verified(VerifiedBlock block) implements CoordinatorEvent {}

    /// Answer to [ShardCommand.FindClaims].
    ///
    /// @param claimed the places in the question whose ids are taken; not changed after sending
    record ClaimsFound(long block, int shard, BitSet claimed) implements CoordinatorEvent {}

    /// Answer to [ShardCommand.FindCounters].
    ///
    /// @param values in the order of the question
    /// @param asOf last block that the shard has applied
    record CountersFound(long block, int shard, List<CounterValue> values, long asOf) implements CoordinatorEvent {}

    /// Answer to [ShardCommand.Prepare].
    ///
    /// @param refused the places in the question whose key is not at the version read; not changed after sending
    record Voted(long batch, int shard, BitSet refused) implements CoordinatorEvent {}

    /// All verdicts of the decision log up to this sequence are on disk.
    record Logged(long sequence) implements CoordinatorEvent {}

    /// Answer to [ShardCommand.Apply]: the shard's part of the block is on disk.
    record Applied(long block, int shard) implements CoordinatorEvent {}
}
