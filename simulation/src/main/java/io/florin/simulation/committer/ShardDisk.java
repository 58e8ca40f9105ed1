package io.florin.simulation.committer;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.CounterValue;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.shard.ShardStore;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A state shard's database: a block's changes are there whole or not at all, and on the disk when [#apply] returns.
final class ShardDisk implements ShardStore {
    private final Runnable beforeApply;
    private final Map<StateKey, StoredValue> state = new HashMap<>();
    private final Map<TransactionId, Claim> claims = new HashMap<>();
    private final Map<StateKey, Long> counters = new HashMap<>();
    private long appliedBlock = NOTHING;

    /// @param beforeApply where the process may die, or the disk be full
    ShardDisk(Runnable beforeApply) {
        this.beforeApply = beforeApply;
    }

    @Override
    public long appliedBlock() {
        return appliedBlock;
    }

    @Override
    public List<Optional<StoredValue>> read(List<StateKey> keys) {
        return keys.stream().map(key -> Optional.ofNullable(state.get(key))).toList();
    }

    @Override
    public List<Optional<Claim>> claims(List<TransactionId> ids) {
        return ids.stream().map(id -> Optional.ofNullable(claims.get(id))).toList();
    }

    @Override
    public List<Long> counters(List<StateKey> keys) {
        return keys.stream().map(key -> counters.getOrDefault(key, 0L)).toList();
    }

    @Override
    public void apply(long block, List<KeyChange> changes, List<Claim> blockClaims, List<CounterValue> blockCounters) {
        beforeApply.run();
        for (KeyChange change : changes) {
            change.after().ifPresentOrElse(after -> state.put(change.key(), after), () -> state.remove(change.key()));
        }
        for (Claim claim : blockClaims) {
            Invariant.check(claims.putIfAbsent(claim.id(), claim) == null, "an id claimed twice");
        }
        blockCounters.forEach(counter -> counters.put(counter.counter(), counter.value()));
        appliedBlock = block;
    }

    Map<StateKey, StoredValue> state() {
        return state;
    }
}
