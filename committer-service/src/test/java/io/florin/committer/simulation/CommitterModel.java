package io.florin.committer.simulation;

import io.florin.committer.coordinator.Coordinator;
import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.protocol.ConfigurationBarrier;
import io.florin.committer.protocol.CoordinatorEffect;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.CoordinatorEffect.Complete;
import io.florin.committer.protocol.CoordinatorEffect.Settle;
import io.florin.committer.protocol.CoordinatorEffect.Tell;
import io.florin.committer.protocol.CoordinatorEffect.Verify;
import io.florin.committer.protocol.CoordinatorEvent;
import io.florin.committer.protocol.KeyWrite;
import io.florin.committer.protocol.ShardCommand;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.protocol.VerifiedBlock;
import io.florin.committer.shard.StateShard;
import io.florin.committer.status.StatusBoard;
import io.florin.crypto.Bytes;
import io.florin.ledger.StateKeys;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// The cores of a committer, their mailboxes and their disks in one thread: a random scheduler picks whose message is
/// delivered next, in order for each sender and receiver, in any order for the verifiers. [#crash] loses everything
/// that is not on a disk.
final class CommitterModel {

    private final Workload workload;
    private final Random random;
    private final ShardMap map;
    private final int window;

    // on disk
    private final List<FakeShardStore> stores = new ArrayList<>();
    private final FakeDecisionLog log = new FakeDecisionLog();
    private final List<CompletedBlock> completed = new ArrayList<>();

    // in memory
    private Coordinator coordinator;
    private List<StateShard> shards = List.of();
    private StatusBoard board;
    private final List<CheckedBlock> verifying = new ArrayList<>();
    private final List<ArrayDeque<ShardCommand>> toShards = new ArrayList<>();
    private final List<ArrayDeque<CoordinatorEvent>> fromShards = new ArrayList<>();
    private final ArrayDeque<CoordinatorEvent> fromLog = new ArrayDeque<>();
    private final ArrayDeque<CoordinatorEffect> toBoard = new ArrayDeque<>();
    private ChainTip tip;
    private long barrier;
    private long settled;
    private long highestCompleted;

    CommitterModel(Workload workload, int shardCount, int window, Random random) {
        this.workload = workload;
        this.random = random;
        this.map = new ShardMap(shardCount);
        this.window = window;
        for (int i = 0; i < shardCount; i++) {
            FakeShardStore store = new FakeShardStore();
            store.beforeApply(this::requireAllDurable);
            stores.add(store);
            toShards.add(new ArrayDeque<>());
            fromShards.add(new ArrayDeque<>());
        }
        Checkpoint genesis = StatusBoard.atGenesis(workload.network().genesis());
        coordinator = newCoordinator(0, workload.network().configuration());
        board = new StatusBoard(0, workload.network().committer(), genesis);
        tip = new ChainTip(
                workload.network().networkId(),
                0,
                genesis.headerHash(),
                workload.network().configuration());
        start();
    }

    private void requireAllDurable(long block) {
        if (block > 0) {
            int size = workload.expected().get((int) block - 1).outcomes().size();
            if (log.durableVerdicts(block) != size) {
                throw new AssertionError("block " + block + " applied before all its verdicts were durable");
            }
        }
    }

    private Coordinator newCoordinator(long lastComplete, NetworkConfiguration configuration) {
        long applied =
                stores.stream().mapToLong(FakeShardStore::appliedBlock).max().orElse(0);
        return new Coordinator(
                map,
                new Coordinator.Start(
                        lastComplete,
                        Math.max(0, applied),
                        configuration,
                        log.lastSequence(),
                        log.logged(lastComplete)));
    }

    private void start() {
        long last = completed.size();
        Checkpoint checkpoint = completed.isEmpty()
                ? StatusBoard.atGenesis(workload.network().genesis())
                : completed.getLast().statuses().checkpoint();
        NetworkConfiguration configuration = completed.isEmpty()
                ? workload.network().configuration()
                : completed.getLast().configuration();
        shards = new ArrayList<>();
        for (int shard = 0; shard < map.shards(); shard++) {
            StateShard core = new StateShard(shard, stores.get(shard));
            core.begin(map.of(StateKeys.CONFIGURATION) == shard ? List.of(genesisWrite()) : List.of());
            shards.add(core);
        }
        coordinator = newCoordinator(last, configuration);
        board = new StatusBoard(0, workload.network().committer(), checkpoint);
        tip = new ChainTip(workload.network().networkId(), last, checkpoint.headerHash(), configuration);
        barrier = 0;
        settled = last;
    }

    private KeyWrite genesisWrite() {
        NetworkConfiguration first = workload.network().configuration();
        return new KeyWrite(
                StateKeys.CONFIGURATION,
                Optional.of(new StoredValue.StoredBytes(first.version(), Bytes.of(first.encode()))));
    }

    /// Delivers one message; false when all blocks are complete and nothing is left to do.
    boolean step() {
        List<Runnable> possible = new ArrayList<>();
        if (mayTake()) {
            possible.add(this::take);
        }
        if (!verifying.isEmpty()) {
            possible.add(this::verify);
        }
        for (int shard = 0; shard < map.shards(); shard++) {
            int which = shard;
            if (!toShards.get(shard).isEmpty()) {
                possible.add(
                        () -> shards.get(which).on(toShards.get(which).remove()).ifPresent(fromShards.get(which)::add));
            }
            if (!fromShards.get(shard).isEmpty()) {
                possible.add(() -> coordinate(fromShards.get(which).remove()));
            }
        }
        if (log.hasUnsynced()) {
            possible.add(() -> fromLog.add(new CoordinatorEvent.Logged(log.sync(random))));
        }
        if (!fromLog.isEmpty()) {
            possible.add(() -> coordinate(fromLog.remove()));
        }
        if (!toBoard.isEmpty()) {
            possible.add(this::report);
        }
        if (possible.isEmpty()) {
            if (completed.size() < workload.blocks().size()) {
                throw new AssertionError("stuck after block " + completed.size());
            }
            return false;
        }
        possible.get(random.nextInt(possible.size())).run();
        return true;
    }

    private boolean mayTake() {
        return tip.number() < workload.blocks().size()
                && tip.number() - completed.size() < window
                && barrier <= settled;
    }

    private void take() {
        Block block = workload.blocks().get((int) tip.number());
        tip.flaw(block).ifPresent(flaw -> {
            throw new AssertionError("good block refused: " + flaw);
        });
        CheckedBlock checked = CheckedBlock.after(tip, block);
        tip = tip.after(checked.block());
        if (ConfigurationBarrier.isRaisedBy(block)) {
            barrier = block.header().number();
        }
        coordinate(new CoordinatorEvent.BlockTaken(checked));
    }

    private void verify() {
        CheckedBlock block = verifying.remove(random.nextInt(verifying.size()));
        coordinate(new CoordinatorEvent.Verified(new VerifiedBlock(block, workload.verified(block))));
    }

    private void coordinate(CoordinatorEvent event) {
        for (CoordinatorEffect effect : coordinator.on(event)) {
            switch (effect) {
                case Verify(CheckedBlock block) -> verifying.add(block);
                case Tell(int shard, ShardCommand command) ->
                    toShards.get(shard).add(command);
                case Append append -> log.write(append);
                case Settle settle -> {
                    settled = settle.block().number();
                    tip = tip.with(settle.configuration());
                    toBoard.add(settle);
                }
                case Complete complete -> toBoard.add(complete);
            }
        }
    }

    private void report() {
        switch (toBoard.remove()) {
            case Settle settle -> board.settle(settle);
            case Complete complete -> {
                CompletedBlock block = board.complete(complete);
                requireExpected(block);
                completed.add(block);
                highestCompleted = Math.max(highestCompleted, block.number());
            }
            case Verify _, Tell _, Append _ -> throw new AssertionError("not for the board");
        }
    }

    private void requireExpected(CompletedBlock block) {
        var expected = workload.expected().get((int) block.number() - 1);
        var statuses = block.statuses();
        if (!statuses.outcomes().equals(expected.outcomes())) {
            for (int i = 0; i < expected.outcomes().size(); i++) {
                if (!statuses.outcomes().get(i).equals(expected.outcomes().get(i))) {
                    throw new AssertionError("block " + block.number() + " index " + i + ": "
                            + statuses.outcomes().get(i) + " instead of "
                            + expected.outcomes().get(i));
                }
            }
        }
        if (!statuses.checkpoint().equals(expected.checkpoint())) {
            throw new AssertionError("checkpoint of block " + block.number() + " differs");
        }
        if (!statuses.isAuthentic(workload.network().configuration())) {
            throw new AssertionError("statuses of block " + block.number() + " are not authentic");
        }
    }

    /// Loses what is in memory and starts again from the disks. Completed blocks may be on disk or not.
    void crash() {
        log.crash(random);
        verifying.clear();
        toShards.forEach(ArrayDeque::clear);
        fromShards.forEach(ArrayDeque::clear);
        fromLog.clear();
        toBoard.clear();
        start();
    }

    List<FakeShardStore> stores() {
        return stores;
    }

    ShardMap map() {
        return map;
    }

    long completedBlocks() {
        return completed.size();
    }

    Coordinator coordinator() {
        return coordinator;
    }

    List<StateShard> shards() {
        return shards;
    }
}
