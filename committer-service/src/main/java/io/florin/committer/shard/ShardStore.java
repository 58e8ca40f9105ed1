package io.florin.committer.shard;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.CounterValue;
import io.florin.committer.protocol.StoredValue;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import java.util.List;
import java.util.Optional;

/// A state shard's slice on disk, all of it as of one block.
public interface ShardStore {

    /// Before anything was applied, genesis included.
    long NOTHING = -1;

    /// The last block applied, 0 for genesis.
    long appliedBlock();

    /// Values of the keys, in the order of the keys.
    List<Optional<StoredValue>> read(List<StateKey> keys);

    /// Claims on the ids, in the order of the ids.
    List<Optional<Claim>> claims(List<TransactionId> ids);

    /// Values of counters, in the order of the keys; zero where nobody has added to one.
    List<Long> counters(List<StateKey> keys);

    /// Applies a block's changes, all or nothing; on disk when it returns.
    ///
    /// @param counters new values of those that the block adds to
    void apply(long block, List<KeyChange> changes, List<Claim> claims, List<CounterValue> counters);

    /// The net change of one key by a block.
    ///
    /// @param before what it held, where a token may be deleted or replaced; may be left out for a token created
    record KeyChange(StateKey key, Optional<StoredValue> before, Optional<StoredValue> after) {}
}
