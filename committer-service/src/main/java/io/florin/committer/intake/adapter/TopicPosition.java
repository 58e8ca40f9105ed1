package io.florin.committer.intake.adapter;

import io.florin.runtime.Failure;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.Topics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Finds where in a party's topic a block number begins, by bisection over the records' keys; no offset is kept
/// anywhere. Keys are not signed, so the answer is a hint: a wrong one shows as a block that is not the next one, and
/// intake leaves the source. Takes some 20 reads for a million blocks.
final class TopicPosition {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final int POLLS_MAX = 25;

    private final KafkaProperties kafka;
    private final String clientId;

    TopicPosition(KafkaProperties kafka, String clientId) {
        this.kafka = kafka;
        this.clientId = clientId;
    }

    /// The position of the first record whose key is the number or higher; the end when there is none.
    long of(TopicPartition topic, long number) {
        try (var consumer = new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(topic));
            long low = Objects.requireNonNull(
                    consumer.beginningOffsets(List.of(topic)).get(topic));
            long high =
                    Objects.requireNonNull(consumer.endOffsets(List.of(topic)).get(topic));
            while (low < high) {
                long middle = low + (high - low) / 2;
                Optional<ConsumerRecord<byte[], byte[]>> found = recordAt(consumer, topic, middle);
                if (found.isPresent() && found.get().offset() < high && number(found.get()) < number) {
                    low = found.get().offset() + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /// The record at the position or the first one behind it.
    private static Optional<ConsumerRecord<byte[], byte[]>> recordAt(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition topic, long position) {
        consumer.seek(topic, position);
        for (int poll = 0; poll < POLLS_MAX; poll++) {
            List<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).records(topic);
            if (!records.isEmpty()) {
                return Optional.of(records.getFirst());
            }
            if (consumer.position(topic) > position) {
                return Optional.empty();
            }
        }
        throw new Failure("no answer from " + topic + " at " + position);
    }

    /// The number that the key says; the highest where it says none, so that the search goes left of it.
    private static long number(ConsumerRecord<byte[], byte[]> found) {
        byte[] key = found.key();
        return key == null || key.length != Long.BYTES
                ? Long.MAX_VALUE
                : ByteBuffer.wrap(key).getLong();
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>(kafka.client());
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("client.id", clientId);
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "none");
        settings.put("allow.auto.create.topics", "false");
        settings.put("isolation.level", "read_committed");
        settings.put("max.poll.records", "1");
        settings.put("max.partition.fetch.bytes", "1");
        settings.put("fetch.max.bytes", "1");
        settings.put("default.api.timeout.ms", "5000");
        settings.put("request.timeout.ms", "5000");
        settings.put("metric.reporters", "");
        settings.put("auto.include.jmx.reporter", "false");
        settings.put("enable.metrics.push", "false");
        return settings;
    }

    /// A party's topic of blocks.
    static TopicPartition topicOf(int party) {
        return new TopicPartition(Topics.blocks(party), Topics.ONLY_PARTITION);
    }
}
