package io.florin.doubles;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/// Empty topics on a broker that several tests use one after the other.
final class FreshTopics {

    private FreshTopics() {}

    /// Takes all topics away and makes these, with one partition each.
    static void on(String bootstrapServers, List<String> topics) throws Exception {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) bootstrapServers))) {
            Set<String> before = admin.listTopics().names().get(30, TimeUnit.SECONDS);
            admin.deleteTopics(before).all().get(30, TimeUnit.SECONDS);
            admin.createTopics(topics.stream()
                            .map(topic -> new NewTopic(topic, 1, (short) 1))
                            .toList())
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }
}
