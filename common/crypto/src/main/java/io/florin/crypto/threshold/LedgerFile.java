package io.florin.crypto.threshold;

import io.florin.crypto.hash.Sha256;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// A file under an exclusive lock, known by its inode number and its place.
final class LedgerFile implements LedgerStorage {
    private static final String FILE = "nonces.ledger";

    private final FileChannel channel;
    private final FileLock lock;
    private final byte[] identity;

    private LedgerFile(FileChannel channel, FileLock lock, byte[] identity) {
        this.channel = channel;
        this.lock = lock;
        this.identity = identity;
    }

    static LedgerFile open(Path directory) {
        try {
            Files.createDirectories(directory);
            Path file = directory.toRealPath().resolve(FILE);
            boolean existed = Files.exists(file);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                FileLock lock = lock(channel);
                if (!existed) {
                    forceDirectory(directory);
                }
                return new LedgerFile(channel, lock, identityOf(file));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new NonceLedgerException(NonceLedgerException.Cause.STORAGE, "cannot open the ledger", e);
        }
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new NonceLedgerException(NonceLedgerException.Cause.LOCKED, "open in this process", e);
        }
        if (lock == null) {
            throw new NonceLedgerException(NonceLedgerException.Cause.LOCKED, "open in another process");
        }
        return lock;
    }

    private static void forceDirectory(Path directory) throws IOException {
        try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    private static byte[] identityOf(Path file) throws IOException {
        String inode = Objects.toString(Files.getAttribute(file, "unix:ino"));
        return Sha256.digest((inode + " " + file).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public byte[] identity() {
        return identity.clone();
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public byte[] read(long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("the ledger ends before " + (position + length));
            }
        }
        return buffer.array();
    }

    @Override
    public void write(long position, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, position + buffer.position());
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        channel.truncate(size);
    }

    @Override
    public void force() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        if (lock.isValid()) {
            lock.release();
        }
        channel.close();
    }
}
