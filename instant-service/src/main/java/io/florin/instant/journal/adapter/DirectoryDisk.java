package io.florin.instant.journal.adapter;

import io.florin.runtime.Failure;
import io.florin.runtime.disk.Directories;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A directory of the file system that only its owner can look into, under an exclusive lock: two processes on one
/// journal would vote twice.
final class DirectoryDisk implements JournalDisk {
    private static final String LOCK = "lock";

    private final Path directory;
    private final FileChannel lock;

    private DirectoryDisk(Path directory, FileChannel lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /// @throws Failure also if another process, or this one, has it open
    static DirectoryDisk open(Path directory) {
        Directories.create(directory);
        try {
            FileChannel lock =
                    FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isTaken(lock)) {
                lock.close();
                throw new Failure("journal is open elsewhere: " + directory);
            }
            return new DirectoryDisk(directory, lock);
        } catch (IOException broken) {
            throw new Failure("journal cannot be locked: " + directory, broken);
        }
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException inThisProcess) {
            return false;
        }
    }

    @Override
    public SortedSet<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Override
    public FileChannel open(String name) throws IOException {
        return FileChannel.open(
                directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(directory.resolve(name));
    }

    @Override
    public void force() throws IOException {
        try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
