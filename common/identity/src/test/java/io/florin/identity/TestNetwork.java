package io.florin.identity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/// The demonstration network in a directory of a test. Its keys are made once; each test has a copy of the files.
public final class TestNetwork {

    private TestNetwork() {}

    /// The same network each time.
    public static Path in(Path directory) {
        copy(Made.DIRECTORY, directory);
        return directory;
    }

    /// Another network of the same name.
    public static Path anotherIn(Path directory) {
        NetworkMaterial.create(NetworkPlan.demo("test-net"), directory, new SecureRandom(), Instant.now());
        return directory;
    }

    /// Copies a network's files and who may read them.
    public static void copy(Path network, Path to) {
        try (Stream<Path> files = Files.walk(network)) {
            List<Path> all = files.filter(path -> !path.equals(network)).toList();
            for (Path file : all) {
                Files.copy(file, to.resolve(network.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Made {
        static final Path DIRECTORY = make();

        private static Path make() {
            try {
                Path directory = Files.createTempDirectory("test-net");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        FileSystemUtils.deleteRecursively(directory);
                    } catch (IOException left) {
                        System.err.println("left behind: " + directory);
                    }
                }));
                return anotherIn(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
