package io.florin.auditor.status.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.status.CheckpointJoin.Joined;
import io.florin.auditor.status.CommitterClaim;
import io.florin.crypto.Bytes;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.StateHash;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.EventLoop;
import io.florin.runtime.service.FaultHandler;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.client.RestClientException;

/// Reads all partitions of the committers' topic from its start at each start of the service, and asks committers
/// directly for what the topic does not say in time.
public final class StatusSources implements SmartLifecycle {

    private record Tick() {}

    private final CheckpointReconciler reconciler;
    private final String name;
    private final KafkaProperties kafka;
    private final SortedMap<Integer, ResultsApi> committers;
    private final FaultHandler faults;
    private final InstantSource clock;
    private final StatusProperties properties;
    private final List<OrderedTopicReader> readers = new ArrayList<>();
    private final EventLoop<Tick> loop;
    private volatile boolean running;

    StatusSources(
            CheckpointReconciler reconciler,
            String name,
            KafkaProperties kafka,
            SortedMap<Integer, ResultsApi> committers,
            FaultHandler faults,
            InstantSource clock,
            StatusProperties properties) {
        this.reconciler = reconciler;
        this.name = name;
        this.kafka = kafka;
        this.committers = committers;
        this.faults = faults;
        this.clock = clock;
        this.properties = properties;
        for (int partition = 0; partition < properties.partitions(); partition++) {
            readers.add(new OrderedTopicReader(
                    kafka,
                    name + "-statuses-" + partition,
                    new TopicPartition(Topics.STATUSES, partition),
                    () -> 0,
                    this::read,
                    this::readerStopped));
        }
        this.loop = EventLoop.ticking(
                name + "-statuses",
                1,
                _ -> askWhereSilent(),
                faults,
                new EventLoop.Ticks<>(properties.poll(), clock, _ -> new Tick()));
    }

    @Override
    public void start() {
        running = true;
        readers.forEach(OrderedTopicReader::start);
        loop.start();
    }

    private void readerStopped(String component, Throwable bug) {
        if (bug.getCause() instanceof InvalidOffsetException) {
            AuditorLog.topicLost(Topics.STATUSES, String.valueOf(bug.getMessage()));
        } else {
            faults.stopped(component, bug);
        }
    }

    private void read(List<TopicRecord> batch) {
        for (TopicRecord message : batch) {
            try {
                take(BlockStatuses.decode(message.value()), Bytes.of(message.value()), message.toString());
            } catch (DecodeException unreadable) {
                reconciler.refuse(message.toString(), "unreadable");
            }
        }
    }

    /// @return empty where the statuses are refused before they are joined
    private Optional<Joined> take(BlockStatuses statuses, Bytes encoded, String where) {
        if (!statuses.checkpoint().statusRoot().equals(StateHash.statusRoot(statuses.outcomes()))) {
            reconciler.refuse(where, "the statuses are not those of the checkpoint");
            return Optional.empty();
        }
        return Optional.of(reconciler.take(CommitterClaim.of(statuses, encoded), where));
    }

    // ---- committers themselves

    private void askWhereSilent() {
        try {
            reconciler.recordResumed();
            if (reconciler.silentMillis() < properties.askAfter().toMillis()) {
                return;
            }
            committers.forEach(this::ask);
            if (reconciler.silentMillis() >= properties.missingAfter().toMillis()) {
                reconciler.missing(reconciler.agreedThrough() + 1);
            }
        } catch (RuntimeException away) {
            if (!DatabaseAway.isBehind(away)) {
                throw away;
            }
            AuditorLog.storeAway(away.getClass().getSimpleName());
        }
    }

    private void ask(int committer, ResultsApi api) {
        try {
            byte @Nullable [] answer = api.results(reconciler.agreedThrough() + 1, BlockResult.LIST_MAX, 0);
            if (answer == null) {
                throw new IllegalArgumentException("an answer with nothing in it");
            }
            for (BlockResult result : BlockResult.decodeList(answer)) {
                Optional<Joined> joined = take(
                        result.statuses(),
                        Bytes.of(result.statuses().encode()),
                        "committer-" + (committer + 1) + "@" + result.number());
                if (joined.filter(Joined.Waits.class::isInstance).isPresent()) {
                    return;
                }
            }
        } catch (RestClientException silent) {
            AuditorLog.committerSilent(committer + 1, OutboundCalls.reason(silent));
        } catch (DecodeException | IllegalArgumentException unreadable) {
            reconciler.refuse("committer-" + (committer + 1), "unreadable answer");
        }
    }

    @Override
    public void stop() {
        running = false;
        loop.close();
        readers.forEach(OrderedTopicReader::close);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
