package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.crypto.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Blocks that are applied and not stored yet, with what they leave. Not for several threads.
final class WaitingBlocks {
    /// Fewer than the blocks of which observers keep the results that cannot be read yet.
    private static final int BLOCKS_MAX = 32;

    private static final long BYTES_MAX = 8L * 1024 * 1024;

    private final AcceptedBlocks store;
    private final List<Told<?>> observers;
    private final List<StoredBlock> rows = new ArrayList<>();
    private final List<Runnable> findings = new ArrayList<>();
    private int count;
    private long bytes;

    WaitingBlocks(AcceptedBlocks store, List<BlockObserver<?>> observers) {
        this.store = store;
        this.observers = List.copyOf(observers.stream().<Told<?>>map(Told::new).toList());
    }

    /// An observer, and what the blocks that it was told of left.
    private static final class Told<W> {
        private final BlockObserver<W> observer;
        private final List<W> left = new ArrayList<>();

        Told(BlockObserver<W> observer) {
            this.observer = observer;
        }

        void tell(ReplayedBlock block, ReplayState state) {
            left.add(observer.replayed(block, state));
        }

        void write() {
            if (!left.isEmpty()) {
                observer.write(List.copyOf(left));
            }
        }
    }

    /// Tells the observers of a block.
    ///
    /// @param row empty where it is stored already
    void add(ReplayedBlock block, ReplayState state, Optional<StoredBlock> row) {
        observers.forEach(observer -> observer.tell(block, state));
        row.ifPresent(rows::add);
        count++;
        bytes += block.encoded().size();
    }

    /// Something to be reported in the same transaction.
    void find(Runnable report) {
        findings.add(report);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /// Whether nothing may be added before this is stored.
    boolean isFull() {
        return count >= BLOCKS_MAX || bytes >= BYTES_MAX;
    }

    /// Stores all in one transaction; may be repeated until it has.
    ///
    /// @param more to be written with them
    void store(Runnable more) {
        store.store(List.copyOf(rows), () -> {
            observers.forEach(Told::write);
            findings.forEach(Runnable::run);
            more.run();
        });
        rows.clear();
        findings.clear();
        observers.forEach(observer -> observer.left.clear());
        count = 0;
        bytes = 0;
    }

    /// The observers' memories by their names.
    SortedMap<String, Bytes> memories() {
        SortedMap<String, Bytes> memories = new TreeMap<>();
        observers.forEach(told -> memories.put(told.observer.observerName(), told.observer.memory()));
        return memories;
    }
}
