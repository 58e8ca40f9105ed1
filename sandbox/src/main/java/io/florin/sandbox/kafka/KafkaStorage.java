package io.florin.sandbox.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/// Formats the log directory on first use. A formatted directory is never touched again: its cluster id and records
/// belong to the network that wrote them.
final class KafkaStorage {
    private KafkaStorage() {}

    static void formatIfNew(KafkaSettings settings) {
        Path logDirectory = settings.logDirectory();
        if (Files.exists(logDirectory.resolve("meta.properties"))) {
            return;
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (PrintStream print = new PrintStream(output, true, StandardCharsets.UTF_8)) {
            Files.createDirectories(logDirectory);
            new Formatter()
                    .setPrintStream(print)
                    .setNodeId(KafkaSettings.NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(logDirectory.toString())
                    .addDirectory(logDirectory.toString())
                    .run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + logDirectory, e);
        } catch (Exception e) {
            throw new KafkaStartException(
                    "cannot format " + logDirectory + ": " + output.toString(StandardCharsets.UTF_8), e);
        }
    }
}
