package io.florin.ordering.protocol.adapter;

import io.florin.runtime.Failure;
import io.florin.runtime.kafka.KafkaProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/// Looks at the records of a partition. Each look is a connection of its own, for use at a start.
///
/// [#close] ends a look that is under way, which with a broker away would take its whole time limit.
public final class TopicEdges implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final int IDLE_POLLS_MAX = 10;

    private final KafkaProperties kafka;
    private final String clientId;
    private final AtomicReference<@Nullable KafkaConsumer<byte[], byte[]>> looking = new AtomicReference<>();
    private volatile boolean closed;

    public TopicEdges(KafkaProperties kafka, String clientId) {
        this.kafka = kafka;
        this.clientId = clientId;
    }

    /// The offset of the oldest record that is still there.
    ///
    /// @throws org.apache.kafka.common.KafkaException when the broker or the topic is away
    public long begin(TopicPartition partition) {
        try (var consumer = opened()) {
            return begin(consumer, partition);
        } finally {
            looking.set(null);
        }
    }

    /// Content of the record at an offset; empty when there is none, or no more.
    ///
    /// @throws org.apache.kafka.common.KafkaException when the broker or the topic is away
    public Optional<byte[]> valueAt(TopicPartition partition, long offset) {
        try (var consumer = opened()) {
            List<byte[]> found = new ArrayList<>(1);
            if (offset >= begin(consumer, partition) && offset < end(consumer, partition)) {
                read(consumer, partition, offset, offset + 1, (_, value) -> found.add(value));
            }
            return found.stream().findFirst();
        } finally {
            looking.set(null);
        }
    }

    /// Takes a record.
    @FunctionalInterface
    public interface Visitor {
        void record(long offset, byte[] value);
    }

    /// Shows all records that are there now, in their order.
    ///
    /// @throws org.apache.kafka.common.KafkaException when the broker or the topic is away
    public void forEach(TopicPartition partition, Visitor visitor) {
        try (var consumer = opened()) {
            read(consumer, partition, begin(consumer, partition), end(consumer, partition), visitor);
        } finally {
            looking.set(null);
        }
    }

    private static long begin(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
        return consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    private static long end(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition) {
        return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    private static void read(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long from, long to, Visitor visitor) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        int idle = 0;
        while (consumer.position(partition) < to) {
            List<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).records(partition);
            for (ConsumerRecord<byte[], byte[]> message : records) {
                if (message.offset() < to && message.value() != null) {
                    visitor.record(message.offset(), message.value());
                }
            }
            idle = records.isEmpty() ? idle + 1 : 0;
            if (idle > IDLE_POLLS_MAX) {
                throw new Failure("records cannot be read: " + partition);
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> opened() {
        KafkaConsumer<byte[], byte[]> consumer = consumer();
        looking.set(consumer);
        if (closed) {
            looking.set(null);
            consumer.close();
            throw new Failure("no more looks at topics: " + clientId);
        }
        return consumer;
    }

    @Override
    public void close() {
        closed = true;
        KafkaConsumer<byte[], byte[]> consumer = looking.get();
        if (consumer != null) {
            consumer.wakeup();
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
