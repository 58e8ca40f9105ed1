package io.florin.simulation.follower;

import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.ResultTip.Judged;
import io.florin.ledger.status.SettledBlock;
import io.florin.simulation.committer.CommitterNode;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedLog;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Follows what committers tell of blocks: the real [ResultTip] says what to believe. A block's effects and the
/// position behind it reach the disk together.
public abstract class ResultFollower extends Node {
    private static final long POLL_MILLIS = 800;

    private final FollowerSurroundings around;
    private final FollowerHabits habits;
    private final SimulatedLog<SettledBlock> log;
    private final Map<Integer, BlockResult> told = new TreeMap<>();
    private ResultTip tip;

    @SuppressWarnings("this-escape") // what it calls is final
    protected ResultFollower(String name, FollowerSurroundings around, FollowerHabits habits) {
        super(around.world(), name);
        this.around = around;
        this.habits = habits;
        this.log = disk().log();
        this.tip = ResultTip.of(around.genesis());
    }

    protected final FollowerSurroundings ledger() {
        return around;
    }

    /// Begins with what the disk has.
    protected abstract void resume(List<SettledBlock> settled, Life life);

    /// Whether a block that is proved may be taken now; it is offered again until it is.
    protected abstract boolean mayTake(SettledBlock block, Life life);

    /// Its effects, in memory.
    protected abstract void take(SettledBlock block);

    @Override
    protected void boot(Life begun) {
        List<SettledBlock> settled = habits.settled(log.records());
        tip = habits.tip(
                settled.isEmpty()
                        ? ResultTip.of(around.genesis())
                        : settled.getLast().after());
        resume(settled, begun);
        begun.every(POLL_MILLIS, () -> poll(begun));
    }

    @Override
    protected void forget() {
        told.clear();
    }

    private void poll(Life life) {
        long next = tip.number() + 1;
        for (CommitterNode committer : around.committers()) {
            around.network()
                    .<List<BlockResult>>call(
                            this,
                            life,
                            committer,
                            answer -> answer.accept(committer.results(next, 1)),
                            results -> results.forEach(result -> told(life, committer.place(), next, result)));
        }
    }

    private void told(Life life, int committer, long number, BlockResult result) {
        if (number != tip.number() + 1) {
            return;
        }
        told.put(committer, result);
        List<BlockResult> same = told.values().stream()
                .filter(other ->
                        other.statuses().checkpoint().equals(result.statuses().checkpoint()))
                .toList();
        if (same.size() <= tip.configuration().committers().liars()) {
            return;
        }
        List<CommitterSignature> others = same.stream()
                .map(other -> other.statuses().signed().signature())
                .toList();
        for (BlockResult each : same) {
            if (around.results().judge(tip, each, others) instanceof Judged.Settled(SettledBlock block)
                    && mayTake(block, life)) {
                settle(life, block);
                return;
            }
        }
    }

    private void settle(Life life, SettledBlock block) {
        around.watch().believed(name(), block);
        effect();
        log.append(block);
        log.sync();
        effect();
        tip = habits.tip(block.after());
        told.clear();
        take(block);
        poll(life);
    }

    /// The last block on its disk.
    public final long height() {
        return log.records().isEmpty() ? 0 : log.records().getLast().number();
    }

    public final String describe() {
        return name() + " height " + height() + (isUp() ? "" : " down");
    }
}
