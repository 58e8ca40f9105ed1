package io.florin.simulation.rail;

import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardRecord;
import io.florin.simulation.world.SimulatedLog;
import java.util.List;

/// A shard's core in one life of its process, on the journal that outlives it.
final class ShardProcess {
    private final AccountShard core;
    private final SimulatedLog<ShardRecord> journal;
    private final int lost;
    private boolean syncPlanned;

    /// @param replayed what the journal says; a bug may leave some of it out
    ShardProcess(AccountShard core, SimulatedLog<ShardRecord> journal, List<ShardRecord> replayed) {
        this.core = core;
        this.journal = journal;
        this.lost = journal.records().size() - replayed.size();
        replayed.forEach(record -> core.replay(ShardRecord.decode(record.encode())));
    }

    AccountShard core() {
        return core;
    }

    SimulatedLog<ShardRecord> journal() {
        return journal;
    }

    /// Records of the journal as the core counts them.
    long records() {
        return journal.records().size() - lost;
    }

    /// Whether a sync has to be planned, which is then taken for planned.
    boolean plansSync() {
        boolean first = !syncPlanned;
        syncPlanned = true;
        return first;
    }

    void synced() {
        syncPlanned = false;
    }
}
