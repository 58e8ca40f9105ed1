package io.florin.ordering.intake.adapter;

import io.florin.ordering.intake.ReadingPosition;
import io.florin.ordering.protocol.adapter.TopicEdges;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FaultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/// Reads this party's topic of bundles, one reader for each partition.
public final class TopicIntake implements AutoCloseable {
    private final BundleIngress ingress;
    private final Positions positions;
    private final List<ReadingPosition> open = new ArrayList<>();
    private final List<Long> kept = new ArrayList<>();
    private final List<TopicEdges> edges = new ArrayList<>();
    private final List<OrderedTopicReader> readers = new ArrayList<>();

    /// Store of reading positions.
    public interface Positions {
        long load(int partition);

        void save(int partition, long offset);
    }

    public TopicIntake(
            int party,
            IntakeProperties properties,
            KafkaProperties kafka,
            BundleIngress ingress,
            Positions positions,
            FaultHandler faults) {
        this.ingress = ingress;
        this.positions = positions;
        for (int partition = 0; partition < properties.partitions(); partition++) {
            long from = positions.load(partition);
            var position = new ReadingPosition(from);
            open.add(position);
            kept.add(from);
            ingress.follow(partition, position);
            String name = "ordering-" + party + "-intake-" + partition;
            var source = new TopicPartition(Topics.transactions(party), partition);
            var begin = new TopicEdges(kafka, name + "-begin");
            edges.add(begin);
            readers.add(new OrderedTopicReader(
                    kafka,
                    name,
                    source,
                    () -> position.restart(begin.begin(source)),
                    batch -> take(batch, position),
                    faults));
        }
    }

    private void take(List<TopicRecord> batch, ReadingPosition position) throws InterruptedException {
        for (TopicRecord message : batch) {
            ingress.take(message, position);
        }
    }

    public void start() {
        readers.forEach(OrderedTopicReader::start);
    }

    /// Keeps the positions reached; called now and then by one thread.
    public void keepPositions() {
        for (int partition = 0; partition < open.size(); partition++) {
            long now = open.get(partition).value();
            if (now != kept.get(partition)) {
                positions.save(partition, now);
                kept.set(partition, now);
            }
        }
    }

    /// Records of all partitions not read yet; empty while the broker or the topic is away.
    public OptionalLong lag() {
        long sum = 0;
        for (OrderedTopicReader reader : readers) {
            OptionalLong lag = reader.lag();
            if (lag.isEmpty()) {
                return OptionalLong.empty();
            }
            sum += lag.getAsLong();
        }
        return OptionalLong.of(sum);
    }

    @Override
    public void close() {
        ingress.close();
        edges.forEach(TopicEdges::close);
        readers.forEach(OrderedTopicReader::close);
    }
}
