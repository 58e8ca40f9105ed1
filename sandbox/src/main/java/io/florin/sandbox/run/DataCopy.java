package io.florin.sandbox.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/// Copies of a data directory on which nothing runs, with owners and rights of all files. PostgreSQL's binaries, which
/// never change, are the same ones.
public final class DataCopy {
    private static final String BINARIES = "binaries";
    private static final Set<String> OF_THE_RUN = Set.of("lock", "run", BINARIES);

    private DataCopy() {}

    /// @param to does not exist yet
    public static void make(Path from, Path to) {
        if (Files.exists(to)) {
            throw new SandboxException(to + " is there already. Delete it first.");
        }
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                        throws IOException {
                    if (isLeftOut(from, directory)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    copy(directory);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (!isLeftOut(from, file)) {
                        copy(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                private void copy(Path one) throws IOException {
                    Files.copy(
                            one,
                            to.resolve(from.relativize(one)),
                            StandardCopyOption.COPY_ATTRIBUTES,
                            LinkOption.NOFOLLOW_LINKS);
                }
            });
            if (Files.exists(from.resolve(BINARIES))) {
                Files.createSymbolicLink(
                        to.resolve(BINARIES), from.resolve(BINARIES).toRealPath());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + from, e);
        }
    }

    private static boolean isLeftOut(Path from, Path one) {
        return OF_THE_RUN.contains(from.relativize(one).toString());
    }

    public static void delete(Path copy) {
        try (Stream<Path> files = Files.walk(copy)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + copy, e);
        }
    }
}
