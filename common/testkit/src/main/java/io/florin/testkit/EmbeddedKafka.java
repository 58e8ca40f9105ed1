package io.florin.testkit;

import java.util.Map;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.server.common.MetadataVersion;

/// A broker, and its controller, inside this JVM; its files are in the temporary directory and go with it.
record EmbeddedKafka(KafkaClusterTestKit cluster) implements KafkaServer {

    static EmbeddedKafka start(Map<String, String> brokerProperties) {
        try {
            TestKitNodes nodes = new TestKitNodes.Builder()
                    .setCombined(true)
                    .setNumControllerNodes(1)
                    .setNumBrokerNodes(1)
                    .setBootstrapMetadataVersion(MetadataVersion.latestProduction())
                    .build();
            KafkaClusterTestKit.Builder builder = new KafkaClusterTestKit.Builder(nodes);
            SETTINGS.forEach(builder::setConfigProp);
            brokerProperties.forEach(builder::setConfigProp);
            KafkaClusterTestKit cluster = builder.build();
            cluster.format();
            cluster.startup();
            cluster.waitForReadyBrokers();
            return new EmbeddedKafka(cluster);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the embedded Kafka broker started", e);
        } catch (Exception e) {
            throw new IllegalStateException("the embedded Kafka broker did not start", e);
        }
    }

    @Override
    public String kind() {
        return "embedded KRaft broker";
    }

    @Override
    public String bootstrapServers() {
        return cluster.bootstrapServers();
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("the embedded Kafka broker did not stop", e);
        }
    }
}
