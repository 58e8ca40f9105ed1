package io.florin.testkit;

import java.util.Map;

/// The two ways a broker under test runs.
sealed interface KafkaServer extends AutoCloseable permits EmbeddedKafka, ContainerKafka {

    /// Small enough for a laptop, large enough for bundles and blocks of a megabyte.
    Map<String, String> SETTINGS = Map.of(
            "auto.create.topics.enable", "false",
            "group.initial.rebalance.delay.ms", "0",
            "offsets.topic.num.partitions", "3",
            "offsets.topic.replication.factor", "1",
            "transaction.state.log.num.partitions", "3",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "share.coordinator.state.topic.replication.factor", "1",
            "share.coordinator.state.topic.min.isr", "1",
            "message.max.bytes", "4194304");

    String kind();

    String bootstrapServers();

    @Override
    void close();
}
