package io.florin.sandbox.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Properties;

/// The broker as a process of its own: prepares the data directory and the configuration file, and names the main class
/// and arguments. Starting and stopping is the supervisor's work.
public final class KafkaProcess {
    public static final String MAIN_CLASS = "kafka.Kafka";

    private KafkaProcess() {}

    /// Formats the directory on first use, writes `server.properties`, and returns the arguments of the main class.
    public static List<String> prepare(KafkaSettings settings) {
        KafkaStorage.formatIfNew(settings);
        Properties properties = settings.brokerProperties();
        try (Writer writer = Files.newBufferedWriter(settings.propertiesFile(), StandardCharsets.UTF_8)) {
            properties.store(writer, "written at each start; changes are lost");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + settings.propertiesFile(), e);
        }
        return List.of(settings.propertiesFile().toString());
    }
}
