package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Reads all values of topics, each partition in its order, without a consumer group.
final class TopicContents {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Set<String> BROKERS_OWN =
            Set.of("__consumer_offsets", "__transaction_state", "__share_group_state");

    private TopicContents() {}

    static List<Bytes> of(String bootstrapServers, String topic) {
        List<Bytes> values = new ArrayList<>();
        read(bootstrapServers, List.of(topic), record -> values.add(Bytes.of(record.value())));
        return values;
    }

    /// All topics that the broker has, by name, but those in which it keeps its own books.
    static List<String> names(String bootstrapServers) {
        try (var consumer = consumer(bootstrapServers)) {
            return consumer.listTopics().keySet().stream()
                    .filter(topic -> !BROKERS_OWN.contains(topic))
                    .sorted()
                    .toList();
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrapServers) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "enable.auto.commit",
                "false",
                "auto.include.jmx.reporter",
                "false",
                "fetch.max.wait.ms", // closing waits for the broker's last answer
                "20",
                "fetch.max.bytes",
                "33554432",
                "max.partition.fetch.bytes",
                "33554432");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /// Reads several topics by one consumer, mixed.
    static void read(
            String bootstrapServers, List<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> destination) {
        try (var consumer = consumer(bootstrapServers)) {
            List<TopicPartition> partitions = topics.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(destination);
            }
        }
    }
}
