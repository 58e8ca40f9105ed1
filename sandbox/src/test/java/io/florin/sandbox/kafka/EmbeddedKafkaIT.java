package io.florin.sandbox.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.ports.FreePorts;
import io.florin.sandbox.process.ManagedProcess;
import io.florin.sandbox.process.ProcessSupervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {
    private static final String TOPIC = "settlement.blocks.1";

    @Test
    void keepsRecordsOverRestartsInsideTheJvmAndAsAProcess(@TempDir Path directory) throws Exception {
        List<Integer> ports = FreePorts.some(2);
        KafkaSettings settings = new KafkaSettings(directory.resolve("kafka"), ports.get(0), ports.get(1));

        try (EmbeddedKafka kafka = EmbeddedKafka.start(settings)) {
            createTopic(kafka.bootstrapServers());
            send(kafka.bootstrapServers(), "first");
        }
        try (EmbeddedKafka kafka = EmbeddedKafka.start(settings)) {
            assertThat(recordsOf(kafka.bootstrapServers(), 1)).containsExactly("first");
            send(kafka.bootstrapServers(), "second");
        }

        ProcessSupervisor supervisor = new ProcessSupervisor(directory);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KafkaProcess.MAIN_CLASS));
        command.addAll(KafkaProcess.prepare(settings));
        supervisor.start(new ManagedProcess("kafka", command, Map.of(), Optional.empty()));
        try {
            assertThat(recordsOf(settings.bootstrapServers(), 2)).containsExactly("first", "second");
        } finally {
            supervisor.stop(List.of("kafka"), Duration.ofSeconds(20));
        }
    }

    private static void createTopic(String servers) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
        }
    }

    private static void send(String servers, String value) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", servers, "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, value)).get(30, TimeUnit.SECONDS);
        }
    }

    private static List<String> recordsOf(String servers, int expected) {
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", servers, "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (values.size() < expected && System.nanoTime() - deadline < 0) {
                consumer.poll(Duration.ofMillis(200)).forEach(found -> values.add(found.value()));
            }
        }
        return values;
    }
}
