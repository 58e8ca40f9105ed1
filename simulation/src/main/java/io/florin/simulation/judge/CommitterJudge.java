package io.florin.simulation.judge;

import static io.florin.simulation.world.InvariantViolation.require;

import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.protocol.StoredValue;
import io.florin.ledger.StateKey;
import io.florin.ledger.replay.SerialReplay;
import io.florin.simulation.committer.CommitterNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Committers say of a block the same as serial replay: statuses, roots and state hash; in order, each block once in a
/// life of its disk; and the tokens on their disks are worth what is outstanding.
public final class CommitterJudge implements CommitterNode.Watch {
    private final ChainJudge chain;
    private final Map<Integer, Long> heights = new HashMap<>();
    private List<CommitterNode> committers = List.of();

    public CommitterJudge(ChainJudge chain) {
        this.chain = chain;
    }

    public void watch(List<CommitterNode> all) {
        committers = all;
    }

    @Override
    public void completed(int committer, CompletedBlock block) {
        String who = "committer " + committer + ", block " + block.number();
        long before = heights.getOrDefault(committer, 0L);
        require(block.number() == before + 1, who + ": complete after block " + before);
        heights.put(committer, block.number());
        SerialReplay.Applied expected = chain.applied(block.number())
                .orElseThrow(() -> new io.florin.simulation.world.InvariantViolation(who + ": nobody certified it"));
        require(
                block.statuses().outcomes().equals(expected.outcomes()),
                who + ": statuses are not those of serial replay, "
                        + block.statuses().outcomes().size() + " of "
                        + expected.outcomes().size());
        require(
                block.statuses().checkpoint().equals(expected.checkpoint()),
                who + ": checkpoint is not that of serial replay");
        supply(committer, block.number(), who);
    }

    private void supply(int committer, long block, String who) {
        committers
                .get(committer)
                .state(block)
                .ifPresent(state -> require(
                        worth(state) == chain.supply().outstandingAfter(block),
                        who + ": tokens on its disk are worth " + worth(state) + ", outstanding is "
                                + chain.supply().outstandingAfter(block)));
    }

    private long worth(Map<StateKey, StoredValue> state) {
        long sum = 0;
        for (Map.Entry<StateKey, StoredValue> entry : state.entrySet()) {
            long worth = entry.getValue() instanceof StoredValue.StoredToken(var reference)
                    ? reference.token().value().minorUnits()
                    : chain.supply().worthOfHidden(entry.getKey());
            sum = Math.addExact(sum, worth);
        }
        return sum;
    }

    @Override
    public void refused(int committer, String what) {
        // blocks that liars give are refused all the time
    }

    /// Compares, when all is quiet, the state on the disk of a committer with that of serial replay, key by key.
    public void atTheEnd(CommitterNode committer) {
        Map<StateKey, StoredValue> state = committer
                .state(chain.height())
                .orElseThrow(() -> new io.florin.simulation.world.InvariantViolation(
                        committer.name() + ": its shards do not stand at the last block"));
        require(state.keySet().equals(chain.replay().keys()), committer.name() + ": other keys than serial replay's");
        state.forEach((key, value) -> {
            SerialReplay.Versioned wanted = chain.replay().read(key).orElseThrow();
            require(
                    wanted.version() == value.version() && wanted.value().equals(value.value()),
                    committer.name() + ": another value than serial replay's under " + key);
        });
    }
}
