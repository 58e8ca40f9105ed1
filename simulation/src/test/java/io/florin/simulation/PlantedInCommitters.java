package io.florin.simulation;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.CoordinatorEffect;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.CoordinatorEffect.Tell;
import io.florin.committer.protocol.CoordinatorEvent;
import io.florin.committer.protocol.CoordinatorEvent.ClaimsFound;
import io.florin.committer.protocol.CoordinatorEvent.Voted;
import io.florin.committer.protocol.CounterValue;
import io.florin.committer.protocol.ShardCommand;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.shard.ShardStore;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;
import io.florin.simulation.committer.CommitterHabits;
import io.florin.simulation.run.Cast;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Bugs of committers, each the loss of one habit that their state rests on.
enum PlantedInCommitters {
    TELLS_SHARDS_BEFORE_THE_DISK_HAS_THE_VERDICTS(new CommitterHabits() {
        @Override
        public boolean syncs() {
            return false;
        }
    }),
    FORGETS_THE_LAST_VERDICTS_AFTER_A_RESTART(new CommitterHabits() {
        @Override
        public List<Append> decisions(List<Append> records) {
            return records.subList(0, Math.max(0, records.size() - 2));
        }
    }),
    TELLS_A_DECISION_TWICE(new CommitterHabits() {
        @Override
        public List<CoordinatorEffect> effects(List<CoordinatorEffect> effects) {
            List<CoordinatorEffect> doubled = new ArrayList<>();
            for (CoordinatorEffect effect : effects) {
                doubled.add(effect);
                if (effect instanceof Tell(int _, ShardCommand.Decide _)) {
                    doubled.add(effect);
                }
            }
            return doubled;
        }
    }),
    COMMITS_WITHOUT_THE_SHARDS_VOTE(new CommitterHabits() {
        @Override
        public Optional<CoordinatorEvent> answered(Optional<CoordinatorEvent> answer) {
            return answer.map(
                    it -> it instanceof Voted voted ? new Voted(voted.batch(), voted.shard(), new BitSet()) : it);
        }
    }),
    TAKES_AN_ID_TWICE(new CommitterHabits() {
        @Override
        public Optional<CoordinatorEvent> answered(Optional<CoordinatorEvent> answer) {
            return answer.map(it ->
                    it instanceof ClaimsFound found ? new ClaimsFound(found.block(), found.shard(), new BitSet()) : it);
        }
    }),
    TAKES_WHAT_NOBODY_ENDORSED(withoutFate(TransactionStatus.MALFORMED_ENDORSEMENT)),
    TAKES_WHAT_HAS_EXPIRED(withoutFate(TransactionStatus.ABORTED_EXPIRED)),
    KEEPS_TOKENS_THAT_ARE_SPENT(shard(store -> new Shard(store) {
        @Override
        public void apply(long block, List<KeyChange> changes, List<Claim> claims, List<CounterValue> counters) {
            super.apply(
                    block,
                    changes.stream()
                            .filter(change -> change.after().isPresent())
                            .toList(),
                    claims,
                    counters);
        }
    })),
    APPLIES_A_BLOCK_AGAIN_AFTER_A_RESTART(shard(store -> new Shard(store) {
        private final long before = store.appliedBlock();

        @Override
        public long appliedBlock() {
            return before > 0 && store.appliedBlock() == before ? before - 1 : store.appliedBlock();
        }
    })),
    APPLIES_HALF_OF_A_BLOCK(shard(store -> new Shard(store) {
        @Override
        public void apply(long block, List<KeyChange> changes, List<Claim> claims, List<CounterValue> counters) {
            super.apply(block, changes.subList(0, Math.min(changes.size(), 3)), claims, counters);
        }
    }));

    private final CommitterHabits habits;

    PlantedInCommitters(CommitterHabits habits) {
        this.habits = habits;
    }

    Cast cast() {
        return new Cast() {
            @Override
            public CommitterHabits committer(int place) {
                return habits;
            }
        };
    }

    private static CommitterHabits shard(UnaryOperator<ShardStore> how) {
        return new CommitterHabits() {
            @Override
            public ShardStore shard(ShardStore store) {
                return how.apply(store);
            }
        };
    }

    private static CommitterHabits withoutFate(TransactionStatus ignored) {
        return new CommitterHabits() {
            @Override
            public List<VerifiedTransaction> verified(List<VerifiedTransaction> transactions) {
                return transactions.stream().map(it -> ignoring(it, ignored)).toList();
            }
        };
    }

    private static VerifiedTransaction ignoring(VerifiedTransaction verified, TransactionStatus ignored) {
        boolean has = verified.fate().equals(Optional.of(ignored));
        return has && verified.transaction().isPresent()
                ? new VerifiedTransaction(
                        verified.transaction(),
                        verified.digest(),
                        Optional.empty(),
                        verified.transaction().get().writes().stream()
                                .map(verified.transaction().get()::keyOf)
                                .toList())
                : verified;
    }

    /// A store that does what the other does.
    private static class Shard implements ShardStore {
        private final ShardStore store;

        Shard(ShardStore store) {
            this.store = store;
        }

        @Override
        public long appliedBlock() {
            return store.appliedBlock();
        }

        @Override
        public List<Optional<StoredValue>> read(List<StateKey> keys) {
            return store.read(keys);
        }

        @Override
        public List<Optional<Claim>> claims(List<TransactionId> ids) {
            return store.claims(ids);
        }

        @Override
        public List<Long> counters(List<StateKey> keys) {
            return store.counters(keys);
        }

        @Override
        public void apply(long block, List<KeyChange> changes, List<Claim> claims, List<CounterValue> counters) {
            store.apply(block, changes, claims, counters);
        }
    }
}
