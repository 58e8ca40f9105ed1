package io.florin.auditor.replay.adapter;

import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.ledger.config.Genesis;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Rebuilds the ledger from genesis and the stored blocks, beside the running replay, and compares the two. One recount
/// at a time, on a thread of its own.
public final class Recount {

    /// @param block how far it came
    /// @param stateHash of the rebuilt ledger, hex
    /// @param equal whether the running replay had the same state hash at that block
    /// @param problem empty when every stored block could be replayed
    public record Result(long block, String stateHash, boolean equal, String problem, long millis, long atMillis) {}

    private final Genesis genesis;
    private final AcceptedBlocks store;
    private final ReplayWriter writer;
    private final InstantSource clock;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile @Nullable Result last;

    Recount(Genesis genesis, AcceptedBlocks store, ReplayWriter writer, InstantSource clock) {
        this.genesis = genesis;
        this.store = store;
        this.writer = writer;
        this.clock = clock;
    }

    public Optional<Result> last() {
        return Optional.ofNullable(last);
    }

    public boolean isRunning() {
        return running.get();
    }

    /// @return false when one is under way
    public boolean start() {
        if (!running.compareAndSet(false, true)) {
            return false;
        }
        Thread.ofVirtual().name("recount").start(() -> {
            try {
                last = recount();
            } finally {
                running.set(false);
            }
        });
        return true;
    }

    Result recount() {
        long began = clock.millis();
        long target = writer.height();
        String expected = writer.stateHash();
        while (writer.height() != target) {
            target = writer.height();
            expected = writer.stateHash();
        }
        LedgerReplay replay = new LedgerReplay(genesis);
        String problem = "";
        List<StoredBlock> page = store.after(0);
        while (problem.isEmpty() && replay.height() < target && !page.isEmpty()) {
            for (StoredBlock stored : page) {
                if (replay.height() == target) {
                    break;
                }
                var verdict = replay.offer(OptionalLong.of(stored.number()), stored.encoded());
                if (!(verdict instanceof Accepted)) {
                    problem = "stored block " + stored.number() + ": " + verdict;
                    break;
                }
            }
            page = store.after(replay.height());
        }
        String stateHash = replay.checkpoint().stateHash().toHex();
        boolean equal = problem.isEmpty() && replay.height() == target && stateHash.equals(expected);
        return new Result(replay.height(), stateHash, equal, problem, clock.millis() - began, began);
    }
}
