package io.florin.auditor.trail.adapter;

import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentKind;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.LedgerView;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.trail.AuditTrail;
import io.florin.auditor.trail.BlockVerdict;
import io.florin.auditor.trail.BlockVerdict.Accepted;
import io.florin.auditor.trail.BlockVerdict.Refused;
import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.Invariant;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The one writer of the trail: replays what is stored, then takes blocks from all sources, one at a time.
///
/// An accepted block and everything that observers make of it are stored in one database transaction before anything
/// else is taken. When the database is away, the block waits in memory, already applied, and is stored first when
/// somebody offers the next one. Guarded by one lock, held while the database writes: sources wait meanwhile.
public final class TrailDesk implements LedgerView {
    private final ReentrantLock lock = new ReentrantLock();
    private final AuditTrail trail;
    private final BlockStore store;
    private final List<BlockObserver> observers;
    private final IncidentLog incidents;
    private final TrailMetrics metrics;
    private final InstantSource clock;
    private @Nullable Unstored unstored;
    private volatile Position position;
    private volatile long knownHead;
    private volatile boolean caughtUpWithStore;
    private volatile long lastAcceptedMillis;

    TrailDesk(
            Genesis genesis,
            BlockStore store,
            List<BlockObserver> observers,
            IncidentLog incidents,
            TrailMetrics metrics,
            InstantSource clock) {
        this.trail = new AuditTrail(genesis);
        this.store = store;
        this.observers = List.copyOf(observers);
        this.incidents = incidents;
        this.metrics = metrics;
        this.clock = clock;
        this.position = new Position(0, trail.checkpoint().stateHash().toHex(), trail.configuration());
    }

    private record Unstored(BlockEntity block, List<Runnable> writes) {}

    private record Position(long height, String stateHash, NetworkConfiguration configuration) {}

    /// Takes a block, or refuses it and records why.
    BlockVerdict offer(BlockSource source, OptionalLong announced, Bytes encoded) {
        lock.lock();
        try {
            storeWaiting();
            BlockVerdict verdict = trail.offer(announced, encoded);
            switch (verdict) {
                case Accepted(ReplayedBlock block) -> take(block, source);
                case Refused refused -> refuse(refused, source, encoded);
                case BlockVerdict.Repeat(long _), BlockVerdict.Ahead(long _) -> {}
            }
            return verdict;
        } finally {
            lock.unlock();
        }
    }

    private void take(ReplayedBlock block, BlockSource source) {
        Instant now = clock.instant();
        List<Runnable> writes = tell(block, false);
        unstored = new Unstored(BlockStore.entity(block, source.label(), now), writes);
        storeWaiting();
        lastAcceptedMillis = now.toEpochMilli();
        metrics.accepted(source);
        metrics.judged(block.outcomes());
    }

    private List<Runnable> tell(ReplayedBlock block, boolean fromStore) {
        ReplayState state = new ReplayState() {
            @Override
            public boolean fromStore() {
                return fromStore;
            }

            @Override
            public SortedMap<Integer, BigInteger> unspent() {
                Invariant.check(lock.isHeldByCurrentThread(), "the state is read while no block is applied");
                return trail.unspent();
            }
        };
        return observers.stream()
                .map(observer -> observer.replayed(block, state))
                .toList();
    }

    private void storeWaiting() {
        Unstored waiting = unstored;
        if (waiting != null) {
            store.store(waiting.block(), waiting.writes());
            unstored = null;
        }
        publish();
    }

    private void publish() {
        position = new Position(trail.height(), trail.checkpoint().stateHash().toHex(), trail.configuration());
        knownHead = Math.max(knownHead, trail.height());
    }

    private void refuse(Refused refused, BlockSource source, Bytes encoded) {
        metrics.refused(refused.kind());
        String digest = Sha256.hash(encoded.toArray()).toHex();
        Bytes evidence = refused.kind() == IncidentKind.FORKED_CHAIN ? encoded : Bytes.EMPTY;
        incidents.report(new Incident(
                refused.kind(),
                refused.kind() + ":" + source.label() + ":" + refused.number() + ":" + digest.substring(0, 16),
                refused.number(),
                Incident.NO_INDEX,
                source.label(),
                refused.reason(),
                evidence));
    }

    /// Replays the blocks of the database from the first one, as far as they are there and unchanged. The rest comes
    /// from the network again.
    void replayStore() {
        lock.lock();
        try {
            List<BlockEntity> page = store.after(0);
            while (!page.isEmpty() && page.stream().allMatch(this::replayStored)) {
                page = store.after(trail.height());
            }
            publish();
            caughtUpWithStore = true;
        } finally {
            lock.unlock();
        }
    }

    private boolean replayStored(BlockEntity stored) {
        if (stored.number() != trail.height() + 1) {
            altered(trail.height() + 1, "block " + (trail.height() + 1) + " is missing in the database");
            return false;
        }
        BlockVerdict verdict = trail.offer(OptionalLong.of(stored.number()), Bytes.of(stored.encoded()));
        if (!(verdict instanceof Accepted(ReplayedBlock block))) {
            String why = verdict instanceof Refused refused ? refused.reason() : verdict.toString();
            altered(stored.number(), "stored block " + stored.number() + " does not fit: " + why);
            return false;
        }
        List<Runnable> writes = tell(block, true);
        if (Arrays.equals(stored.result(), BlockStore.resultOf(block))) {
            store.inOneTransaction(writes);
        } else {
            altered(stored.number(), "the stored result of block " + stored.number() + " is not that of its replay");
            store.store(BlockStore.entity(block, stored.source(), stored.seenAt()), writes);
        }
        publish();
        return true;
    }

    private void altered(long block, String what) {
        incidents.report(Incident.of(
                IncidentKind.STORE_ALTERED, IncidentKind.STORE_ALTERED + ":" + block, block, "audit_block", what));
    }

    /// What at least one honest party says exists.
    void partiesHave(long number) {
        knownHead = Math.max(position.height(), number);
    }

    long lastAcceptedMillis() {
        return lastAcceptedMillis;
    }

    @Override
    public NetworkId network() {
        return trail.network();
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
