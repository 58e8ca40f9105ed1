package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.BlockVerdict.Refused;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.replay.ReplayResult;
import io.florin.auditor.replay.ReplaySnapshot.Restored;
import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.Invariant;
import io.florin.ledger.NetworkId;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.runtime.chain.BlockSource;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.locks.ReentrantLock;

/// The one writer of the replay: it replays what is stored, then takes blocks from all sources, one at a time.
///
/// Accepted blocks, a bounded number of them, and everything that observers make of them are stored in one database
/// transaction; until then nobody is told how far the replay has come. When the database is away, they wait in memory,
/// already applied, and are stored first when somebody offers the next one. Guarded by one lock, held while the
/// database writes: sources wait meanwhile.
public final class ReplayWriter implements ReplayPosition, ReplayedBlocks {
    private static final Runnable NOTHING = () -> {};

    private final ReentrantLock lock = new ReentrantLock();
    private final NetworkId network;
    private final AcceptedBlocks store;
    private final Snapshots snapshots;
    private final List<BlockObserver<?>> observers;
    private final WaitingBlocks waiting;
    private final IncidentLog incidents;
    private final ReplayMetrics metrics;
    private final InstantSource clock;
    private LedgerReplay replay;
    private RowsDigest rows;
    private boolean storeFailed;
    private volatile Position position;
    private volatile long knownHead;
    private volatile boolean caughtUpWithStore;
    private volatile long lastAcceptedMillis;

    ReplayWriter(
            Genesis genesis,
            AcceptedBlocks store,
            Snapshots snapshots,
            List<BlockObserver<?>> observers,
            IncidentLog incidents,
            ReplayMetrics metrics,
            InstantSource clock) {
        this.network = genesis.networkId();
        this.replay = new LedgerReplay(genesis);
        this.rows = RowsDigest.of(network);
        this.store = store;
        this.snapshots = snapshots;
        this.observers = List.copyOf(observers);
        this.waiting = new WaitingBlocks(store, observers);
        this.incidents = incidents;
        this.metrics = metrics;
        this.clock = clock;
        this.position = new Position(0, replay.checkpoint().stateHash().toHex(), replay.configuration());
    }

    private record Position(long height, String stateHash, NetworkConfiguration configuration) {}

    /// Takes a block, or refuses it and records why. One that is accepted is stored by [#store], or before others when
    /// too many wait.
    BlockVerdict take(BlockSource source, OptionalLong announced, Bytes encoded) {
        lock.lock();
        try {
            if (storeFailed || waiting.isFull()) {
                storeWaiting(NOTHING);
            }
            BlockVerdict verdict = replay.offer(announced, encoded);
            switch (verdict) {
                case Accepted(ReplayedBlock block) -> accept(block, source);
                case Refused refused -> refuse(refused, source, encoded);
                case BlockVerdict.Repeat(long _), BlockVerdict.Ahead(long _) -> {}
            }
            return verdict;
        } finally {
            lock.unlock();
        }
    }

    /// Stores what was accepted.
    void store() {
        lock.lock();
        try {
            storeWaiting(NOTHING);
        } finally {
            lock.unlock();
        }
    }

    /// Stores what was accepted, and how far its topic was read.
    void store(String topic, long nextOffset) {
        lock.lock();
        try {
            storeWaiting(() -> store.position(topic, nextOffset));
        } finally {
            lock.unlock();
        }
    }

    private void accept(ReplayedBlock block, BlockSource source) {
        Instant now = clock.instant();
        tell(block, false, Optional.of(StoredBlock.of(block, source.toString(), now)));
        lastAcceptedMillis = now.toEpochMilli();
        metrics.accepted(source);
        metrics.judged(block.outcomes());
    }

    /// @param row empty where it is stored already
    private void tell(ReplayedBlock block, boolean fromStore, Optional<StoredBlock> row) {
        rows = rows.next(block.number(), block.encoded().toArray(), StoredBlock.resultOf(block));
        ReplayState state = new ReplayState() {
            @Override
            public boolean fromStore() {
                return fromStore;
            }

            @Override
            public SortedMap<Integer, BigInteger> unspent() {
                Invariant.check(lock.isHeldByCurrentThread(), "the state is read while no block is applied");
                return replay.unspent();
            }
        };
        waiting.add(block, state, row);
    }

    /// @param more to be written with what waits
    private void storeWaiting(Runnable more) {
        if (waiting.isEmpty()) {
            more.run();
        } else {
            storeFailed = true;
            waiting.store(more);
            storeFailed = false;
            if (caughtUpWithStore) {
                takeSnapshotIfDue();
            }
        }
        publish();
    }

    /// Of what is stored and nothing beyond it.
    private void takeSnapshotIfDue() {
        if (snapshots.isDue(replay.height())) {
            snapshots.keep(replay.snapshot(rows.value(), waiting.memories()));
        }
    }

    private void publish() {
        position = new Position(replay.height(), replay.checkpoint().stateHash().toHex(), replay.configuration());
        knownHead = Math.max(knownHead, replay.height());
    }

    private void refuse(Refused refused, BlockSource source, Bytes encoded) {
        metrics.refused(refused.kind());
        String digest = Sha256.hash(encoded.toArray()).toHex();
        Bytes evidence = refused.kind() == IncidentKind.FORKED_CHAIN ? encoded : Bytes.EMPTY;
        incidents.report(new Incident(
                refused.kind(),
                refused.kind() + ":" + source + ":" + refused.number() + ":" + digest.substring(0, 16),
                refused.number(),
                Incident.NO_INDEX,
                source.toString(),
                refused.reason(),
                evidence));
    }

    /// Goes on from the newest snapshot that fits, or from genesis, and replays the stored blocks behind it as far as
    /// they are there and unchanged. The rest comes from the network again. May be repeated when the database was away.
    void replayStore() {
        lock.lock();
        try {
            storeWaiting(NOTHING);
            if (replay.height() == 0) {
                snapshots.resume(this::goOnFrom);
            }
            List<StoredBlock> page = store.after(replay.height());
            while (replayStored(page)) {
                page = store.after(replay.height());
            }
            takeSnapshotIfDue();
            caughtUpWithStore = true;
        } finally {
            lock.unlock();
        }
    }

    /// Resumes at a snapshot. Stored blocks must be those that were stored when it was taken: everything that leads to
    /// it is compared at each start, only not replayed.
    private void goOnFrom(Restored restored) {
        long height = restored.replay().height();
        RowsDigest stored = store.digestThrough(network, height);
        if (stored.last() < height) {
            altered(stored.last() + 1, "blocks " + (stored.last() + 1) + " to " + height + " are missing");
        }
        if (stored.last() != height || !stored.value().equals(restored.rows())) {
            throw SnapshotUnfit.other("the stored blocks are not those of the snapshot");
        }
        List<Runnable> takeOver =
                observers.stream().map(observer -> resume(observer, restored)).toList();
        takeOver.forEach(Runnable::run);
        replay = restored.replay();
        rows = stored;
        publish();
    }

    private static Runnable resume(BlockObserver<?> observer, Restored restored) {
        Bytes memory = restored.memories().getOrDefault(observer.observerName(), Bytes.EMPTY);
        try {
            return observer.resume(memory, restored.replay());
        } catch (DecodeException unreadable) {
            throw SnapshotUnfit.other("no memory of " + observer.observerName() + ": " + unreadable.getMessage());
        }
    }

    /// @return false when these were the last ones that can be gone on with
    private boolean replayStored(List<StoredBlock> page) {
        boolean fit = page.stream().allMatch(this::replayStored);
        storeWaiting(NOTHING);
        return fit && !page.isEmpty();
    }

    private boolean replayStored(StoredBlock stored) {
        if (stored.number() != replay.height() + 1) {
            altered(replay.height() + 1, "block " + (replay.height() + 1) + " is missing in the database");
            return false;
        }
        BlockVerdict verdict = replay.offer(OptionalLong.of(stored.number()), stored.encoded());
        if (!(verdict instanceof Accepted(ReplayedBlock block))) {
            String why = verdict instanceof Refused refused ? refused.reason() : verdict.toString();
            altered(stored.number(), "stored block " + stored.number() + " does not fit: " + why);
            return false;
        }
        StoredBlock genuine = StoredBlock.of(block, stored.source(), stored.seenAt());
        boolean same = stored.result().equals(genuine.result());
        tell(block, true, same ? Optional.empty() : Optional.of(genuine));
        if (!same) {
            waiting.find(() -> altered(
                    block.number(), "the stored result of block " + block.number() + " is not that of its replay"));
        }
        return true;
    }

    private void altered(long block, String what) {
        incidents.report(Incident.of(
                IncidentKind.STORE_ALTERED, IncidentKind.STORE_ALTERED + ":" + block, block, "audit_block", what));
    }

    @Override
    public Optional<CommittedBlock> committed(long number) {
        Optional<StoredBlock> stored = store.block(number);
        Optional<Replayed> replayed = stored.flatMap(_ -> replayed(number));
        if (stored.isEmpty() || replayed.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(committed(stored.get(), replayed.get()));
        } catch (DecodeException | Invariant.Broken other) {
            altered(number, "stored block " + number + " is not the one that was replayed");
            return Optional.empty();
        }
    }

    private record Replayed(Checkpoint checkpoint, NetworkConfiguration configuration) {}

    private Optional<Replayed> replayed(long number) {
        lock.lock();
        try {
            return number > replay.height()
                    ? Optional.empty()
                    : Optional.of(new Replayed(replay.checkpoint(number), replay.configuration(number)));
        } finally {
            lock.unlock();
        }
    }

    private static CommittedBlock committed(StoredBlock stored, Replayed replayed) {
        Block block = Block.decode(stored.encoded().toArray());
        ReplayResult result = ReplayResult.decode(stored.result().toArray());
        Invariant.check(
                block.header().hash().equals(replayed.checkpoint().headerHash())
                        && block.matchesRoot()
                        && StateHash.statusRoot(result.outcomes())
                                .equals(replayed.checkpoint().statusRoot()),
                "a stored block is what was replayed");
        Set<Long> winners = new HashSet<>();
        for (TransactionOutcome outcome : result.outcomes()) {
            if (outcome.status().isCommitted()) {
                winners.add(outcome.index());
            }
        }
        return new CommittedBlock(
                stored.number(),
                OrderedTransaction.of(block.entries()).stream()
                        .filter(ordered -> winners.contains(ordered.index()))
                        .toList(),
                replayed.configuration());
    }

    /// Height that at least one honest party says exists.
    void partiesHave(long number) {
        knownHead = Math.max(position.height(), number);
    }

    long lastAcceptedMillis() {
        return lastAcceptedMillis;
    }

    @Override
    public NetworkId network() {
        return network;
    }

    @Override
    public NetworkConfiguration configuration() {
        return position.configuration();
    }

    @Override
    public long height() {
        return position.height();
    }

    @Override
    public String stateHash() {
        return position.stateHash();
    }

    @Override
    public long knownHead() {
        return knownHead;
    }

    @Override
    public boolean isCaughtUpWithStore() {
        return caughtUpWithStore;
    }

    @Override
    public Optional<Instant> seenAt(long block) {
        return store.seenAt(block);
    }
}
