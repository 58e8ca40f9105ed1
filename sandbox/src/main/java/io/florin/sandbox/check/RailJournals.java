package io.florin.sandbox.check;

import io.florin.instant.account.ShardRecord;
import io.florin.instant.authority.adapter.AuthorityPlan;
import io.florin.instant.journal.JournalRecovery;
import io.florin.instant.journal.adapter.JournalFile;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailScope;
import io.florin.runtime.internal.Peer;
import java.nio.file.Path;

/// Journals of an authority as somebody with access to the disk changes them; it must not be running.
final class RailJournals {
    private static final JournalRecovery NOTHING = new JournalRecovery() {
        @Override
        public void part(byte[] part) {
            // records that are there stay as they are
        }

        @Override
        public void record(long height, byte[] record) {
            // records that are there stay as they are
        }
    };

    private RailJournals() {}

    /// Writes one more record into the journal of the shard that has the account.
    static void append(CheckContext context, RailScope scope, Peer authority, RailAccount account, ShardRecord record) {
        int shards = Integer.parseInt(
                context.plan().service(authority.directoryName()).property("florin.instant.shards"));
        int shard = RailAccount.shardOf(account.bucket(), shards);
        Path journals = AuthorityPlan.directory(context.plan().nodeDirectory(authority), scope);
        try (JournalFile journal = JournalFile.open(
                AuthorityPlan.journal(journals, shard),
                AuthorityPlan.journalName(scope, authority.id(), shard, shards),
                NOTHING)) {
            journal.append(record.encode());
            journal.force();
        }
    }
}
