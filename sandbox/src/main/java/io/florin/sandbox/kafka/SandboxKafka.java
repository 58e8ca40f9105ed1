package io.florin.sandbox.kafka;

import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/// The broker inside this JVM. It is the same server class that the Kafka distribution starts, on a data directory
/// that outlives it. A fault that the broker calls fatal ends the JVM, as it ends a broker process.
public final class SandboxKafka implements AutoCloseable {
    private final KafkaSettings settings;
    private final KafkaRaftServer server;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SandboxKafka(KafkaSettings settings, KafkaRaftServer server) {
        this.settings = settings;
        this.server = server;
    }

    /// Returns when the broker accepts clients; waits at most a minute.
    public static SandboxKafka start(KafkaSettings settings) {
        KafkaStorage.formatIfNew(settings);
        KafkaConfig config = new KafkaConfig(settings.brokerProperties(), false);
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        try {
            server.startup();
        } catch (RuntimeException e) {
            server.shutdown();
            throw new KafkaStartException("the broker on port " + settings.port() + " did not start", e);
        }
        return new SandboxKafka(settings, server);
    }

    public String bootstrapServers() {
        return settings.bootstrapServers();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            server.shutdown();
            server.awaitShutdown();
        }
    }
}
