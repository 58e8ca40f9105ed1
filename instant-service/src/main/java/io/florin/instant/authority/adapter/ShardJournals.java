package io.florin.instant.authority.adapter;

import io.florin.instant.journal.JournalRecovery;
import io.florin.instant.journal.adapter.JournalFile;
import java.util.function.Function;

/// Opens the journal of a shard by its number; tests have disks that fail.
@FunctionalInterface
interface ShardJournals {
    Function<JournalRecovery, JournalFile> of(int shard);

    /// Those of a plan, in its directory.
    static ShardJournals onDisk(AuthorityPlan plan) {
        return shard -> recovery -> JournalFile.open(plan.journal(shard), plan.journalName(shard), recovery);
    }
}
