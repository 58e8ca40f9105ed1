package io.florin.sandbox.postgres;

import io.florin.crypto.hash.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// Unpacks the PostgreSQL archive of the class path once into a directory named after its SHA-256 digest, so that
/// another archive gets a directory of its own. The directory appears under its final name only when it is complete and
/// on the disk: a machine that loses power leaves no half of it there.
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final int EXECUTABLE_BITS = 0111;
    private static final String PARTIAL = ".unpacking-";

    /// Unpacking takes seconds: what is older was left by a start that was killed.
    private static final Duration ABANDONED = Duration.ofHours(1);

    private PostgresBinaries() {}

    /// Returns the directory that holds `bin`, `lib` and `share`.
    static Path unpacked(Path parent) {
        try {
            byte[] archive = archive();
            Path home = parent.resolve("postgresql-" + Sha256.hash(archive).toHex());
            Files.createDirectories(parent);
            removeAbandoned(parent);
            if (!Files.isDirectory(home)) {
                Path partial = Files.createTempDirectory(parent, PARTIAL);
                unpack(archive, partial);
                forceTree(partial);
                moveIntoPlace(partial, home);
                force(parent);
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack PostgreSQL into " + parent, e);
        }
    }

    private static byte[] archive() throws IOException {
        try (InputStream stream = PostgresBinaries.class.getResourceAsStream(ARCHIVE)) {
            if (stream == null) {
                throw new IOException("the class path has no " + ARCHIVE + "; the sandbox runs on Linux x86-64");
            }
            return stream.readAllBytes();
        }
    }

    private static void removeAbandoned(Path parent) throws IOException {
        FileTime latest = FileTime.from(Instant.now().minus(ABANDONED));
        try (DirectoryStream<Path> partials = Files.newDirectoryStream(parent, PARTIAL + "*")) {
            for (Path partial : partials) {
                try {
                    if (Files.getLastModifiedTime(partial).compareTo(latest) < 0) {
                        deleteTree(partial);
                    }
                } catch (IOException | UncheckedIOException kept) {
                    // another start removes it too, or nobody can: it takes space and stops nothing
                }
            }
        }
    }

    private static void unpack(byte[] archive, Path target) throws IOException {
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            TarArchiveEntry entry;
            while ((entry = tar.getNextEntry()) != null) {
                writeEntry(tar, entry, target);
            }
        }
    }

    private static void writeEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("archive entry outside its directory: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent() == null ? target : path.getParent());
        if (entry.isSymbolicLink()) {
            Path link = path.resolveSibling(entry.getLinkName()).normalize();
            if (!link.startsWith(target)) {
                throw new IOException("archive link outside its directory: " + entry.getName());
            }
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, path, StandardCopyOption.REPLACE_EXISTING);
        boolean executable = (entry.getMode() & EXECUTABLE_BITS) != 0;
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    /// Another process may have unpacked the same archive meanwhile; its directory is as good as ours.
    /// An atomic move onto a directory that somebody else completed meanwhile fails with an exception of no class of
    /// its own.
    static void moveIntoPlace(Path partial, Path home) throws IOException {
        try {
            Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(home)) {
                throw e;
            }
            deleteTree(partial);
        }
    }

    private static void forceTree(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(one -> !Files.isSymbolicLink(one)).toList()) {
                force(path);
            }
        }
    }

    /// A file's content, or the names in a directory.
    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void deleteTree(Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
