package io.florin.testkit;

import java.util.Locale;
import java.util.Map;
import org.testcontainers.kafka.KafkaContainer;

/// A broker in a container.
record ContainerKafka(KafkaContainer container) implements KafkaServer {

    private static final String IMAGE = "apache/kafka:4.2.1";

    static ContainerKafka start(Map<String, String> brokerProperties) {
        KafkaContainer container = new KafkaContainer(IMAGE);
        SETTINGS.forEach((key, value) -> container.addEnv(environmentName(key), value));
        brokerProperties.forEach((key, value) -> container.addEnv(environmentName(key), value));
        container.start();
        return new ContainerKafka(container);
    }

    /// The image takes the broker's setting `message.max.bytes` as `KAFKA_MESSAGE_MAX_BYTES`.
    private static String environmentName(String key) {
        return "KAFKA_" + key.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    @Override
    public String kind() {
        return "Testcontainers " + IMAGE;
    }

    @Override
    public String bootstrapServers() {
        return container.getBootstrapServers();
    }

    @Override
    public void close() {
        container.stop();
    }
}
