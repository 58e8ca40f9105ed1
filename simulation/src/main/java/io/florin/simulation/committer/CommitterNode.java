package io.florin.simulation.committer;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.StoredValue;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.StateKey;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.status.BlockResult;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One committer: intake in front of an engine, connected as the service connects them.
public final class CommitterNode extends Node {
    private final int committer;
    private final Ed25519KeyPair key;
    private final Genesis genesis;
    private final ShardMap map;
    private final CommitterSurroundings around;
    private final CommitterHabits habits;
    private final CommitterDisk disk;
    private @Nullable Memory memory;

    private record Memory(CommitterEngineLoop engine, CommitterIntake intake) {}

    /// @param committer place in the configuration
    public CommitterNode(
            int committer,
            Ed25519KeyPair key,
            Genesis genesis,
            int shards,
            CommitterSurroundings around,
            CommitterHabits habits) {
        super(around.world(), "committer-" + committer);
        this.committer = committer;
        this.key = key;
        this.genesis = genesis;
        this.map = new ShardMap(shards);
        this.around = around;
        this.habits = habits;
        this.disk = new CommitterDisk(genesis, disk(), map, this::beforeApply);
    }

    /// In the configuration.
    public int place() {
        return committer;
    }

    CommitterHabits habits() {
        return habits;
    }

    BlockChecks checks() {
        return around.checks();
    }

    private void beforeApply() {
        disk().requireRoom();
        effect();
    }

    void beforeEffect() {
        effect();
    }

    @Override
    protected void boot(Life begun) {
        CommitterEngineLoop engine = new CommitterEngineLoop(this, begun, disk, map, genesis, key);
        CommitterIntake intake = new CommitterIntake(this, begun, around, engine.tip(), engine);
        memory = new Memory(engine, intake);
        begun.after(0, this::roomMayBe);
    }

    @Override
    protected void forget() {
        memory = null;
    }

    /// The engine may take another block now: first those of its own copy.
    void roomMayBe() {
        if (memory == null) {
            return;
        }
        CommitterEngineLoop engine = memory.engine();
        while (!memory.intake().isRunning() && engine.hasRoom()) {
            ChainTip end = engine.tip();
            var left = engine.leftOver().filter(block -> end.flaw(block).isEmpty());
            if (left.isEmpty()) {
                memory.intake().start(end);
            } else {
                engine.take(CheckedBlock.after(end, left.get()));
            }
        }
        memory.intake().goOn();
    }

    void completed(CompletedBlock block) {
        world().mark(block.statuses().checkpoint().stateHash().hashCode());
        around.watch().completed(committer, block);
        roomMayBe();
    }

    // ---- what others ask

    /// Results that it tells of complete blocks from a number on.
    public List<BlockResult> results(long from, int limit) {
        List<BlockResult> results = new ArrayList<>();
        for (long number = from; number <= disk.lastComplete() && results.size() < limit; number++) {
            CompletedBlock block = disk.completed().get((int) number - 1);
            results.add(habits.told(disk.stateHashBefore(number), resultOf(block)));
        }
        return results;
    }

    private static BlockResult resultOf(CompletedBlock block) {
        List<Bytes> committed = new ArrayList<>();
        for (var outcome : block.statuses().outcomes()) {
            if (outcome.status().isCommitted()) {
                committed.add(Bytes.of(block.block()
                        .transactions()
                        .get((int) outcome.index())
                        .transaction()
                        .orElseThrow()
                        .encode()));
            }
        }
        return new BlockResult(block.statuses(), committed);
    }

    // ---- for the judge

    public long height() {
        return disk.lastComplete();
    }

    public boolean isAtRest() {
        return state(height()).isPresent();
    }

    /// The state on its disk, if all shards stand at this block.
    public Optional<Map<StateKey, StoredValue>> state(long block) {
        Map<StateKey, StoredValue> state = new HashMap<>();
        for (ShardDisk shard : disk.shards()) {
            if (shard.appliedBlock() != block) {
                return Optional.empty();
            }
            state.putAll(shard.state());
        }
        return Optional.of(state);
    }

    public String describe() {
        return name() + " complete " + height()
                + (memory == null
                        ? " down"
                        : " " + memory.engine().describe() + " "
                                + memory.intake().describe());
    }

    /// Watcher of complete blocks as they happen.
    public interface Watch {
        void completed(int committer, CompletedBlock block);

        void refused(int committer, String what);
    }
}
