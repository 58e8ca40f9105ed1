package io.florin.simulation.committer;

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
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Invariant;
import io.florin.ledger.StateKeys;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// The committer behind its intake: the real [Coordinator], [StateShard]s and [StatusBoard], each with a mailbox, in
/// the order that the service's engine keeps and in any other order that chance picks.
final class CommitterEngineLoop {
    private static final int WINDOW = 4;
    private static final long MAIL_MICROS = 3_000;
    private static final long VERIFY_MICROS = 20_000;
    private static final long SYNC_MICROS = 8_000;

    private final CommitterNode node;
    private final Life life;
    private final CommitterDisk disk;
    private final CommitterHabits habits;
    private final ShardMap map;
    private final Random random;
    private final Coordinator coordinator;
    private final StatusBoard board;
    private final List<Pipe<ShardCommand>> toShards = new ArrayList<>();
    private final List<Pipe<CoordinatorEvent>> fromShards = new ArrayList<>();
    private final Pipe<CoordinatorEvent> toCoordinator;
    private final Pipe<CoordinatorEffect> toBoard;
    private ChainTip tip;
    private NetworkConfiguration settledConfiguration;
    private long barrier;
    private long settled;
    private boolean syncing;

    CommitterEngineLoop(
            CommitterNode node, Life life, CommitterDisk disk, ShardMap map, Genesis genesis, Ed25519KeyPair key) {
        this.node = node;
        this.life = life;
        this.disk = disk;
        this.habits = node.habits();
        this.map = map;
        this.random = node.world().random("mail of " + node.name());
        this.settled = disk.lastComplete();
        this.settledConfiguration = habits.restored(disk.configuration(), genesis.configuration());
        this.tip = new ChainTip(
                disk.checkpoint().network(), settled, disk.checkpoint().headerHash(), settledConfiguration);
        this.coordinator = new Coordinator(
                map,
                new Coordinator.Start(
                        settled,
                        disk.lastApplied(),
                        settledConfiguration,
                        disk.lastSequence(),
                        disk.logged(habits.decisions(disk.decisions().records()), settled)));
        this.board = new StatusBoard(node.place(), key, disk.checkpoint());
        this.toCoordinator = pipe(this::coordinate);
        this.toBoard = pipe(this::report);
        for (int shard = 0; shard < map.shards(); shard++) {
            addShard(shard, genesis.configuration());
        }
    }

    private <T> Pipe<T> pipe(java.util.function.Consumer<T> receiver) {
        return new Pipe<>(node, life, random, MAIL_MICROS, receiver);
    }

    private void addShard(int number, NetworkConfiguration first) {
        StateShard shard = new StateShard(number, habits.shard(disk.shards().get(number)));
        boolean configured = map.of(StateKeys.CONFIGURATION) == number;
        shard.begin(configured ? List.of(genesisWrite(first)) : List.of());
        Pipe<CoordinatorEvent> back = pipe(this::coordinate);
        fromShards.add(back);
        toShards.add(pipe(command -> habits.answered(shard.on(command)).ifPresent(back::put)));
    }

    private static KeyWrite genesisWrite(NetworkConfiguration first) {
        return new KeyWrite(
                StateKeys.CONFIGURATION,
                Optional.of(new StoredValue.StoredBytes(first.version(), Bytes.of(first.encode()))));
    }

    /// Whether another block may come now; if so, [#tip] is what it must follow.
    boolean hasRoom() {
        return tip.number() - disk.lastComplete() < WINDOW && knowsConfiguration();
    }

    /// Whether the configuration for the next block is known.
    boolean knowsConfiguration() {
        return barrier <= settled || !habits.waitsForConfigurations();
    }

    /// The end of the chain, when there is room.
    ChainTip tip() {
        tip = tip.with(settledConfiguration);
        return tip;
    }

    void take(CheckedBlock block) {
        Invariant.check(block.number() == tip.number() + 1, "blocks are taken in order");
        node.beforeEffect();
        disk.take(block.block());
        tip = tip.after(block.block());
        if (ConfigurationBarrier.isRaisedBy(block.block())) {
            barrier = block.number();
        }
        toCoordinator.put(new CoordinatorEvent.BlockTaken(block));
    }

    /// A block of the own copy that was not complete when the process ended.
    Optional<Block> leftOver() {
        return disk.takenBlock(tip.number() + 1);
    }

    private void coordinate(CoordinatorEvent event) {
        for (CoordinatorEffect effect : habits.effects(coordinator.on(event))) {
            node.beforeEffect();
            carryOut(effect);
        }
    }

    private void carryOut(CoordinatorEffect effect) {
        switch (effect) {
            case Verify(CheckedBlock block) -> life.after(1 + random.nextLong(VERIFY_MICROS), () -> verified(block));
            case Tell(int shard, ShardCommand command) -> toShards.get(shard).put(command);
            case Append append -> {
                disk.decisions().append(append);
                syncSoon();
            }
            case Settle settle -> {
                settled = settle.block().number();
                settledConfiguration = settle.configuration();
                toBoard.put(settle);
                node.roomMayBe();
            }
            case Complete complete -> toBoard.put(complete);
        }
    }

    private void verified(CheckedBlock block) {
        var transactions = habits.verified(node.checks().of(habits.checked(block)));
        toCoordinator.put(new CoordinatorEvent.Verified(new VerifiedBlock(block, transactions)));
    }

    /// Everything that waits is brought to the disk with one sync.
    private void syncSoon() {
        if (!habits.syncs()) {
            toCoordinator.put(new CoordinatorEvent.Logged(disk.lastSequence()));
        } else if (!syncing) {
            syncing = true;
            life.after(1 + random.nextLong(SYNC_MICROS), () -> {
                syncing = false;
                node.beforeEffect();
                disk.decisions().sync();
                toCoordinator.put(new CoordinatorEvent.Logged(disk.lastSequence()));
            });
        }
    }

    private void report(CoordinatorEffect effect) {
        switch (effect) {
            case Settle settle -> board.settle(settle);
            case Complete complete -> {
                CompletedBlock block = board.complete(complete);
                node.beforeEffect();
                disk.complete(block);
                node.completed(block);
            }
            case Verify _, Tell _, Append _ -> throw new Invariant.Broken("not for the status board");
        }
    }

    String describe() {
        return "taken " + tip.number() + " settled " + settled + " barrier " + barrier + " pending "
                + coordinator.blocksPending();
    }
}
