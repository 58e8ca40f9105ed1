package io.florin.committer.shard;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.CoordinatorEvent;
import io.florin.committer.protocol.CoordinatorEvent.Applied;
import io.florin.committer.protocol.CoordinatorEvent.ClaimsFound;
import io.florin.committer.protocol.CoordinatorEvent.CountersFound;
import io.florin.committer.protocol.CoordinatorEvent.Voted;
import io.florin.committer.protocol.CounterValue;
import io.florin.committer.protocol.KeyWrite;
import io.florin.committer.protocol.ShardCommand;
import io.florin.committer.protocol.ShardCommand.Apply;
import io.florin.committer.protocol.ShardCommand.Decide;
import io.florin.committer.protocol.ShardCommand.FindClaims;
import io.florin.committer.protocol.ShardCommand.FindCounters;
import io.florin.committer.protocol.ShardCommand.Prepare;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.protocol.StoredValue.StoredToken;
import io.florin.committer.shard.ShardStore.KeyChange;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.Read;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A slice of the state, of the counters and of the claims (paper 001, 4.3): answers who claimed an id and what a
/// counter is worth, votes on reads, applies blocks.
///
/// A key's states: *free* → *prepared* (its version was as read; held for one batch) → *free* again (its transaction
/// aborted) or *decided* (its transaction commits) → *free* (its block is applied). The dependency graph lets no two
/// transactions that write one key prepare at a time, so a key that is wanted twice is a bug and stops the ledger.
/// What is held lives in memory only: after a crash the coordinator asks again, and what was decided is applied from
/// the decision log; a silent shard is never a vote (protocol decision 17).
///
/// Blocks are applied in order and whole, so the store is always the state after one block. Cost for each transaction
/// of two inputs and two outputs, shared by its shards: one multi-get of two keys and one id, nine rows in one batch of
/// the block (two keys deleted, two put, the same in the owner index, one claim), and one disk sync per block and
/// shard. What a block creates and spends itself never reaches the store. Owned by one thread.
public final class StateShard {

    private final int index;
    private final ShardStore store;
    /// Values of held keys, which are needed again when the keys are deleted.
    private final Map<StateKey, Optional<StoredValue>> held = new HashMap<>();
    private final Map<Long, List<Optional<StateKey>>> prepared = new HashMap<>();

    public StateShard(int index, ShardStore store) {
        this.index = index;
        this.store = store;
    }

    /// Puts the state of genesis into an empty store; harmless when it is there.
    public void begin(List<KeyWrite> genesis) {
        if (store.appliedBlock() == ShardStore.NOTHING) {
            List<KeyChange> changes = genesis.stream()
                    .map(write -> new KeyChange(write.key(), Optional.empty(), write.after()))
                    .toList();
            store.apply(0, changes, List.of(), List.of());
        }
    }

    /// @return the answer, if the command has one
    public Optional<CoordinatorEvent> on(ShardCommand command) {
        return switch (command) {
            case FindClaims question -> Optional.of(findClaims(question));
            case FindCounters question -> Optional.of(findCounters(question));
            case Prepare question -> Optional.of(prepare(question));
            case Decide verdicts -> {
                decide(verdicts);
                yield Optional.empty();
            }
            case Apply block -> {
                apply(block);
                yield Optional.of(new Applied(block.block(), index));
            }
        };
    }

    private ClaimsFound findClaims(FindClaims question) {
        BitSet claimed = new BitSet();
        List<Optional<Claim>> found = store.claims(question.ids());
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).isPresent()) {
                Invariant.check(
                        found.get(i).get().block() < question.block(), "an id claimed by a block not decided yet");
                claimed.set(i);
            }
        }
        return new ClaimsFound(question.block(), index, claimed);
    }

    private CountersFound findCounters(FindCounters question) {
        List<Long> values = store.counters(question.counters());
        List<CounterValue> found = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            found.add(new CounterValue(question.counters().get(i), values.get(i)));
        }
        return new CountersFound(question.block(), index, found, Math.max(0, store.appliedBlock()));
    }

    private Voted prepare(Prepare question) {
        List<StateKey> keys = question.checks().stream().map(Read::key).toList();
        List<Optional<StoredValue>> found = store.read(keys);
        BitSet refused = new BitSet();
        List<Optional<StateKey>> holding = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            Read check = question.checks().get(i);
            Optional<StoredValue> value = found.get(i);
            long version = value.map(StoredValue::version).orElse(Read.ABSENT);
            if (version == check.version()) {
                Invariant.check(held.putIfAbsent(check.key(), value) == null, "a key prepared for two transactions");
                holding.add(Optional.of(check.key()));
            } else {
                refused.set(i);
                holding.add(Optional.empty());
            }
        }
        prepared.put(question.batch(), holding);
        return new Voted(question.batch(), index, refused);
    }

    private void decide(Decide verdicts) {
        List<Optional<StateKey>> holding = prepared.remove(verdicts.batch());
        if (holding == null) {
            throw new Invariant.Broken("a verdict on a batch that was not prepared");
        }
        for (int i = 0; i < holding.size(); i++) {
            Optional<StateKey> key = holding.get(i);
            if (verdicts.committed().get(i)) {
                Invariant.check(key.isPresent(), "a commit against the shard's vote");
            } else {
                key.ifPresent(held::remove);
            }
        }
    }

    private void apply(Apply block) {
        if (block.block() > store.appliedBlock()) {
            Invariant.check(block.block() == store.appliedBlock() + 1, "a block applied out of order");
            store.apply(block.block(), changes(block.writes()), block.claims(), counters(block.additions()));
        }
        block.writes().forEach(write -> held.remove(write.key()));
    }

    private List<CounterValue> counters(List<CounterValue> additions) {
        if (additions.isEmpty()) {
            return List.of();
        }
        List<Long> before =
                store.counters(additions.stream().map(CounterValue::counter).toList());
        List<CounterValue> after = new ArrayList<>(additions.size());
        for (int i = 0; i < additions.size(); i++) {
            // a sum of committed additions, so it fits
            long value = Math.addExact(before.get(i), additions.get(i).value());
            Invariant.check(value >= 0, "a counter below zero");
            after.add(new CounterValue(additions.get(i).counter(), value));
        }
        return after;
    }

    /// The last write of each key, with what the key held before where that matters: a deleted or replaced token has a
    /// row in the owner index.
    private List<KeyChange> changes(List<KeyWrite> writes) {
        Map<StateKey, Optional<StoredValue>> last = new LinkedHashMap<>(writes.size() * 2);
        for (KeyWrite write : writes) {
            last.put(write.key(), write.after());
        }
        List<StateKey> unknown = new ArrayList<>();
        last.forEach((key, after) -> {
            if (!isCreation(after) && !held.containsKey(key)) {
                unknown.add(key);
            }
        });
        Map<StateKey, Optional<StoredValue>> read = readAll(unknown);
        List<KeyChange> changes = new ArrayList<>(last.size());
        last.forEach((key, after) -> {
            Optional<StoredValue> before = held.getOrDefault(key, read.getOrDefault(key, Optional.empty()));
            if (before.isPresent() || after.isPresent()) {
                changes.add(new KeyChange(key, before, after));
            }
        });
        return changes;
    }

    private static boolean isCreation(Optional<StoredValue> after) {
        return after.isPresent() && after.get() instanceof StoredToken;
    }

    private Map<StateKey, Optional<StoredValue>> readAll(List<StateKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        List<Optional<StoredValue>> found = store.read(keys);
        Map<StateKey, Optional<StoredValue>> read = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            read.put(keys.get(i), found.get(i));
        }
        return read;
    }

    /// Keys held now.
    public int held() {
        return held.size();
    }
}
