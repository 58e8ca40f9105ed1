package io.florin.sandbox.synced;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process of its own writes, forces, writes more and is killed: what it had not forced is gone after the cut.
class SyncedLengthsIT {

    @Test
    void aKilledProcessLosesWhatItHasNotForced(@TempDir Path directory) throws Exception {
        Path files = Files.createDirectories(directory.resolve("files"));
        SyncedLengths lengths = new SyncedLengths(directory.resolve("synced")).prepared();
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(lengths.options("writer"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Writer.class.getName(), files.toString()));
        Process writer = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var said = writer.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(said.readLine()).isEqualTo("written");
        } finally {
            writer.destroyForcibly().waitFor();
        }
        assertThat(files.resolve("log")).hasContent("forced, not forced");

        assertThat(lengths.cut("writer", files)).containsExactlyInAnyOrder("log by 12 bytes", "renamed by 4 bytes");

        assertThat(files.resolve("log")).hasContent("forced");
        assertThat(files.resolve("renamed")).hasContent("whole");
        assertThat(files.resolve("never")).hasContent("never forced");
        assertThat(lengths.forces("writer")).isEqualTo(3);
        assertThat(lengths.cut("writer", files)).isEmpty();
        assertThat(lengths.cut("another", files)).isEmpty();
    }

    /// Runs in the process that is killed.
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws Exception {
            Path files = Path.of(arguments[0]);
            Files.writeString(files.resolve("never"), "never forced");
            try (FileChannel log = open(files.resolve("log"));
                    FileChannel temporary = open(files.resolve("temporary"))) {
                write(log, "for");
                log.force(false);
                write(log, "ced");
                log.force(true);
                write(temporary, "whole");
                temporary.force(true);
                Files.move(files.resolve("temporary"), files.resolve("renamed"), StandardCopyOption.ATOMIC_MOVE);
                write(temporary, "more");
                write(log, ", not forced");
                System.out.println("written");
                new CountDownLatch(1).await();
            }
        }

        private static FileChannel open(Path file) throws IOException {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }

        private static void write(FileChannel channel, String text) throws IOException {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }
    }
}
