package io.florin.committer.protocol;

import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.settlement.Read;
import java.util.BitSet;
import java.util.List;

/// Commands of the coordinator to a state shard.
public sealed interface ShardCommand {

    /// Asks which of these ids are claimed by transactions of blocks applied before.
    record FindClaims(long block, List<TransactionId> ids) implements ShardCommand {}

    /// Asks for the values of these counters.
    record FindCounters(long block, List<StateKey> counters) implements ShardCommand {}

    /// Are these keys at the versions read? Those that are stay held until they are decided.
    ///
    /// @param batch names the question
    record Prepare(long batch, List<Read> checks) implements ShardCommand {}

    /// The verdicts on a batch, durable by now.
    ///
    /// @param committed the places in the batch's checks whose transaction commits: held until applied; the others are
    ///     released; not changed after sending
    record Decide(long batch, BitSet committed) implements ShardCommand {}

    /// Apply a block's committed writes and record who claimed which id; blocks come in order, and one that is applied
    /// already is answered and nothing else.
    ///
    /// @param writes in order of the block
    /// @param additions what the block adds to counters, each named once
    record Apply(long block, List<KeyWrite> writes, List<Claim> claims, List<CounterValue> additions)
            implements ShardCommand {}
}
