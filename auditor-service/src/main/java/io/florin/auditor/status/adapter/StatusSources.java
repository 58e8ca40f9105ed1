package io.florin.auditor.status.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.status.CheckpointJoin.Joined;
import io.florin.auditor.status.Claim;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.database.DatabaseAway;
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
import org.springframework.context.SmartLifecycle;
import org.springframework.web.client.RestClientException;

/// Reads all partitions of the committers' topic from its start at each start of the service, and asks committers
/// directly for what the topic does not say in time.
public final class StatusSources implements SmartLifecycle {
    private static final int CHANGES_MAX = 100;

    /// What statuses are followed with.
    ///
    /// @param committers by index in the configuration
    public record Edge(
            String name,
            NetworkId network,
            KafkaProperties kafka,
            SortedMap<Integer, CommitterApi> committers,
            FaultHandler faults,
            InstantSource clock) {}

    private record Tick() {}

    private final StatusDesk desk;
    private final Edge edge;
    private final StatusProperties properties;
    private final List<OrderedTopicReader> readers = new ArrayList<>();
    private final EventLoop<Tick> loop;
    private volatile boolean running;

    StatusSources(StatusDesk desk, Edge edge, StatusProperties properties) {
        this.desk = desk;
        this.edge = edge;
        this.properties = properties;
        for (int partition = 0; partition < properties.partitions(); partition++) {
            readers.add(new OrderedTopicReader(
                    edge.kafka(),
                    edge.name() + "-statuses-" + partition,
                    new TopicPartition(Topics.STATUSES, partition),
                    () -> 0,
                    this::read,
                    this::readerStopped));
        }
        this.loop = EventLoop.ticking(
                edge.name() + "-statuses",
                1,
                _ -> askWhereSilent(),
                edge.faults(),
                new EventLoop.Ticks<>(properties.poll(), edge.clock(), _ -> new Tick()));
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
            edge.faults().stopped(component, bug);
        }
    }

    private void read(List<TopicRecord> batch) {
        for (TopicRecord message : batch) {
            Bytes encoded = Bytes.of(message.value());
            try {
                BlockStatuses statuses = BlockStatuses.decode(message.value());
                if (statuses.checkpoint().statusRoot().equals(StateHash.statusRoot(statuses.outcomes()))) {
                    desk.take(Claim.of(statuses, encoded), message.toString());
                } else {
                    desk.refuse(message.toString(), "the statuses are not those of the checkpoint");
                }
            } catch (DecodeException unreadable) {
                desk.refuse(message.toString(), "unreadable");
            }
        }
    }

    // ---- committers themselves

    private void askWhereSilent() {
        try {
            desk.recordResumed();
            if (desk.silentMillis() < properties.askAfter().toMillis()) {
                return;
            }
            edge.committers().forEach(this::ask);
            if (desk.silentMillis() >= properties.missingAfter().toMillis()) {
                desk.missing(desk.agreedThrough() + 1);
            }
        } catch (RuntimeException away) {
            if (!DatabaseAway.isBehind(away)) {
                throw away;
            }
            AuditorLog.storeAway(away.getClass().getSimpleName());
        }
    }

    private void ask(int committer, CommitterApi api) {
        try {
            List<CommitterApi.BlockChanges> answer = api.changes(desk.agreedThrough() + 1, CHANGES_MAX);
            if (answer == null) {
                throw new IllegalArgumentException("an answer with nothing in it");
            }
            for (CommitterApi.BlockChanges changes : answer) {
                Joined joined = desk.take(claim(changes), "committer-" + (committer + 1) + "@" + changes.number());
                if (joined instanceof Joined.Waits) {
                    return;
                }
            }
        } catch (RestClientException silent) {
            AuditorLog.committerSilent(committer + 1, silent.getClass().getSimpleName());
        } catch (IllegalArgumentException unreadable) {
            desk.refuse("committer-" + (committer + 1), "unreadable answer");
        }
    }

    private Claim claim(CommitterApi.BlockChanges changes) {
        Checkpoint checkpoint = new Checkpoint(
                edge.network(),
                changes.number(),
                Bytes32.fromHex(changes.headerHash()),
                Bytes32.fromHex(changes.statusRoot()),
                Bytes32.fromHex(changes.stateHash()));
        Bytes signature = Bytes.fromHex(changes.signature());
        Bytes evidence = Bytes.of(checkpoint.encode());
        return new Claim(
                checkpoint,
                changes.committer(),
                signature,
                changes.transactions().stream()
                        .map(change -> new Claim.Said(change.index(), change.status(), Optional.of(change.id())))
                        .toList(),
                evidence);
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
