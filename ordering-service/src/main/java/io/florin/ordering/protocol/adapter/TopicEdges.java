package io.florin.ordering.protocol.adapter;

import io.florin.runtime.Failure;
import io.florin.runtime.kafka.KafkaProperties;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Looks at the beginning and the end of a partition. Each look is a connection of its own, for use at a start.
public final class TopicEdges {
    private static final Duration POLL = Duration.ofSeconds(2);

    private final KafkaProperties kafka;
    private final String clientId;

    public TopicEdges(KafkaProperties kafka, String clientId) {
        this.kafka = kafka;
        this.clientId = clientId;
    }

    /// The offset of the oldest record that is still there.
    ///
    /// @throws org.apache.kafka.common.KafkaException when the broker or the topic is away
    public long begin(TopicPartition partition) {
        try (var consumer = consumer()) {
            return consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
        }
    }

    /// The value of the last record; empty when there is none.
    ///
    /// @throws org.apache.kafka.common.KafkaException when the broker or the topic is away
    public Optional<byte[]> last(TopicPartition partition) {
        try (var consumer = consumer()) {
            consumer.assign(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            if (end == consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L)) {
                return Optional.empty();
            }
            consumer.seek(partition, end - 1);
            List<ConsumerRecord<byte[], byte[]>> last = consumer.poll(POLL).records(partition);
            if (last.isEmpty()) {
                throw new Failure("the last record cannot be read: " + partition);
            }
            return Optional.of(last.getLast().value());
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = new LinkedHashMap<>(kafka.client());
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("client.id", clientId);
        settings.put("metric.reporters", "");
        settings.put("auto.include.jmx.reporter", "false");
        settings.put("enable.metrics.push", "false");
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "none");
        settings.put("allow.auto.create.topics", "false");
        settings.put("default.api.timeout.ms", "10000");
        settings.put("max.partition.fetch.bytes", "4194304");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
