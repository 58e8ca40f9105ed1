package io.florin.committer.coordinator;

import io.florin.committer.protocol.ShardMap;
import io.florin.ledger.Invariant;
import io.florin.ledger.settlement.Read;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Transactions that no pending one stands in the way of, on which the shards vote together: one question to each shard
/// concerned, whatever the number of transactions. Owned by the coordinator's thread.
final class Wave {

    /// A question to one shard: its checks and, at the same place, the transaction that each belongs to.
    private static final class Ballot {
        private final List<Read> checks = new ArrayList<>();
        private final List<Integer> members = new ArrayList<>();
    }

    private final long id;
    private final List<Node> members = new ArrayList<>();
    private final List<Ballot> ballots = new ArrayList<>();
    private final BitSet refused = new BitSet();
    private int votesMissing;

    Wave(long id, List<Node> nodes, ShardMap map) {
        this.id = id;
        for (int shard = 0; shard < map.shards(); shard++) {
            ballots.add(new Ballot());
        }
        for (Node node : nodes) {
            for (int read = 0; read < node.transaction().reads().size(); read++) {
                if (node.readState(read) == Node.ReadState.IN_STATE) {
                    Ballot ballot = ballots.get(map.of(node.read(read).key()));
                    ballot.checks.add(node.read(read));
                    ballot.members.add(members.size());
                }
            }
            members.add(node);
        }
        votesMissing = (int)
                ballots.stream().filter(ballot -> !ballot.checks.isEmpty()).count();
    }

    long id() {
        return id;
    }

    List<Node> members() {
        return members;
    }

    List<Read> checks(int shard) {
        return ballots.get(shard).checks;
    }

    /// Counts a shard's vote; true when it was the last.
    boolean vote(int shard, BitSet refusedChecks) {
        Invariant.check(votesMissing > 0, "a vote nobody waits for");
        List<Integer> checked = ballots.get(shard).members;
        refusedChecks.stream().forEach(check -> refused.set(checked.get(check)));
        return --votesMissing == 0;
    }

    boolean isRefused(int member) {
        return refused.get(member);
    }

    /// The checks of a shard whose transaction commits.
    BitSet committed(int shard) {
        List<Integer> checked = ballots.get(shard).members;
        BitSet committed = new BitSet(checked.size());
        for (int check = 0; check < checked.size(); check++) {
            if (!refused.get(checked.get(check))) {
                committed.set(check);
            }
        }
        return committed;
    }
}
