package io.florin.committer.coordinator;

import io.florin.committer.protocol.ShardMap;
import io.florin.ledger.Invariant;
import io.florin.ledger.settlement.Read;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Transactions that no pending one stands in the way of, on which the shards vote together: one question to each shard
/// concerned, whatever the number of transactions. Owned by the coordinator's thread.
final class PrepareBatch {

    /// A question to one shard: its checks and, at the same place, the transaction that each belongs to.
    private static final class ShardQuery {
        private final List<Read> checks = new ArrayList<>();
        private final List<Integer> members = new ArrayList<>();
    }

    private final long id;
    private final List<PendingTransaction> members = new ArrayList<>();
    private final List<ShardQuery> queries = new ArrayList<>();
    private final BitSet refused = new BitSet();
    private int votesMissing;

    PrepareBatch(long id, List<PendingTransaction> nodes, ShardMap map) {
        this.id = id;
        for (int shard = 0; shard < map.shards(); shard++) {
            queries.add(new ShardQuery());
        }
        for (PendingTransaction node : nodes) {
            for (int read = 0; read < node.transaction().reads().size(); read++) {
                if (node.readState(read) == PendingTransaction.ReadState.IN_STATE) {
                    ShardQuery query = queries.get(map.of(node.read(read).key()));
                    query.checks.add(node.read(read));
                    query.members.add(members.size());
                }
            }
            members.add(node);
        }
        votesMissing =
                (int) queries.stream().filter(query -> !query.checks.isEmpty()).count();
    }

    long id() {
        return id;
    }

    List<PendingTransaction> members() {
        return members;
    }

    List<Read> checks(int shard) {
        return queries.get(shard).checks;
    }

    /// Counts a shard's vote; true when it was the last.
    boolean vote(int shard, BitSet refusedChecks) {
        Invariant.check(votesMissing > 0, "a vote nobody waits for");
        List<Integer> checked = queries.get(shard).members;
        refusedChecks.stream().forEach(check -> refused.set(checked.get(check)));
        return --votesMissing == 0;
    }

    /// Notes that a member aborts although its reads are as it read them.
    void abort(int member) {
        refused.set(member);
    }

    boolean isRefused(int member) {
        return refused.get(member);
    }

    /// The checks of a shard whose transaction commits; of a batch all of which is decided.
    BitSet committed(int shard) {
        List<Integer> checked = queries.get(shard).members;
        BitSet committed = new BitSet(checked.size());
        for (int check = 0; check < checked.size(); check++) {
            if (!refused.get(checked.get(check))) {
                committed.set(check);
            }
        }
        return committed;
    }
}
