package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class KafkaUnderTestIT {

    private static KafkaUnderTest kafka;

    @BeforeAll
    static void start() {
        kafka = KafkaUnderTest.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void carriesARecordOfAMegabyte() throws Exception {
        kafka.createTopic("blocks", 1);
        byte[] block = new byte[1 << 20];
        block[7] = 7;

        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.send(new ProducerRecord<>("blocks", block)).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }

        assertThat(readOne(new TopicPartition("blocks", 0))).isEqualTo(block);
    }

    @Test
    void createsTopicsWithTheirPartitionsAndOnlyOnce() throws Exception {
        kafka.createTopic("statuses", 3, Map.of("cleanup.policy", "compact"));

        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            assertThat(producer.partitionsFor("statuses")).hasSize(3);
        }
        assertThatThrownBy(() -> kafka.createTopic("statuses", 3)).hasMessageContaining("statuses");
    }

    @Test
    void doesNotCreateAMisspeltTopic() {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            byte[] value = "x".getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("blokcs", value))
                            .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        2_000,
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                        4 << 20),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static byte[] readOne(TopicPartition partition) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) kafka.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            List<ConsumerRecord<byte[], byte[]>> records =
                    consumer.poll(Patience.LIMIT).records(partition);
            return records.getFirst().value();
        }
    }
}
