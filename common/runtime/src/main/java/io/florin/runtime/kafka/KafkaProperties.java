package io.florin.runtime.kafka;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/// Address of Kafka and patience of its clients: `florin.kafka.*`.
///
/// @param bootstrapServers `host:port`, comma-separated
/// @param replication copies of each record that this platform's topics ask for
/// @param maxBlock how long a write may wait for a broker or for room in the buffer before it fails
/// @param deliveryTimeout how long a write is retried before it fails
/// @param buffer bytes that wait for the broker
/// @param linger how long a write waits for company
/// @param batchRecordsMax records handed to a reader's handler at a time
/// @param fetch bytes of one answer of the broker
/// @param retryMax the longest pause between two tries of a reader
/// @param client further settings of Kafka's clients, such as `security.protocol`
@Validated
@ConfigurationProperties("florin.kafka")
public record KafkaProperties(
        @NotBlank String bootstrapServers,
        @DefaultValue("1") @Min(1) @Max(9) int replication,
        @DefaultValue("2s") @NotNull Duration maxBlock,
        @DefaultValue("30s") @NotNull Duration deliveryTimeout,
        @DefaultValue("32MB") @NotNull DataSize buffer,
        @DefaultValue("2ms") @NotNull Duration linger,
        @DefaultValue("500") @Min(1) @Max(10_000) int batchRecordsMax,
        @DefaultValue("8MB") @NotNull DataSize fetch,
        @DefaultValue("5s") @NotNull Duration retryMax,
        @DefaultValue @NotNull Map<String, String> client) {

    static final DataSize RECORD_MAX = DataSize.ofMegabytes(2);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    public KafkaProperties {
        client = new LinkedHashMap<>(client);
    }

    /// The usual settings for a broker.
    public static KafkaProperties of(String bootstrapServers) {
        return new KafkaProperties(
                bootstrapServers,
                1,
                Duration.ofSeconds(2),
                Duration.ofSeconds(30),
                DataSize.ofMegabytes(32),
                Duration.ofMillis(2),
                500,
                DataSize.ofMegabytes(8),
                Duration.ofSeconds(5),
                Map.of());
    }

    /// Settings that all of Kafka's clients share. No metrics in JMX: many clients live in one JVM.
    Map<String, Object> clientSettings(String clientId) {
        Map<String, Object> settings = new LinkedHashMap<>(client);
        settings.put("bootstrap.servers", bootstrapServers);
        settings.put("client.id", clientId);
        settings.put("metric.reporters", "");
        settings.put("auto.include.jmx.reporter", "false");
        settings.put("enable.metrics.push", "false");
        settings.put("reconnect.backoff.ms", "100");
        settings.put("reconnect.backoff.max.ms", Long.toString(retryMax.toMillis()));
        settings.put("request.timeout.ms", Long.toString(REQUEST_TIMEOUT.toMillis()));
        return settings;
    }
}
