package io.florin.sandbox.kafka;

import java.nio.file.Path;
import java.util.Properties;

/// Settings of a broker of the sandbox. One node is broker and controller at once; both listeners are bound to the
/// loopback interface. Topics are created by their owners, never by a typing mistake in a client, and their records are
/// kept: retention is a decision of each topic.
public record KafkaSettings(Path directory, int port, int controllerPort) {
    static final int NODE_ID = 1;
    static final String HOST = "127.0.0.1";

    /// Bundles and blocks travel in records of up to 1 MB; twice that leaves room for headers and one large block.
    static final int RECORD_BYTES_MAX = 4 * 1024 * 1024;

    public KafkaSettings {
        if (port <= 0 || controllerPort <= 0 || port == controllerPort) {
            throw new IllegalArgumentException("two different ports are needed: " + port + ", " + controllerPort);
        }
    }

    public String bootstrapServers() {
        return HOST + ":" + port;
    }

    Path logDirectory() {
        return directory.resolve("log");
    }

    Path propertiesFile() {
        return directory.resolve("server.properties");
    }

    Properties brokerProperties() {
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", Integer.toString(NODE_ID));
        properties.setProperty("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort);
        properties.setProperty(
                "listeners", "PLAINTEXT://" + HOST + ":" + port + ",CONTROLLER://" + HOST + ":" + controllerPort);
        properties.setProperty("advertised.listeners", "PLAINTEXT://" + HOST + ":" + port);
        properties.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("inter.broker.listener.name", "PLAINTEXT");
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty("log.dirs", logDirectory().toString());
        properties.setProperty("server.max.startup.time.ms", "60000");

        properties.setProperty("auto.create.topics.enable", "false");
        properties.setProperty("log.retention.ms", "-1");
        properties.setProperty("message.max.bytes", Integer.toString(RECORD_BYTES_MAX));
        properties.setProperty("replica.fetch.max.bytes", Integer.toString(RECORD_BYTES_MAX));

        // one node: internal topics without replicas, groups formed without waiting for more members
        properties.setProperty("default.replication.factor", "1");
        properties.setProperty("offsets.topic.replication.factor", "1");
        properties.setProperty("offsets.topic.num.partitions", "4");
        properties.setProperty("transaction.state.log.replication.factor", "1");
        properties.setProperty("transaction.state.log.min.isr", "1");
        properties.setProperty("transaction.state.log.num.partitions", "2");
        properties.setProperty("share.coordinator.state.topic.replication.factor", "1");
        properties.setProperty("share.coordinator.state.topic.min.isr", "1");
        properties.setProperty("share.coordinator.state.topic.num.partitions", "1");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");

        // a small machine: the defaults take 128 MB for the cleaner alone
        properties.setProperty("num.network.threads", "2");
        properties.setProperty("num.io.threads", "4");
        properties.setProperty("background.threads", "2");
        properties.setProperty("num.recovery.threads.per.data.dir", "2");
        properties.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(8 * 1024 * 1024));
        properties.setProperty("log.cleaner.io.buffer.size", Integer.toString(128 * 1024));
        properties.setProperty("log.index.size.max.bytes", Integer.toString(1024 * 1024));
        return properties;
    }
}
