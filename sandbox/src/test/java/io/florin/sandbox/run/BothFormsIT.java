package io.florin.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.sandbox.kafka.SandboxKafka;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.process.ProcessStatus;
import io.florin.sandbox.process.ProcessSupervisor;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Both forms on one data directory, with the servers and the issuer: what one form leaves, the other takes up, Kafka's
/// records too, and a broker that runs in this JVM for the second time.
class BothFormsIT {
    private static final String ISSUER = "oidc-issuer";
    private static final String TOPIC = "settlement.blocks.1";

    @TempDir
    private Path data;

    private final List<String> progress = new ArrayList<>();

    @AfterEach
    void leaveNothingBehind() {
        new ProcessForm(plan()).down(name -> {});
    }

    @Test
    void startInOneJvmThenAsProcessesWithTheSameKeysAndEndInOrder() throws Exception {
        String keys;
        try (OneJvm sandbox = OneJvm.start(plan(), line -> {
            synchronized (progress) {
                progress.add(line);
            }
        })) {
            assertThat(progress).containsExactlyInAnyOrder("PostgreSQL", "Kafka", ISSUER);
            keys = signingKeys();
            createTopic();
            send("first");
            sandbox.restart(ISSUER);
            assertThat(signingKeys()).isEqualTo(keys);
            assertThatThrownBy(() -> OneJvm.start(plan(), line -> {}))
                    .isInstanceOf(SandboxException.class)
                    .hasMessageContaining("Another sandbox uses");
        }
        assertThat(plan().ports().taken()).isEmpty();

        ProcessForm processes = new ProcessForm(plan());
        processes.up(line -> {});
        assertThat(processes.status()).allMatch(one -> one.state() == ProcessStatus.State.RUNNING);
        assertThat(signingKeys()).isEqualTo(keys);
        assertThat(records(1)).containsExactly("first");
        send("second");
        assertThatThrownBy(() -> OneJvm.start(plan(), line -> {}))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("florin down");

        processes.kill(ISSUER);
        assertThat(new ProcessSupervisor(data).status(ISSUER).state()).isEqualTo(ProcessStatus.State.DIED);
        new ProcessForm(plan()).up(line -> {});
        assertThat(signingKeys()).isEqualTo(keys);

        new ProcessForm(plan()).down(line -> {});
        assertThat(processes.status()).allMatch(one -> one.state() == ProcessStatus.State.STOPPED);
        assertThat(plan().ports().taken()).isEmpty();
        try (SandboxKafka again = SandboxKafka.start(plan().kafka())) {
            assertThat(again.bootstrapServers()).isEqualTo(plan().kafka().bootstrapServers());
            assertThat(records(2)).containsExactly("first", "second");
        }
        aCopyGoesOnFromThere(keys);
    }

    /// The copy on which sabotages are tried.
    private void aCopyGoesOnFromThere(String keys) throws Exception {
        Path copy = data.resolveSibling(data.getFileName() + "-copy");
        DataCopy.make(data, copy);
        try (OneJvm _ = OneJvm.start(plan().in(copy).only(ISSUER), line -> {})) {
            assertThat(signingKeys()).isEqualTo(keys);
            assertThat(records(2)).containsExactly("first", "second");
            send("third");
        } finally {
            DataCopy.delete(copy);
        }
        try (SandboxKafka _ = SandboxKafka.start(plan().kafka())) {
            assertThat(records(2)).containsExactly("first", "second");
        }
    }

    private void createTopic() throws Exception {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", plan().kafka().bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)))
                    .all()
                    .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void send(String value) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", plan().kafka().bootstrapServers(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, value)).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /// All records from the first on, as soon as there are so many.
    private List<String> records(int expected) {
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", plan().kafka().bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
            consumer.seekToBeginning(consumer.assignment());
            long deadline = System.nanoTime() + Patience.LIMIT.toNanos();
            while (values.size() < expected && System.nanoTime() - deadline < 0) {
                consumer.poll(Duration.ofMillis(200)).forEach(found -> values.add(found.value()));
            }
        }
        return values;
    }

    private SandboxPlan plan() {
        return SandboxPlan.of(new SandboxOptions(data, 12_000)).only(ISSUER);
    }

    private String signingKeys() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(plan().issuer().resolve("/oauth2/jwks"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
