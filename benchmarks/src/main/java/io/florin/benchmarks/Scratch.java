package io.florin.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A directory of one measurement's own, gone when closed.
///
/// @param fileSystem type of the file system, because what `durable` costs depends on it
/// @param keep leaves everything there instead
public record Scratch(Path directory, String fileSystem, boolean keep) implements AutoCloseable {

    /// Other users may pass through, because a database server may run as another one.
    private static final Set<PosixFilePermission> PERMISSIONS = PosixFilePermissions.fromString("rwx--x--x");

    public static Scratch in(BenchOptions options) {
        Path parent = options.work();
        try {
            Files.createDirectories(parent);
            Path directory = Files.createTempDirectory(parent.toAbsolutePath(), "florin-bench-");
            Files.setPosixFilePermissions(directory, PERMISSIONS);
            return new Scratch(directory, Files.getFileStore(directory).type(), options.keep());
        } catch (IOException e) {
            throw new UncheckedIOException("no directory can be made in " + parent, e);
        }
    }

    @Override
    public void close() {
        if (!keep) {
            delete(directory);
        }
    }

    /// Deletes a file, or a directory with everything in it.
    public static void delete(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot be deleted: " + directory, e);
        }
    }
}
