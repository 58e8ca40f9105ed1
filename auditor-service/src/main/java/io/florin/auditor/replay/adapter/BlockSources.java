package io.florin.auditor.replay.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.BlockVerdict.Ahead;
import io.florin.auditor.replay.BlockVerdict.Refused;
import io.florin.auditor.replay.BlockVerdict.Repeat;
import io.florin.crypto.Bytes;
import io.florin.runtime.Failure;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.chain.ArrivedBlocks;
import io.florin.runtime.chain.BlockFollower;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.chain.HeadWatch;
import io.florin.runtime.chain.SourceTurns;
import io.florin.runtime.chain.SourceTurns.Effect;
import io.florin.runtime.chain.SourceTurns.Event;
import io.florin.runtime.chain.SteadyClock;
import io.florin.runtime.chain.StoreFollower;
import io.florin.runtime.chain.SwitchReason;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Follows the ordering parties' topics and block stores in turns, by the rule of everybody who follows the chain
/// ([SourceTurns]).
///
/// A topic is read on from where it was left, also over blocks that came from elsewhere meanwhile: what a party wrote
/// is audited, not only what was needed of it. A record that is refused is counted and passed over; what it should have
/// been comes from another party, so nothing is skipped.
///
/// The follower's thread offers blocks to the replay, the loop's thread turns to other sources. Which time counts
/// against a source is said in [CountedTime].
public final class BlockSources implements AutoCloseable {
    private static final int MAILBOX = 1024;
    private static final long STORE_AWAY_MILLIS = 500;

    /// Collaborators of following blocks.
    ///
    /// @param parties block stores by party, never empty
    record Edge(
            String name,
            TopicReading topics,
            SortedMap<Integer, OrderingInternalApi> parties,
            FaultHandler faults,
            InstantSource clock) {}

    private final ReplayWriter writer;
    private final AcceptedBlocks store;
    private final Edge edge;
    private final ReplayProperties properties;
    private final ReplayMetrics metrics;
    private final EventLoop<Event> loop;
    private final HeadWatch watch;
    private final SortedMap<Integer, Long> heads = new TreeMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountedTime time;
    private @Nullable SourceTurns turns;
    private @Nullable BlockFollower follower;
    private volatile long told;
    private volatile int followed;

    BlockSources(
            ReplayWriter writer, AcceptedBlocks store, Edge edge, ReplayProperties properties, ReplayMetrics metrics) {
        this.writer = writer;
        this.store = store;
        this.edge = edge;
        this.properties = properties;
        this.metrics = metrics;
        InstantSource steady = SteadyClock.from(edge.clock());
        this.time = new CountedTime(steady);
        this.loop = EventLoop.ticking(
                edge.name() + "-sources",
                MAILBOX,
                this::on,
                edge.faults(),
                new EventLoop.Ticks<>(properties.poll(), steady, _ -> new Event.Tick(time.millis())));
        this.watch = new HeadWatch(
                edge.name() + "-head",
                edge.parties(),
                properties.poll(),
                (party, number) -> loop.offer(new Event.HeadSeen(party, number)));
    }

    /// Starts the follower; called once the auditor's own height is known.
    void start() {
        List<Integer> parties = List.copyOf(edge.parties().keySet());
        turns = new SourceTurns(
                writer.height(),
                SourceTurns.of(parties, parties.getFirst()),
                properties.patienceWithSources(),
                writer.configuration().ordering().faults());
        loop.start();
        watch.start();
    }

    private void on(Event event) {
        if (event instanceof Event.HeadSeen(int party, long number)) {
            heads.put(party, number);
            writer.partiesHave(honestHead());
        }
        SourceTurns started = turns;
        if (started == null) {
            return;
        }
        for (Effect effect : started.on(event)) {
            switch (effect) {
                case Effect.Follow(long attempt, BlockSource source) -> follow(attempt, source);
                case Effect.Switched(BlockSource _, BlockSource to, SwitchReason reason) -> {
                    stopFollowing();
                    metrics.switched();
                    AuditorLog.sourceSwitched(to.toString(), reason.label());
                }
            }
        }
    }

    /// With f liars, the f+1st highest number is at most that of an honest party.
    private long honestHead() {
        List<Long> descending =
                heads.values().stream().sorted((a, b) -> Long.compare(b, a)).toList();
        int faults = writer.configuration().ordering().faults();
        return faults < descending.size() ? descending.get(faults) : writer.height();
    }

    private void follow(long attempt, BlockSource source) {
        stopFollowing();
        long next = writer.height() + 1;
        followed = source.party();
        follower = switch (source.kind()) {
            case TOPIC -> new TopicFollowing(attempt, source);
            case STORE ->
                new StoreFollower(
                                edge.name() + "-store",
                                storeOf(source),
                                next,
                                properties.poll(),
                                new Stored(attempt, source, next))
                        .start();
        };
    }

    private OrderingInternalApi storeOf(BlockSource source) {
        OrderingInternalApi party = edge.parties().get(source.party());
        if (party == null) {
            throw new IllegalStateException("no store of party " + source.party());
        }
        return party;
    }

    private void stopFollowing() {
        BlockFollower before = follower;
        if (before != null) {
            before.close();
            follower = null;
        }
    }

    /// Blocks of one source, stored together: what it gave is told when it is stored, and a flaw after what came before
    /// it.
    private final class Taken {
        private final long attempt;
        private final BlockSource source;
        private boolean given;
        private boolean accepted;

        Taken(long attempt, BlockSource source) {
            this.attempt = attempt;
            this.source = source;
        }

        /// Offers a block to the replay.
        BlockVerdict take(long announced, byte[] bytes) {
            BlockVerdict verdict =
                    time.offering(() -> writer.take(source, OptionalLong.of(announced), Bytes.of(bytes)));
            switch (verdict) {
                case Accepted _ -> {
                    given = true;
                    accepted = true;
                    tell(); // of those that were stored to make room
                }
                case Repeat _ -> given = true;
                case Ahead _ -> {
                    store(writer::store);
                    loop.offer(new Event.Lost(attempt));
                }
                case Refused refused -> {
                    store(writer::store);
                    AuditorLog.blockRefused(source.toString(), refused.number(), refused.reason());
                    loop.offer(new Event.Flawed(attempt));
                }
            }
            return verdict;
        }

        void store(Runnable store) {
            time.storing(accepted, store);
            if (given) {
                tell();
            }
            given = false;
            accepted = false;
        }

        /// Also of a block that was applied before the database went away, and comes again.
        private void tell() {
            long height = writer.height();
            if (height > told) {
                told = height;
                loop.offer(new Event.Took(attempt, height));
            }
        }
    }

    // ---- a topic

    private final class TopicFollowing implements BlockFollower {
        private final long attempt;
        private final BlockSource source;
        private final BlockFollower reader;

        TopicFollowing(long attempt, BlockSource source) {
            this.attempt = attempt;
            this.source = source;
            String topic = Topics.blocks(source.party());
            this.reader = edge.topics()
                    .read(
                            edge.name() + "-blocks-" + source.party(),
                            new TopicPartition(topic, Topics.ONLY_PARTITION),
                            () -> store.position(topic),
                            this::read,
                            this::stopped);
        }

        private void read(List<TopicRecord> batch) {
            Taken taken = new Taken(attempt, source);
            for (TopicRecord message : batch) {
                if (taken.take(announced(message.key()), message.value()) instanceof Ahead(long number)) {
                    throw new Failure("blocks before " + number + " are missing, own height " + writer.height());
                }
            }
            TopicRecord last = batch.getLast();
            taken.store(() -> writer.store(last.topic(), last.offset() + 1));
        }

        private static long announced(byte[] key) {
            return key.length == Long.BYTES ? ByteBuffer.wrap(key).getLong() : 0;
        }

        /// A topic that lost records costs nothing: parties have their blocks. Anything else is a bug.
        private void stopped(String component, Throwable bug) {
            if (bug.getCause() instanceof InvalidOffsetException) {
                AuditorLog.topicLost(Topics.blocks(source.party()), String.valueOf(bug.getMessage()));
                loop.offer(new Event.Lost(attempt));
            } else {
                edge.faults().stopped(component, bug);
            }
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    // ---- a party's own block store

    private final class Stored implements ArrivedBlocks {
        private final long attempt;
        private final BlockSource source;
        private long next;

        /// @param next the number that is asked for first; the others follow one by one
        Stored(long attempt, BlockSource source, long next) {
            this.attempt = attempt;
            this.source = source;
            this.next = next;
        }

        @Override
        public void arrived(byte[] bytes, BooleanSupplier givenUp) throws InterruptedException {
            while (!givenUp.getAsBoolean()) {
                try {
                    Taken taken = new Taken(attempt, source);
                    taken.take(next, bytes);
                    taken.store(writer::store);
                    next++;
                    return;
                } catch (RuntimeException away) {
                    if (!DatabaseAway.isBehind(away)) {
                        throw away;
                    }
                    AuditorLog.storeAway(away.getClass().getSimpleName());
                    if (time.waiting(() -> closing.await(STORE_AWAY_MILLIS, TimeUnit.MILLISECONDS))) {
                        return;
                    }
                }
            }
        }

        @Override
        public void lost(Throwable bug) {
            edge.faults().stopped(edge.name() + "-store", bug);
        }
    }

    /// The party that is followed, 0 before the first.
    int followed() {
        return followed;
    }

    @Override
    public void close() {
        closing.countDown();
        watch.close();
        loop.close();
        stopFollowing();
    }
}
