package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes;
import io.florin.instant.authority.WindowTally;
import io.florin.instant.journal.JournalHead;
import io.florin.instant.journal.JournalRecovery;
import io.florin.instant.journal.adapter.JournalFile;
import io.florin.instant.journal.adapter.JournalWriter;
import io.florin.runtime.loop.EventHandler;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;

/// One thread that drives the core of a shard, and one that drives its journal.
///
/// The disk has one group at a time: while it is written, events go on and their records gather; when it is safe, the
/// next group goes to the disk, and then the effects of the one before are signed, all together, and leave. So a slow
/// disk makes larger groups, and nothing leaves before its record is safe. Per payment: two records of about 250 and
/// 700 bytes, a share of one force and of one signature.
///
/// When as many records have come since the last snapshot as it sums up, and no fewer than the limits say, the state
/// takes their place on the disk: a start reads one snapshot and at most as many records, and over its whole life a
/// shard writes its state about twice. Nothing becomes safe while a snapshot is written.
///
/// Requests are bounded from being taken to being answered, other events while they wait; neither takes the other's
/// room. A failure of the disk or of the core stops both threads for good.
/// @param <C> cores of one kind of shards
/// @param <V> their events
/// @param <A> their answers
/// @param <E> their effects
final class ShardLoop<C, V, A, E> implements AutoCloseable {
    private static final int JOURNAL_COMMANDS_MAX = 4;
    private static final int OWN_COMMANDS = 2;

    private final ShardCore<C, V, A, E> core;
    private final long snapshotRecords;
    private final JournalFile file;
    private final EventLoop<JournalWriter.Command> journal;
    private final EventLoop<Command<C, V, A>> loop;
    private final Semaphore requests;
    private final Semaphore events;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final long replayed;
    private final long ledgerHeight;
    private volatile long safe;

    /// Commands to the thread.
    private sealed interface Command<C, V, A> {}

    private record Request<C, V, A>(LongFunction<V> event, Consumer<A> answer) implements Command<C, V, A> {}

    private record Event<C, V, A>(V event) implements Command<C, V, A> {}

    private record Look<C, V, A>(Consumer<C> reader) implements Command<C, V, A> {}

    /// More is on the disk.
    private record Woken<C, V, A>() implements Command<C, V, A> {}

    private record RoundDue<C, V, A>() implements Command<C, V, A> {}

    /// Outside of a shard.
    ///
    /// @param rounds whether windows may be closed now
    /// @param effects takes what leaves, except answers; on the shard's thread, so it must not wait
    record Surroundings<E>(BooleanSupplier rounds, Consumer<E> effects, FaultHandler faults) {}

    /// Opens the journal and takes in what it holds.
    ///
    /// @param name of the shard, for its threads
    /// @param core fresh
    /// @throws io.florin.runtime.Failure if the journal cannot be read
    ShardLoop(
            String name,
            ShardCore<C, V, A, E> core,
            Function<JournalRecovery, JournalFile> open,
            ShardLimits limits,
            Surroundings<E> around) {
        this.core = core;
        this.requests = new Semaphore(limits.requestsMax());
        this.events = new Semaphore(limits.eventsMax());
        this.snapshotRecords = limits.snapshotRecords();
        var replay = new Replay<>(core);
        this.file = open.apply(replay);
        this.replayed = file.safeHead().height();
        replay.ended(replayed);
        this.ledgerHeight = core.height();
        this.safe = replayed;
        this.journal = EventLoop.of(
                name + "-journal", JOURNAL_COMMANDS_MAX, new JournalWriter(file, this::isOnDisk), around.faults());
        this.loop = EventLoop.ticking(
                name,
                limits.requestsMax() + limits.eventsMax() + OWN_COMMANDS,
                new Driver(around, replay.summedUp),
                around.faults(),
                new EventLoop.Ticks<>(limits.windowEvery(), InstantSource.system(), _ -> new RoundDue<>()));
    }

    /// Takes in a snapshot if there is one, then the records after it.
    private static final class Replay<C, V, A, E> implements JournalRecovery {
        private final ShardCore<C, V, A, E> core;
        private boolean inSnapshot;
        private long summedUp;

        Replay(ShardCore<C, V, A, E> core) {
            this.core = core;
        }

        @Override
        public void part(byte[] part) {
            inSnapshot = true;
            core.restore(part);
        }

        @Override
        public void record(long height, byte[] bytes) {
            ended(height - 1);
            core.replay(bytes);
        }

        /// The snapshot, if there is one, sums up so many records.
        void ended(long height) {
            if (inSnapshot) {
                inSnapshot = false;
                summedUp = height;
                core.restored(height);
            }
        }
    }

    void start() {
        journal.start();
        loop.start();
    }

    /// Takes a request that is answered once, on the shard's thread.
    ///
    /// @param event of the number that the request is given
    /// @return false if there is no room, or the shard has stopped: then nobody answers
    boolean ask(LongFunction<V> event, Consumer<A> answer) {
        return requests.tryAcquire() && (loop.offer(new Request<>(event, answer)) || release(requests));
    }

    /// Takes an event that nobody waits for.
    ///
    /// @return false if there is no room, or the shard has stopped: whoever told it tells it again
    boolean tell(V event) {
        return events.tryAcquire() && (loop.offer(new Event<>(event)) || release(events));
    }

    /// Shows the core to a judge or an operator, on the shard's thread.
    ///
    /// @return false as [#tell]
    boolean look(Consumer<C> reader) {
        return events.tryAcquire() && (loop.offer(new Look<>(reader)) || release(events));
    }

    private static boolean release(Semaphore room) {
        room.release();
        return false;
    }

    /// On the journal's thread. At most one such command is in the mailbox, which has room for it.
    private void isOnDisk(long height) {
        safe = height;
        if (woken.compareAndSet(false, true)) {
            loop.offer(new Woken<>());
        }
    }

    WindowTally windows() {
        return core.windows();
    }

    /// The head at the start.
    JournalHead head() {
        return file.safeHead();
    }

    /// Of the ledger, as far as the journal had it at the start.
    long ledgerHeight() {
        return ledgerHeight;
    }

    /// Requests that may be taken now.
    int room() {
        return requests.availablePermits();
    }

    boolean isRunning() {
        return loop.isRunning() && journal.isRunning();
    }

    /// Stops both threads and closes the journal. Records that were not given to the disk are lost, and so is what
    /// would have left after them.
    @Override
    public void close() {
        loop.close();
        journal.close();
        file.close();
    }

    /// The shard's thread.
    private final class Driver implements EventHandler<Command<C, V, A>> {
        private final Surroundings<E> around;
        private final Map<Long, Consumer<A>> open = new HashMap<>();
        private List<Bytes> fresh = new ArrayList<>();
        private long lastRequest;
        private long recorded = replayed;
        private long written = replayed;
        private long released = replayed;
        private long summedUp;

        Driver(Surroundings<E> around, long summedUp) {
            this.around = around;
            this.summedUp = summedUp;
        }

        @Override
        public void on(Command<C, V, A> command) throws InterruptedException {
            switch (command) {
                case Request<C, V, A>(var event, var answer) -> {
                    open.put(++lastRequest, answer);
                    step(event.apply(lastRequest));
                }
                case Event<C, V, A>(var event) -> {
                    events.release();
                    step(event);
                }
                case Look<C, V, A>(var reader) -> {
                    events.release();
                    reader.accept(core.core());
                }
                case RoundDue<C, V, A> _ -> {
                    if (around.rounds().getAsBoolean()) {
                        step(core.windowDue());
                    }
                }
                case Woken<C, V, A> _ -> woken.set(false);
            }
            long onDisk = safe;
            write(onDisk);
            if (onDisk > released) {
                giveOut(onDisk);
            }
        }

        private void step(V event) {
            List<Bytes> records = core.on(event);
            fresh.addAll(records);
            recorded += records.size();
        }

        private void write(long onDisk) throws InterruptedException {
            if (onDisk == written && !fresh.isEmpty()) {
                written = recorded;
                journal.put(new JournalWriter.Write(written, fresh));
                fresh = new ArrayList<>();
                if (written - summedUp >= Math.max(snapshotRecords, summedUp)) {
                    summedUp = written;
                    journal.put(new JournalWriter.Snapshot(written, core.snapshot()));
                }
            }
        }

        /// Repeats and refusals have no record of their own and leave here where nothing is under way.
        @Override
        public void batchEnded() {
            if (safe == recorded) {
                giveOut(recorded);
            }
        }

        private void giveOut(long onDisk) {
            released = onDisk;
            for (E effect : core.synced(onDisk)) {
                Optional<ShardCore.Answered<A>> answered = core.answered(effect);
                if (answered.isEmpty()) {
                    around.effects().accept(effect);
                    continue;
                }
                Consumer<A> asker = open.remove(answered.get().request());
                if (asker != null) {
                    requests.release();
                    asker.accept(answered.get().answer());
                }
            }
        }
    }
}
