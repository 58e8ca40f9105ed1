package io.florin.auditor.events.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/// Writes waiting events to `audit.events` in order, and forgets them once they are acknowledged. After a crash some
/// are written again with the same id and bytes. A broker that is away delays events and nothing else.
final class EventPublisher implements SmartLifecycle {
    private static final Metrics NAMES = new Metrics("auditor");
    private static final String TYPE = "io.florin.audit.event.v1";

    private final EventOutbox outbox;
    private final Edge edge;
    private final EventProperties properties;
    private final TopicWriter writer;
    private final EventLoop<Tick> loop;
    private final Counter published;
    private final Counter failures;
    private @Nullable TopicCreator topics;
    private boolean away;
    private volatile boolean running;

    private record Tick() {}

    /// Collaborators of publishing.
    ///
    /// @param source names this auditor in the records
    record Edge(
            String name,
            URI source,
            KafkaProperties kafka,
            MeterRegistry registry,
            FaultHandler faults,
            InstantSource clock) {}

    EventPublisher(EventOutbox outbox, Edge edge, EventProperties properties) {
        this.outbox = outbox;
        this.edge = edge;
        this.properties = properties;
        this.writer = new TopicWriter(edge.kafka(), edge.name() + "-events");
        this.loop = EventLoop.ticking(
                edge.name() + "-events",
                1,
                _ -> publish(),
                edge.faults(),
                new EventLoop.Ticks<>(properties.poll(), edge.clock(), _ -> new Tick()));
        this.published = edge.registry().counter(NAMES.name("events", "published"));
        this.failures = edge.registry().counter(NAMES.name("events", "failures"));
    }

    private void publish() {
        try {
            List<EventOutbox.Waiting> events = outbox.first(properties.batchMax());
            while (!events.isEmpty()) {
                List<CompletableFuture<TopicWriter.Written>> written =
                        events.stream().map(this::write).toList();
                writer.flush();
                written.forEach(CompletableFuture::join);
                outbox.published(events);
                published.increment(events.size());
                boolean more = running && events.size() == properties.batchMax();
                events = more ? outbox.first(properties.batchMax()) : List.of();
            }
            away = false;
        } catch (RuntimeException failed) {
            if (!(failed instanceof CompletionException) && !DatabaseAway.isBehind(failed)) {
                throw failed;
            }
            failures.increment();
            if (!away) {
                AuditorLog.eventsWait(failed.getClass().getSimpleName());
            }
            away = true;
        }
    }

    private CompletableFuture<TopicWriter.Written> write(EventOutbox.Waiting event) {
        return writer.write(
                Topics.AUDIT_EVENTS,
                Topics.ONLY_PARTITION,
                Topics.caseKey(event.caseId()),
                event.payload(),
                new CloudEvent(edge.name() + "/" + event.number(), TYPE, edge.source()));
    }

    @Override
    public void start() {
        running = true;
        topics = TopicCreator.start(edge.kafka(), List.of(Topics.auditEventsSpec()));
        loop.start();
    }

    @Override
    public void stop() {
        running = false;
        writer.close();
        loop.close();
        if (topics != null) {
            topics.close();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
