package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardRecord;
import io.florin.instant.authority.WindowTally;
import io.florin.instant.journal.JournalHead;
import io.florin.instant.journal.JournalRecovery;
import io.florin.instant.journal.adapter.JournalFile;
import io.florin.instant.journal.adapter.JournalWriter;
import io.florin.runtime.Failure;
import io.florin.runtime.loop.EventHandler;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
/// Requests are bounded from being taken to being answered, other events while they wait; neither takes the other's
/// room. A failure of the disk or of the core stops both threads for good.
public final class ShardLoop implements AutoCloseable {
    private static final int JOURNAL_COMMANDS_MAX = 4;
    private static final int OWN_COMMANDS = 2;

    private final WindowTally windows = new WindowTally();
    private final JournalFile file;
    private final EventLoop<JournalWriter.Command> journal;
    private final EventLoop<Command> loop;
    private final Semaphore requests;
    private final Semaphore events;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final long replayed;
    private volatile long safe;

    /// What the thread is given.
    private sealed interface Command {}

    private record Request(LongFunction<ShardEvent> event, Consumer<ShardAnswer> answer) implements Command {}

    private record Event(ShardEvent event) implements Command {}

    private record Look(Consumer<AccountShard> reader) implements Command {}

    /// More is on the disk.
    private record Woken() implements Command {}

    private record RoundDue() implements Command {}

    /// Outside of a shard.
    ///
    /// @param rounds whether windows may be closed now
    /// @param effects takes what leaves, except answers; on the shard's thread, so it must not wait
    public record Surroundings(BooleanSupplier rounds, Consumer<ShardEffect> effects, FaultHandler faults) {}

    /// Opens the journal and replays it.
    ///
    /// @param name of the shard, for its threads
    /// @param core fresh
    /// @throws Failure if the journal cannot be read, or holds a snapshot
    public ShardLoop(
            String name,
            AccountShard core,
            Function<JournalRecovery, JournalFile> open,
            ShardLimits limits,
            Surroundings around) {
        this.requests = new Semaphore(limits.requestsMax());
        this.events = new Semaphore(limits.eventsMax());
        this.file = open.apply(new Replay(core));
        this.replayed = file.safeHead().height();
        this.safe = replayed;
        this.journal = EventLoop.of(
                name + "-journal", JOURNAL_COMMANDS_MAX, new JournalWriter(file, this::isOnDisk), around.faults());
        this.loop = EventLoop.ticking(
                name,
                limits.requestsMax() + limits.eventsMax() + OWN_COMMANDS,
                new Driver(core, around),
                around.faults(),
                new EventLoop.Ticks<>(limits.windowEvery(), InstantSource.system(), _ -> new RoundDue()));
    }

    private final class Replay implements JournalRecovery {
        private final AccountShard core;

        Replay(AccountShard core) {
            this.core = core;
        }

        @Override
        public void part(byte[] part) {
            throw new Failure("the journal begins with a snapshot, which this version does not read");
        }

        @Override
        public void record(long height, byte[] bytes) {
            ShardRecord record = ShardRecord.decode(bytes);
            core.replay(record);
            windows.take(record);
        }
    }

    public void start() {
        journal.start();
        loop.start();
    }

    /// Takes a request that is answered once, on the shard's thread.
    ///
    /// @param event of the number that the request is given
    /// @return false if there is no room, or the shard has stopped: then nobody answers
    public boolean ask(LongFunction<ShardEvent> event, Consumer<ShardAnswer> answer) {
        return requests.tryAcquire() && (loop.offer(new Request(event, answer)) || release(requests));
    }

    /// Takes an event that nobody waits for.
    ///
    /// @return false if there is no room, or the shard has stopped: whoever told it tells it again
    public boolean tell(ShardEvent event) {
        return events.tryAcquire() && (loop.offer(new Event(event)) || release(events));
    }

    /// Shows the core to a judge or an operator, on the shard's thread.
    ///
    /// @return false as [#tell]
    public boolean look(Consumer<AccountShard> reader) {
        return events.tryAcquire() && (loop.offer(new Look(reader)) || release(events));
    }

    private static boolean release(Semaphore room) {
        room.release();
        return false;
    }

    /// On the journal's thread. At most one such command is in the mailbox, which has room for it.
    private void isOnDisk(long height) {
        safe = height;
        if (woken.compareAndSet(false, true)) {
            loop.offer(new Woken());
        }
    }

    public WindowTally windows() {
        return windows;
    }

    /// The head at the start.
    public JournalHead head() {
        return file.safeHead();
    }

    /// Requests that may be taken now.
    public int room() {
        return requests.availablePermits();
    }

    public boolean isRunning() {
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
    private final class Driver implements EventHandler<Command> {
        private final AccountShard core;
        private final Surroundings around;
        private final Map<Long, Consumer<ShardAnswer>> open = new HashMap<>();
        private List<Bytes> fresh = new ArrayList<>();
        private long lastRequest;
        private long recorded = replayed;
        private long written = replayed;
        private long released = replayed;

        Driver(AccountShard core, Surroundings around) {
            this.core = core;
            this.around = around;
        }

        @Override
        public void on(Command command) throws InterruptedException {
            switch (command) {
                case Request(var event, var answer) -> {
                    open.put(++lastRequest, answer);
                    step(event.apply(lastRequest));
                }
                case Event(var event) -> {
                    events.release();
                    boolean took = step(event);
                    if (took && event instanceof ShardEvent.WindowArrived(var window)) {
                        windows.keep(window);
                    }
                }
                case Look(var reader) -> {
                    events.release();
                    reader.accept(core);
                }
                case RoundDue _ -> {
                    if (around.rounds().getAsBoolean()) {
                        step(new ShardEvent.WindowDue());
                    }
                }
                case Woken _ -> woken.set(false);
            }
            long onDisk = safe;
            write(onDisk);
            if (onDisk > released) {
                giveOut(onDisk);
            }
        }

        /// @return whether it was a window of another authority, the next one and authentic
        private boolean step(ShardEvent event) {
            boolean took = false;
            for (ShardRecord record : core.on(event)) {
                fresh.add(Bytes.of(record.encode()));
                windows.take(record);
                recorded++;
                took |= record instanceof ShardRecord.WindowTaken;
            }
            return took;
        }

        private void write(long onDisk) throws InterruptedException {
            if (onDisk == written && !fresh.isEmpty()) {
                written = recorded;
                journal.put(new JournalWriter.Write(written, fresh));
                fresh = new ArrayList<>();
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
            for (ShardEffect effect : core.synced(onDisk)) {
                if (effect instanceof ShardEffect.Answer(long request, ShardAnswer answer)) {
                    Consumer<ShardAnswer> asker = open.remove(request);
                    if (asker != null) {
                        requests.release();
                        asker.accept(answer);
                    }
                } else {
                    around.effects().accept(effect);
                }
            }
        }
    }
}
