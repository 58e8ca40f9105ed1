package io.florin.sandbox.check;

import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.Set;

/// Checks of what the committer's state shards hold.
final class ShardChecks {
    private ShardChecks() {}

    static final Check STATE = new Check(
            "state",
            "the shards hold what the serial replay has and nothing else, whoever owns it",
            Set.of("minted-token"),
            ShardChecks::state);

    /// The shards hold what the serial replay has, and nothing besides.
    static CheckResult state(CheckContext context) {
        ShardContents contents = ShardContents.of(context);
        return contents.flaw(context.ledger().replay())
                .map(CheckResult::broken)
                .orElseGet(() -> CheckResult.of(
                        contents.values() > 1,
                        contents.values() + " values in the shards, those of the replay and no others"));
    }

    /// Number of transfers out of 100 that have left something in more than one state shard.
    static int crossShardPercent(CheckContext context) {
        ShardContents contents = ShardContents.of(context);
        long transfers = 0;
        long crossing = 0;
        for (SerialReplay.Applied block : context.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                if (transaction.kind() == TransactionKind.TRANSFER) {
                    transfers++;
                    crossing += contents.shardsOf(transaction) > 1 ? 1 : 0;
                }
            }
        }
        return transfers == 0 ? 0 : Math.toIntExact(crossing * 100 / transfers);
    }
}
