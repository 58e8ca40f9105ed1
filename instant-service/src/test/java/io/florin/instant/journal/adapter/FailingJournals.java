package io.florin.instant.journal.adapter;

import io.florin.crypto.Bytes32;
import io.florin.instant.journal.JournalRecovery;
import io.florin.instant.journal.adapter.FakeDisk.Unforced;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/// The disks of an authority's shards, for tests of other packages: they stop where they are told to, and lose power.
public final class FailingJournals {
    private final List<FakeDisk> disks = new ArrayList<>();

    public FailingJournals(int shards) {
        for (int shard = 0; shard < shards; shard++) {
            disks.add(new FakeDisk());
        }
    }

    /// The disk of a shard fails after so many operations.
    public void failAfter(int shard, long operations) {
        disks.get(shard).failAfter(operations);
    }

    /// All lose power, and anything that was not forced.
    public void losePower() {
        disks.forEach(disk -> disk.crash(Unforced.LOST, new Random(1)));
    }

    /// So many operations so far.
    public long operations(int shard) {
        return disks.get(shard).operations();
    }

    public Function<JournalRecovery, JournalFile> of(int shard) {
        Bytes32 name = Bytes32.ZERO;
        return recovery -> JournalFile.open(disks.get(shard), name, recovery);
    }
}
