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
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/// Looks at the beginning and the end of a partition. Each look is a connection of its own, for use at a start.
///
/// [#close] ends a look that is under way, which with a broker away would take its whole time limit.
public final class TopicEdges implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final int POLLS_MAX = 100;
    private static final int WINDOW = 16;

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
            return consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
        } finally {
            looking.set(null);
        }
    }

    /// What the newest record says that says anything; looks at the records from the end of the partition backwards.
    ///
    /// @param says may be asked about any record that somebody wrote there
    /// @throws org.apache.kafka.common.KafkaException when the broker or the topic is away
    public <T> Optional<T> newest(TopicPartition partition, Function<byte[], Optional<T>> says) {
        try (var consumer = opened()) {
            consumer.assign(List.of(partition));
            long begin = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
            long to = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (to > begin) {
                long from = Math.max(begin, to - WINDOW);
                for (byte[] value : read(consumer, partition, from, to).reversed()) {
                    Optional<T> said = says.apply(value);
                    if (said.isPresent()) {
                        return said;
                    }
                }
                to = from;
            }
            return Optional.empty();
        } finally {
            looking.set(null);
        }
    }

    private static List<byte[]> read(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long from, long to) {
        List<byte[]> values = new ArrayList<>();
        consumer.seek(partition, from);
        for (int polls = 0; polls < POLLS_MAX && consumer.position(partition) < to; polls++) {
            for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL).records(partition)) {
                if (message.offset() < to && message.value() != null) {
                    values.add(message.value());
                }
            }
        }
        if (consumer.position(partition) < to) {
            throw new Failure("the last records cannot be read: " + partition);
        }
        return values;
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
