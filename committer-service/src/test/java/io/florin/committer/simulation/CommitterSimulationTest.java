package io.florin.committer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.shard.StateShard;
import io.florin.ledger.StateKey;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testkit.Seeded;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The committer against the serial oracle: identical outcomes, status roots, state hashes and states, whatever the
/// order of events and wherever it crashes.
final class CommitterSimulationTest {

    private static final int BLOCKS = 10;
    private static final int TRANSACTIONS = 30;

    @Seeded(repeat = 8)
    void agreesWithTheOracleInAnyOrderOfEvents(long seed) {
        Workload workload = new Workload(seed, BLOCKS, TRANSACTIONS);
        Random random = new Random(~seed);
        for (int run = 0; run < 4; run++) {
            CommitterModel model = new CommitterModel(workload, 1 + random.nextInt(3), 1 + random.nextInt(8), random);
            while (model.step()) {}
            requireSameState(workload, model);
        }
    }

    @Seeded(repeat = 8)
    void agreesWithTheOracleThroughRandomCrashes(long seed) {
        Workload workload = new Workload(seed, BLOCKS, TRANSACTIONS);
        Random random = new Random(~seed);
        for (int run = 0; run < 4; run++) {
            int every = 5 + random.nextInt(100);
            CommitterModel model = new CommitterModel(workload, 2 + random.nextInt(2), 1 + random.nextInt(8), random);
            long steps = 0;
            while (model.step()) {
                if (steps++ < 2000 && random.nextInt(every) == 0) {
                    model.crash();
                }
            }
            requireSameState(workload, model);
        }
    }

    @Test
    void survivesACrashBetweenAnyTwoSteps() {
        Workload workload = new Workload(42, 5, 16);
        for (int shards = 2; shards <= 3; shards++) {
            boolean ended = false;
            for (int crashAt = 0; !ended; crashAt++) {
                CommitterModel model = new CommitterModel(workload, shards, 4, new Random(crashAt % 7));
                int steps = 0;
                while (steps < crashAt && model.step()) {
                    steps++;
                }
                ended = steps < crashAt;
                model.crash();
                while (model.step()) {}
                requireSameState(workload, model);
            }
        }
    }

    @Test
    void workloadsHaveChainsConflictsAndEveryStatus() {
        int transactions = 0;
        int chained = 0;
        int conflicts = 0;
        Map<TransactionStatus, Integer> seen = new HashMap<>();
        for (long seed = 1; seed <= 3; seed++) {
            Workload workload = new Workload(seed, 20, 40);
            transactions += workload.transactions();
            chained += workload.chained();
            conflicts += workload.count(TransactionStatus.ABORTED_READ_CONFLICT);
            for (TransactionStatus status : TransactionStatus.values()) {
                seen.merge(status, workload.count(status), Integer::sum);
            }
        }
        assertThat(chained * 100 / transactions)
                .as("percent of chains in a block")
                .isGreaterThanOrEqualTo(20);
        assertThat(conflicts * 100 / transactions).as("percent of conflicts").isGreaterThanOrEqualTo(20);
        assertThat(seen)
                .allSatisfy(
                        (status, count) -> assertThat(count).as(status.name()).isPositive());
    }

    private static void requireSameState(Workload workload, CommitterModel model) {
        Map<StateKey, StoredValue> state = new HashMap<>();
        Map<io.florin.ledger.TransactionId, Claim> claims = new HashMap<>();
        List<FakeShardStore> stores = model.stores();
        for (int shard = 0; shard < stores.size(); shard++) {
            int which = shard;
            assertThat(stores.get(shard).state().keySet())
                    .allSatisfy(key -> assertThat(model.map().of(key)).isEqualTo(which));
            state.putAll(stores.get(shard).state());
            claims.putAll(stores.get(shard).claims());
        }
        assertThat(state.keySet()).isEqualTo(workload.oracle().keys());
        state.forEach((key, value) -> {
            var wanted = workload.oracle().read(key).orElseThrow();
            assertThat(value.version()).isEqualTo(wanted.version());
            assertThat(value.value()).isEqualTo(wanted.value());
        });
        for (StateKey counter : workload.bounded()) {
            FakeShardStore store = stores.get(model.map().of(counter));
            assertThat(store.counters().getOrDefault(counter, 0L))
                    .isEqualTo(workload.oracle().counter(counter));
        }
        for (int block = 0; block < workload.expected().size(); block++) {
            for (TransactionOutcome outcome : workload.expected().get(block).outcomes()) {
                if (outcome.status().claimsId()) {
                    assertThat(claims.remove(outcome.id().orElseThrow()))
                            .isEqualTo(new Claim(
                                    outcome.id().orElseThrow(), block + 1L, (int) outcome.index(), outcome.status()));
                }
            }
        }
        assertThat(claims).isEmpty();
        assertThat(model.coordinator().blocksPending()).isZero();
        assertThat(model.shards()).extracting(StateShard::held).containsOnly(0);
    }
}
