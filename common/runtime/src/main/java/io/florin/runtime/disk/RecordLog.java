package io.florin.runtime.disk;

import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;

/// An append-only file of records: u32 length, u32 its complement, u32 CRC-32C of the content, content.
///
/// A record that a crash cut off is the last one of the file; opening removes it. It was never forced to disk, so
/// nobody outside has seen what it says. A whole record that was not forced either may be there as well, in the
/// system's memory only; opening forces it, so that what is built on it is not lost with the power. A broken record
/// with others behind it is damage and stops the party: what follows it cannot be trusted to be in its place.
///
/// After a force that failed the log takes nothing more: the system may have dropped what it could not write and call
/// the next force a success (Rebello et al., *Can applications recover from fsync failures?*, 2020).
///
/// One thread appends; reads may come from any thread.
public final class RecordLog implements AutoCloseable {
    private static final int HEAD = 12;

    private final Path file;
    private final FileChannel channel;
    private final int recordMax;
    private long size;
    private boolean lost;

    private RecordLog(Path file, FileChannel channel, int recordMax) {
        this.file = file;
        this.channel = channel;
        this.recordMax = recordMax;
    }

    /// Takes one record while a log is opened.
    @FunctionalInterface
    public interface Visitor {
        /// @param position of the record, for [RecordLog#read]
        void record(long position, byte[] content);
    }

    /// Opens or makes the log and shows its records from a position on.
    ///
    /// @param from position of a record, or 0
    public static RecordLog open(Path file, int recordMax, long from, Visitor visitor) {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return open(file, channel, recordMax, from, visitor);
        } catch (IOException broken) {
            throw new Failure("log cannot be opened: " + file, broken);
        }
    }

    /// The same, of a file that is open.
    ///
    /// @param file for messages
    public static RecordLog open(Path file, FileChannel channel, int recordMax, long from, Visitor visitor)
            throws IOException {
        var log = new RecordLog(file, channel, recordMax);
        log.recover(from, visitor);
        return log;
    }

    /// Shows the records of a log that nobody appends to any more. It was forced before the file after it was begun, so
    /// nothing of it is cut off: what is broken is damage, at its end as well.
    ///
    /// @param file for messages
    public static void readFinished(Path file, FileChannel channel, int recordMax, Visitor visitor) throws IOException {
        var log = new RecordLog(file, channel, recordMax);
        long end = channel.size();
        for (long position = 0; position < end; ) {
            byte[] content = log.whole(position, end);
            visitor.record(position, content);
            position += HEAD + content.length;
        }
    }

    private void recover(long from, Visitor visitor) throws IOException {
        long end = channel.size();
        long position = from;
        if (position < end) {
            channel.force(true);
        }
        while (position < end) {
            Optional<byte[]> content = readAt(position, end);
            if (content.isEmpty()) {
                requireTorn(position, end);
                channel.truncate(position);
                channel.force(true);
                break;
            }
            visitor.record(position, content.get());
            position += HEAD + content.get().length;
        }
        size = position;
    }

    /// A cut-off record reaches the end of the file: its length says so, or its head is not whole, or nothing but zeros
    /// follow its head (the file grew before its content came).
    private void requireTorn(long position, long end) throws IOException {
        if (end - position < HEAD) {
            return;
        }
        int length = length(buffer(position, HEAD));
        boolean reachesEnd = length > 0 && position + HEAD + length >= end;
        if (!reachesEnd && !isZero(position + HEAD, end)) {
            throw new Failure("log is damaged at " + position + ": " + file);
        }
    }

    private boolean isZero(long position, long end) throws IOException {
        for (long at = position; at < end; at += 65_536) {
            ByteBuffer part = buffer(at, (int) Math.min(65_536, end - at));
            while (part.hasRemaining()) {
                if (part.get() != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private Optional<byte[]> readAt(long position, long end) throws IOException {
        if (end - position < HEAD) {
            return Optional.empty();
        }
        ByteBuffer head = buffer(position, HEAD);
        int length = length(head);
        int checksum = head.getInt();
        if (length == 0 || position + HEAD + length > end) {
            return Optional.empty();
        }
        byte[] content = buffer(position + HEAD, length).array();
        return checksum(content) == checksum ? Optional.of(content) : Optional.empty();
    }

    /// The length of the record, 0 when the head is none.
    private int length(ByteBuffer head) {
        int length = head.getInt();
        int complement = head.getInt();
        return length == ~complement && length > 0 && length <= recordMax ? length : 0;
    }

    private ByteBuffer buffer(long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("end of " + file);
            }
        }
        return buffer.flip();
    }

    private static int checksum(byte[] content) {
        var crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }

    /// Appends a record; it is safe after [#force].
    ///
    /// @return its position
    public long append(byte[] content) {
        if (content.length == 0 || content.length > recordMax) {
            throw new IllegalArgumentException("a record has 1 to " + recordMax + " bytes, not " + content.length);
        }
        requireNothingLost();
        long position = size;
        ByteBuffer buffer = ByteBuffer.allocate(HEAD + content.length);
        buffer.putInt(content.length)
                .putInt(~content.length)
                .putInt(checksum(content))
                .put(content)
                .flip();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer, position + buffer.position());
            }
        } catch (IOException broken) {
            throw new Failure("log cannot be written: " + file, broken);
        }
        size = position + HEAD + content.length;
        return position;
    }

    /// Everything appended so far is on disk.
    public void force() {
        requireNothingLost();
        try {
            channel.force(false);
        } catch (IOException broken) {
            lost = true;
            throw new Failure("log cannot be forced to disk: " + file, broken);
        }
    }

    /// The record at a position that [#append] or the visitor gave.
    public byte[] read(long position) {
        try {
            return whole(position, channel.size());
        } catch (IOException broken) {
            throw new Failure("log cannot be read: " + file, broken);
        }
    }

    private byte[] whole(long position, long end) throws IOException {
        return readAt(position, end).orElseThrow(() -> new Failure("log is damaged at " + position + ": " + file));
    }

    private void requireNothingLost() {
        if (lost) {
            throw new Failure("log could not be forced to disk before: " + file);
        }
    }

    /// Bytes of all records.
    public long size() {
        return size;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException broken) {
            throw new Failure("log cannot be closed: " + file, broken);
        }
    }
}
