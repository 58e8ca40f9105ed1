package io.florin.auditor.replay.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.auditor.replay.ReplaySnapshot;
import io.florin.ledger.audit.IncidentKind;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Takes snapshots of the own replay, and finds the one from which a start goes on.
///
/// A snapshot costs time in proportion to the whole chain, so as the chain grows they are taken less often: a start
/// replays at most `snapshot-blocks` blocks or a fiftieth of the chain, whichever is more. Written on a thread of its
/// own; one that cannot be written is logged, and the next one is tried when it is due.
final class Snapshots implements AutoCloseable {
    private static final int SHARE = 50;
    private static final long CLOSE_WAIT_SECONDS = 10;

    private final SnapshotStore store;
    private final IncidentLog incidents;
    private final FaultHandler faults;
    private final InstantSource clock;
    private final int blocks;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("snapshot").factory());
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile long newest;
    private volatile long resumedFrom;

    Snapshots(
            SnapshotStore store,
            IncidentLog incidents,
            FaultHandler faults,
            InstantSource clock,
            ReplayProperties properties) {
        this.store = store;
        this.incidents = incidents;
        this.faults = faults;
        this.clock = clock;
        this.blocks = properties.snapshotBlocks();
    }

    boolean isDue(long height) {
        return height - newest >= Math.max(blocks, height / SHARE) && !writing.get();
    }

    /// Writes a snapshot beside whatever goes on.
    void keep(ReplaySnapshot snapshot) {
        if (!writing.compareAndSet(false, true)) {
            return;
        }
        newest = snapshot.block();
        try {
            writer.execute(() -> write(snapshot));
        } catch (RejectedExecutionException closing) {
            writing.set(false);
        }
    }

    private void write(ReplaySnapshot snapshot) {
        long began = clock.millis();
        try {
            store.keep(snapshot);
            AuditorLog.snapshotKept(snapshot.block(), clock.millis() - began);
        } catch (RuntimeException | Error failed) {
            if (DatabaseAway.isBehind(failed)) {
                AuditorLog.snapshotNotKept(snapshot.block(), failed.getClass().getSimpleName());
            } else {
                faults.stopped("snapshot", failed);
            }
        } finally {
            writing.set(false);
        }
    }

    /// Hands over the newest snapshot that can be gone on from. One that cannot is named and removed, and the one
    /// before it is tried.
    ///
    /// @param goOn takes the snapshot over, or refuses it with [SnapshotUnfit] and changes nothing
    void resume(Consumer<ReplaySnapshot.Restored> goOn) {
        for (long block : store.blocks()) {
            try {
                goOn.accept(store.restore(block));
                newest = block;
                resumedFrom = block;
                AuditorLog.resumedFromSnapshot(block);
                return;
            } catch (SnapshotUnfit unfit) {
                notUsed(block, unfit);
            }
        }
        AuditorLog.noSnapshot();
    }

    private void notUsed(long block, SnapshotUnfit unfit) {
        AuditorLog.snapshotNotUsed(block, unfit.reason());
        if (unfit.isAltered()) {
            incidents.report(Incident.of(
                    IncidentKind.STORE_ALTERED,
                    IncidentKind.STORE_ALTERED + ":snapshot:" + block,
                    block,
                    "audit_snapshot",
                    "the snapshot of block " + block + " was not used: " + unfit.reason()));
        }
        store.remove(block);
    }

    /// The block of the newest snapshot, written or being written; 0 when there is none.
    long newest() {
        return newest;
    }

    /// The block of the snapshot that this run went on from.
    Optional<Long> resumedFrom() {
        return resumedFrom == 0 ? Optional.empty() : Optional.of(resumedFrom);
    }

    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                writer.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            writer.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
