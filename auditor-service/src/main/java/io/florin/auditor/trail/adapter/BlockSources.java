package io.florin.auditor.trail.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.trail.BlockVerdict;
import io.florin.auditor.trail.BlockVerdict.Accepted;
import io.florin.auditor.trail.BlockVerdict.Ahead;
import io.florin.auditor.trail.BlockVerdict.Refused;
import io.florin.auditor.trail.BlockVerdict.Repeat;
import io.florin.auditor.trail.SourceSwitch;
import io.florin.auditor.trail.SourceSwitch.Effect;
import io.florin.auditor.trail.SourceSwitch.Event;
import io.florin.crypto.Bytes;
import io.florin.runtime.Failure;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Follows one party's topic of blocks and, where that withholds or lies, fetches from the parties' own block stores.
///
/// Two threads offer blocks to the desk: the topic's reader and this loop. A record that is refused is counted and
/// passed over; what it should have been comes from another party, so nothing is skipped.
public final class BlockSources implements AutoCloseable {
    private static final int MAILBOX = 1024;

    /// What the blocks are followed with.
    ///
    /// @param parties block stores by party, never empty
    public record Edge(
            String name,
            KafkaProperties kafka,
            SortedMap<Integer, OrderingInternalApi> parties,
            FaultHandler faults,
            InstantSource clock) {}

    private final TrailDesk desk;
    private final BlockStore store;
    private final Edge edge;
    private final TrailProperties properties;
    private final TrailMetrics metrics;
    private final SourceSwitch sources;
    private final EventLoop<Event> loop;
    private volatile @Nullable OrderedTopicReader reader;
    private volatile int followed;

    BlockSources(TrailDesk desk, BlockStore store, Edge edge, TrailProperties properties, TrailMetrics metrics) {
        this.desk = desk;
        this.store = store;
        this.edge = edge;
        this.properties = properties;
        this.metrics = metrics;
        this.sources = new SourceSwitch(
                List.copyOf(edge.parties().keySet()),
                properties.behindAfter().toMillis(),
                edge.clock().millis());
        this.loop = EventLoop.ticking(
                edge.name() + "-sources",
                MAILBOX,
                this::on,
                edge.faults(),
                new EventLoop.Ticks<>(properties.poll(), edge.clock(), _ -> new Event.Tick()));
    }

    void start() {
        follow(sources.current());
        loop.start();
    }

    private void on(Event event) {
        List<Event> events = new ArrayList<>(List.of(event));
        while (!events.isEmpty()) {
            for (Effect effect : sources.on(events.removeFirst(), edge.clock().millis())) {
                switch (effect) {
                    case Effect.Follow(int party) -> switchTo(party);
                    case Effect.AskHeads() -> events.add(new Event.Heads(askHeads(), desk.height()));
                    case Effect.Fetch(List<Integer> parties, long to) -> {
                        if (fetch(parties, Math.min(to, desk.height() + properties.fetchMax()))) {
                            events.add(new Event.Progress(false));
                        }
                    }
                }
            }
        }
    }

    // ---- the topic

    private void switchTo(int party) {
        metrics.switched();
        AuditorLog.sourceSwitched(party);
        follow(party);
    }

    private void follow(int party) {
        OrderedTopicReader before = reader;
        if (before != null) {
            before.close();
        }
        String topic = Topics.blocks(party);
        followed = party;
        OrderedTopicReader next = new OrderedTopicReader(
                edge.kafka(),
                edge.name() + "-blocks-" + party,
                new TopicPartition(topic, Topics.ONLY_PARTITION),
                () -> store.position(topic),
                batch -> read(party, batch),
                (component, bug) -> readerStopped(party, component, bug));
        reader = next;
        next.start();
    }

    /// A topic that lost records costs nothing: parties have their blocks. Anything else is a bug.
    private void readerStopped(int party, String component, Throwable bug) {
        if (bug.getCause() instanceof InvalidOffsetException) {
            AuditorLog.topicLost(Topics.blocks(party), String.valueOf(bug.getMessage()));
            loop.offer(new Event.BadSource(party));
        } else {
            edge.faults().stopped(component, bug);
        }
    }

    private void read(int party, List<TopicRecord> batch) {
        for (TopicRecord message : batch) {
            take(party, message);
        }
        TopicRecord last = batch.getLast();
        store.position(last.topic(), last.offset() + 1);
    }

    private void take(int party, TopicRecord message) {
        BlockSource source = BlockSource.topic(party);
        OptionalLong announced = announced(message.key());
        Bytes encoded = Bytes.of(message.value());
        BlockVerdict verdict = desk.offer(source, announced, encoded);
        if (verdict instanceof Ahead(long number)) {
            fetch(List.copyOf(edge.parties().keySet()), number - 1);
            verdict = desk.offer(source, announced, encoded);
        }
        switch (verdict) {
            case Accepted _ -> loop.offer(new Event.Progress(true));
            case Repeat _ -> {}
            case Ahead(long number) ->
                throw new Failure("blocks before " + number + " are missing, own height " + desk.height());
            case Refused refused -> {
                AuditorLog.blockRefused(message.toString(), refused.number(), refused.reason());
                loop.offer(new Event.BadSource(party));
            }
        }
    }

    private static OptionalLong announced(byte[] key) {
        return key.length == Long.BYTES ? OptionalLong.of(ByteBuffer.wrap(key).getLong()) : OptionalLong.of(0);
    }

    // ---- the parties' own block stores

    private SortedMap<Integer, Long> askHeads() {
        SortedMap<Integer, Long> heads = new TreeMap<>();
        edge.parties().forEach((party, api) -> {
            try {
                OrderingInternalApi.ChainHead head = api.head();
                if (head != null) {
                    heads.put(party, head.number());
                }
            } catch (RestClientException silent) {
                AuditorLog.partySilent(party, silent.getClass().getSimpleName());
            }
        });
        desk.partiesHave(honestHead(heads));
        return heads;
    }

    /// With f liars, the f+1st highest number is at most that of an honest party.
    private long honestHead(Map<Integer, Long> heads) {
        List<Long> descending =
                heads.values().stream().sorted((a, b) -> Long.compare(b, a)).toList();
        int faults = desk.configuration().ordering().faults();
        return faults < descending.size() ? descending.get(faults) : desk.height();
    }

    /// @return whether a block was applied
    private boolean fetch(List<Integer> parties, long to) {
        long before = desk.height();
        try {
            long next = before + 1;
            while (next <= to && fetchOne(parties, next)) {
                next = desk.height() + 1;
            }
        } catch (RuntimeException away) {
            if (!DatabaseAway.isBehind(away)) {
                throw away;
            }
            AuditorLog.storeAway(away.getClass().getSimpleName());
        }
        return desk.height() > before;
    }

    private boolean fetchOne(List<Integer> parties, long number) {
        for (int party : parties) {
            OrderingInternalApi api = edge.parties().get(party);
            if (api != null && take(party, api, number)) {
                return true;
            }
        }
        return false;
    }

    private boolean take(int party, OrderingInternalApi api, long number) {
        byte[] encoded;
        try {
            encoded = api.block(number);
        } catch (RestClientException silent) {
            AuditorLog.partySilent(party, silent.getClass().getSimpleName());
            return false;
        }
        if (encoded == null) {
            return false;
        }
        return switch (desk.offer(BlockSource.store(party), OptionalLong.of(number), Bytes.of(encoded))) {
            case Accepted _, Repeat _ -> true;
            case Ahead _ -> false;
            case Refused refused -> {
                AuditorLog.blockRefused("party-" + party, refused.number(), refused.reason());
                yield false;
            }
        };
    }

    /// The party whose topic is followed.
    int followed() {
        return followed;
    }

    OptionalLong topicLag() {
        OrderedTopicReader now = reader;
        return now == null ? OptionalLong.empty() : now.lag();
    }

    @Override
    public void close() {
        loop.close();
        OrderedTopicReader last = reader;
        if (last != null) {
            last.close();
        }
    }
}
