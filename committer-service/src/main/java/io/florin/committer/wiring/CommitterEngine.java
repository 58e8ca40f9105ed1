package io.florin.committer.wiring;

import io.florin.committer.chain.adapter.ChainStore;
import io.florin.committer.coordinator.Coordinator;
import io.florin.committer.coordinator.adapter.DecisionLogWriter;
import io.florin.committer.intake.adapter.BlockTaker;
import io.florin.committer.protocol.BlockTimes;
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
import io.florin.committer.protocol.CoordinatorEvent.BlockTaken;
import io.florin.committer.protocol.CoordinatorEvent.Logged;
import io.florin.committer.protocol.CoordinatorEvent.Verified;
import io.florin.committer.protocol.LedgerHead;
import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.protocol.ShardCommand;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.protocol.StateView;
import io.florin.committer.shard.StateShard;
import io.florin.committer.shard.adapter.StateViews;
import io.florin.committer.status.StatusBoard;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.committer.verifier.adapter.VerifierPool;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Invariant;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.ChainTip;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.SignedCheckpoint;
import io.florin.runtime.Failure;
import io.florin.runtime.loop.EventHandler;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.loop.LoopStoppedException;
import io.florin.runtime.service.FaultHandler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The committer without its edges: takes certified blocks in order and answers for what became of them. One thread
/// each for the coordinator, the decision log, every state shard and the status board, and a pool of verifiers; they
/// talk by bounded mailboxes, and the window of pending blocks keeps those from ever being full.
///
/// Disk syncs for each block: one of the decision log for each batch, one of each shard, one of the chain store; those
/// of different blocks overlap. A bug or a broken disk stops everything: [#isRunning] turns false and [#submit] throws.
///
/// At the start it goes on after the last complete block: blocks taken before and not complete are worked on again from
/// the own copy, with the verdicts that the decision log has, before the constructor's caller can submit others.
public final class CommitterEngine implements LedgerReader, BlockTaker, AutoCloseable {

    private static final int MAILBOX = 16 * 1024;
    private static final long STOP_CHECK_MILLIS = 200;

    private final EngineSettings settings;
    private final InstantSource clock;
    private final Genesis genesis;
    private final ShardMap map;
    private final FaultHandler faults;
    private final CommitterObserver observer;
    private final EngineDisk disk;
    private final ChainStore chain;
    private final StateViews views;
    private final Coordinator coordinator;
    private final StatusBoard board;
    private final VerifierPool verifiers;
    private final EventLoop<CoordinatorEvent> coordinatorLoop;
    private final EventLoop<DecisionLogWriter.Command> logLoop;
    private final List<EventLoop<ShardCommand>> shardLoops = new ArrayList<>();
    private final EventLoop<CoordinatorEffect> statusLoop;
    private final List<Consumer<CompletedBlock>> listeners = new CopyOnWriteArrayList<>();
    private final Map<Long, Long> takenNanos = new ConcurrentHashMap<>();
    private final Map<Long, Long> appendedNanos = new ConcurrentHashMap<>();
    private final Semaphore window;
    private final ReentrantLock entrance = new ReentrantLock();
    private final Condition settled = entrance.newCondition();
    private ChainTip tip;
    private long barrier;
    private long settledBlock;
    private NetworkConfiguration settledConfiguration;
    private final Object headChanged = new Object();
    private volatile LedgerHead head;
    private volatile boolean stopped;

    /// With the system's clock.
    ///
    /// @param committer index of this committer in the configuration, whose key is given
    public CommitterEngine(
            EngineSettings settings,
            Genesis genesis,
            int committer,
            Ed25519KeyPair key,
            FaultHandler faults,
            CommitterObserver observer)
            throws InterruptedException {
        this(settings, genesis, committer, key, faults, observer, InstantSource.system());
    }

    /// @param committer index of this committer in the configuration, whose key is given
    /// @param clock says when blocks come and are complete; nothing else depends on it
    public CommitterEngine(
            EngineSettings settings,
            Genesis genesis,
            int committer,
            Ed25519KeyPair key,
            FaultHandler faults,
            CommitterObserver observer,
            InstantSource clock)
            throws InterruptedException {
        this.settings = settings;
        this.clock = clock;
        this.genesis = genesis;
        this.map = new ShardMap(settings.shards());
        this.observer = observer;
        this.faults = (component, bug) -> {
            stopped = true;
            faults.stopped(component, bug);
        };
        disk = new EngineDisk(settings, genesis);
        chain = disk.chain();
        Checkpoint checkpoint = disk.checkpoint();
        NetworkConfiguration configuration = disk.configuration();
        head = new LedgerHead(checkpoint, configuration);
        settledConfiguration = configuration;
        tip = new ChainTip(genesis.networkId(), checkpoint.number(), checkpoint.headerHash(), configuration);
        views = new StateViews(map, disk.stores(), checkpoint.number());
        window = new Semaphore(settings.windowBlocks());
        coordinator = new Coordinator(
                map,
                new Coordinator.Start(
                        checkpoint.number(),
                        disk.lastApplied(),
                        configuration,
                        disk.log().lastSequence(),
                        disk.log().logged(checkpoint.number())));
        board = new StatusBoard(committer, key, checkpoint);
        verifiers =
                new VerifierPool(new SignatureVerifier(genesis.networkId()), settings.verifierThreads(), this.faults);
        coordinatorLoop = EventLoop.of("committer-coordinator", MAILBOX, this::coordinate, this.faults);
        logLoop = EventLoop.of("committer-log", MAILBOX, new DecisionLogWriter(disk.log(), this::durable), this.faults);
        for (int shard = 0; shard < map.shards(); shard++) {
            shardLoops.add(EventLoop.of("committer-shard-" + shard, MAILBOX, shardHandler(shard), this.faults));
        }
        statusLoop = EventLoop.of("committer-status", MAILBOX, this::report, this.faults);
        startOrClose();
    }

    private EventHandler<ShardCommand> shardHandler(int shard) {
        StateShard core = new StateShard(shard, disk.stores().get(shard));
        return command -> {
            long start = System.nanoTime();
            Optional<CoordinatorEvent> answer = core.on(command);
            if (command instanceof ShardCommand.Prepare) {
                observer.prepared(System.nanoTime() - start);
            }
            answer.ifPresent(event -> send(coordinatorLoop, event));
        };
    }

    private void startOrClose() throws InterruptedException {
        boolean started = false;
        try {
            start();
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    private void start() throws InterruptedException {
        coordinatorLoop.start();
        logLoop.start();
        shardLoops.forEach(EventLoop::start);
        statusLoop.start();
        for (Optional<Block> next = chain.block(tip.number() + 1);
                next.isPresent();
                next = chain.block(tip.number() + 1)) {
            ChainTip end = awaitTip();
            if (end.flaw(next.get()).isPresent()) {
                return; // not synced before a power failure, or never settled: intake brings it again
            }
            take(CheckedBlock.after(end, next.get()), Optional.empty());
        }
    }

    // carrying out effects

    private void coordinate(CoordinatorEvent event) {
        for (CoordinatorEffect effect : coordinator.on(event)) {
            switch (effect) {
                case Verify(CheckedBlock block) -> verify(block);
                case Tell(int shard, ShardCommand command) -> send(shardLoops.get(shard), command);
                case Append append -> {
                    appendedNanos.put(append.sequence(), System.nanoTime());
                    send(logLoop, new DecisionLogWriter.Write(append));
                }
                case Settle settle -> {
                    noteSettled(settle);
                    send(statusLoop, settle);
                }
                case Complete complete -> send(statusLoop, complete);
            }
        }
    }

    private void verify(CheckedBlock block) {
        long start = System.nanoTime();
        verifiers.verify(block, verified -> {
            observer.verified(System.nanoTime() - start);
            send(coordinatorLoop, new Verified(verified));
        });
    }

    private void durable(long sequence) {
        Long start = appendedNanos.remove(sequence);
        if (start != null) {
            observer.logged(System.nanoTime() - start);
        }
        appendedNanos.keySet().removeIf(older -> older < sequence);
        send(coordinatorLoop, new Logged(sequence));
    }

    private void report(CoordinatorEffect effect) {
        switch (effect) {
            case Settle settle -> board.settle(settle);
            case Complete complete -> complete(board.complete(complete));
            case Verify _, Tell _, Append _ -> throw new Invariant.Broken("not for the status board");
        }
    }

    private void complete(CompletedBlock block) {
        chain.complete(block, clock.instant());
        views.advance(block.number());
        synchronized (headChanged) {
            head = new LedgerHead(block.statuses().checkpoint(), block.configuration());
            headChanged.notifyAll();
        }
        send(logLoop, new DecisionLogWriter.Forget(block.number()));
        window.release();
        Long taken = takenNanos.remove(block.number());
        observer.completed(block, taken == null ? 0 : System.nanoTime() - taken);
        listeners.forEach(listener -> listener.accept(block));
    }

    /// Hands over unless the engine is stopping: then the receiver may be gone, and what is lost comes again at the
    /// next start.
    private <E> void send(EventLoop<E> loop, E event) {
        try {
            loop.put(event);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (LoopStoppedException gone) {
            if (!stopped) {
                throw gone;
            }
        }
    }

    // taking blocks

    /// Checks and takes the next block; waits while the window is full. Its statuses come to the listeners.
    ///
    /// @throws BlockRefusedException when it is not the next block of the chain, or is not certified
    public void submit(Block block) throws InterruptedException {
        ChainTip end = awaitTip();
        Optional<BlockFlaw> flaw = end.flaw(block);
        if (flaw.isPresent()) {
            throw new BlockRefusedException(block.header().number(), flaw.get());
        }
        take(CheckedBlock.after(end, block));
    }

    /// Takes a block that was checked against [#awaitTip].
    @Override
    public void take(CheckedBlock block) throws InterruptedException {
        take(block, Optional.of(clock.instant()));
    }

    /// @param received empty for a block of the own copy
    private void take(CheckedBlock block, Optional<Instant> received) throws InterruptedException {
        while (!window.tryAcquire(STOP_CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
            requireRunning();
        }
        requireRunning();
        entrance.lock();
        try {
            Invariant.check(block.number() == tip.number() + 1, "blocks are taken in order");
            chain.take(block.block(), received);
            tip = tip.after(block.block());
            if (ConfigurationBarrier.isRaisedBy(block.block())) {
                barrier = block.number();
            }
        } finally {
            entrance.unlock();
        }
        takenNanos.put(block.number(), System.nanoTime());
        coordinatorLoop.put(new BlockTaken(block));
    }

    /// The end of the chain; waits until the configuration for the next block is known.
    @Override
    public ChainTip awaitTip() throws InterruptedException {
        entrance.lock();
        try {
            while (barrier > settledBlock) {
                requireRunning();
                if (settled.awaitNanos(TimeUnit.MILLISECONDS.toNanos(STOP_CHECK_MILLIS)) <= 0) {
                    requireRunning();
                }
            }
            tip = tip.with(settledConfiguration);
            return tip;
        } finally {
            entrance.unlock();
        }
    }

    private void noteSettled(Settle settle) {
        entrance.lock();
        try {
            settledBlock = settle.block().number();
            settledConfiguration = settle.configuration();
            settled.signalAll();
        } finally {
            entrance.unlock();
        }
    }

    private void requireRunning() {
        if (stopped) {
            throw new Failure("the committer has stopped");
        }
    }

    /// Calls the listener for every block completed from now on, in order, on the status board's thread.
    public void addListener(Consumer<CompletedBlock> listener) {
        listeners.add(listener);
    }

    /// False after a bug or a broken disk, and after closing.
    public boolean isRunning() {
        return !stopped;
    }

    /// Blocks taken and not complete.
    public int pendingBlocks() {
        return settings.windowBlocks() - window.availablePermits();
    }

    /// The last block taken.
    public long takenBlock() {
        entrance.lock();
        try {
            return tip.number();
        } finally {
            entrance.unlock();
        }
    }

    /// False while a shard is ahead of the last complete block, for a moment after a crash.
    public boolean canAnswer() {
        Optional<StateView> view = view();
        view.ifPresent(StateView::close);
        return view.isPresent();
    }

    /// Heights of those who follow complete blocks.
    public ChainStore progress() {
        return chain;
    }

    // reading

    @Override
    public Genesis genesis() {
        return genesis;
    }

    @Override
    public LedgerHead head() {
        return head;
    }

    @Override
    public boolean awaitComplete(long number, Duration waitMax) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + waitMax.toNanos();
        synchronized (headChanged) {
            while (head.number() < number && !stopped) {
                long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                if (leftMillis <= 0) {
                    break;
                }
                headChanged.wait(Math.min(leftMillis, STOP_CHECK_MILLIS));
            }
            return head.number() >= number;
        }
    }

    @Override
    public Optional<NetworkConfiguration> configurationOfVersion(long version) {
        return chain.configurationOfVersion(version);
    }

    @Override
    public Optional<Block> block(long number) {
        return number > head.number() ? Optional.empty() : chain.block(number);
    }

    @Override
    public Optional<BlockStatuses> statuses(long number) {
        return chain.statuses(number);
    }

    @Override
    public Optional<SignedCheckpoint> signed(long number) {
        return chain.signed(number);
    }

    @Override
    public Optional<BlockTimes> times(long number) {
        return chain.times(number);
    }

    @Override
    public Optional<StateView> view() {
        return views.view();
    }

    /// Stops after what is in hand; blocks that are not complete are worked on again at the next start.
    @Override
    public void close() {
        stopped = true;
        coordinatorLoop.close();
        verifiers.close();
        shardLoops.forEach(EventLoop::close);
        logLoop.close();
        statusLoop.close();
        disk.close();
    }
}
