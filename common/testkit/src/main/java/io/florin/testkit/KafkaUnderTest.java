package io.florin.testkit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/// A Kafka broker of one's own (KRaft, one node, plain text), gone at [#close()], so that a test may stop it.
///
/// It is a container where a Docker engine answers and a broker inside this JVM otherwise, and prints which. Topics are
/// not created by use: a misspelt topic fails the test.
public final class KafkaUnderTest implements AutoCloseable {

    private final KafkaServer server;

    private KafkaUnderTest(KafkaServer server) {
        this.server = server;
    }

    public static KafkaUnderTest start() {
        return start(Map.of());
    }

    /// @param brokerProperties settings of the broker beyond the usual ones, e.g. `message.max.bytes`
    public static KafkaUnderTest start(Map<String, String> brokerProperties) {
        KafkaServer server = ServerForm.containersAnswer()
                ? ContainerKafka.start(brokerProperties)
                : EmbeddedKafka.start(brokerProperties);
        System.out.println("KafkaUnderTest: " + server.kind() + " on " + server.bootstrapServers());
        return new KafkaUnderTest(server);
    }

    public String bootstrapServers() {
        return server.bootstrapServers();
    }

    /// Says which kind of broker this is, e.g. `embedded KRaft broker`.
    public String kind() {
        return server.kind();
    }

    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    public void createTopic(String name, int partitions, Map<String, String> settings) {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) server.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(settings)))
                    .all()
                    .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Kafka did not create topic " + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating topic " + name, e);
        }
    }

    /// For a broker that several tests use one after the other: takes all topics away and makes these, with one
    /// partition each.
    public void startOver(List<String> topics) {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) server.bootstrapServers()))) {
            Set<String> before = admin.listTopics().names().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            admin.deleteTopics(before).all().get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            admin.createTopics(topics.stream()
                            .map(topic -> new NewTopic(topic, 1, (short) 1))
                            .toList())
                    .all()
                    .get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Kafka did not start over with " + topics, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting over", e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
