package io.florin.runtime.kafka;

import java.util.LinkedHashMap;
import java.util.Map;

/// A topic as it should exist.
///
/// @param settings Kafka's settings of the topic, as text
public record TopicSpec(String name, int partitions, Map<String, String> settings) {
    public TopicSpec {
        settings = new LinkedHashMap<>(settings);
        if (partitions < 1) {
            throw new IllegalArgumentException("a topic has at least one partition");
        }
    }
}
