package io.florin.committer.coordinator.adapter;

import io.florin.committer.protocol.BlockVerdicts;
import io.florin.committer.protocol.BlockVerdicts.Verdict;
import io.florin.committer.protocol.LoggedBlock;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// The decision log: verdicts by (block, index) on disk before anyone hears of them (protocol decision 18).
///
/// Segments `decisions-<first sequence>.log` of records: length u32, CRC-32C u32, payload (sequence u63, blocks u16,
/// each: number u63, header hash, count u32, verdicts of index u32 and status u8). A record counts when it is whole, so
/// a crash loses a suffix of what was not synced and never a part of a record. A broken end of the last segment is cut
/// off; a broken segment before it, or a gap in the sequence, stops the ledger.
///
/// Owned by the log's thread; a segment is deleted when all its blocks are complete.
public final class DecisionLogFile implements AutoCloseable {

    private static final int RECORD_HEADER = 8;
    private static final int RECORD_MAX = 64 * 1024 * 1024;
    private static final String PREFIX = "decisions-";
    private static final String SUFFIX = ".log";

    /// A finished segment and the last block it has a verdict on.
    private record Segment(Path file, long lastBlock) {}

    private final Path directory;
    private final long segmentBytes;
    private final ArrayDeque<Segment> finished = new ArrayDeque<>();
    private final NavigableMap<Long, SortedMap<Integer, TransactionStatus>> found = new TreeMap<>();
    private final NavigableMap<Long, io.florin.crypto.Bytes32> headers = new TreeMap<>();
    private long lastSequence;
    private FileChannel current;
    private Path currentFile;
    private long currentLastBlock;
    private boolean unsynced;

    /// Opens the log and reads what it holds.
    ///
    /// @param segmentBytes size from which on a new segment is begun
    public DecisionLogFile(Path directory, long segmentBytes) {
        this.directory = directory;
        this.segmentBytes = segmentBytes;
        try {
            Files.createDirectories(directory);
            List<Path> segments = segments();
            for (int i = 0; i < segments.size(); i++) {
                boolean last = i == segments.size() - 1;
                currentLastBlock = 0;
                readSegment(segments.get(i), last);
                if (!last) {
                    finished.add(new Segment(segments.get(i), currentLastBlock));
                }
            }
            currentFile = segments.isEmpty() ? segmentFile(1) : segments.getLast();
            if (lastSequence == 0) {
                lastSequence = firstSequence(currentFile) - 1;
            }
            current = open(currentFile);
        } catch (IOException e) {
            throw new Failure("decision log cannot be opened: " + directory, e);
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(DecisionLogFile::isSegment)
                    .sorted(Comparator.comparing(Path::getFileName))
                    .toList();
        }
    }

    private static boolean isSegment(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    private Path segmentFile(long firstSequence) {
        return directory.resolve(PREFIX + String.format("%019d", firstSequence) + SUFFIX);
    }

    /// A segment can be the only one and empty: begun before a power failure, and the ones before it were not needed
    /// any more. The sequence goes on where its name says, or later segments would stand before it.
    private static long firstSequence(Path segment) {
        String name = segment.getFileName().toString();
        try {
            return Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
        } catch (NumberFormatException e) {
            throw new Failure("not a segment of a decision log: " + segment, e);
        }
    }

    private FileChannel open(Path file) throws IOException {
        boolean fresh = !Files.exists(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.position(channel.size());
        if (fresh) {
            syncDirectory();
        }
        return channel;
    }

    private void syncDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private void readSegment(Path file, boolean last) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        while (bytes.hasRemaining()) {
            int start = bytes.position();
            if (!readRecord(bytes)) {
                if (!last) {
                    throw new Failure("decision log is broken in the middle: " + file + " at " + start);
                }
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(start);
                    channel.force(true);
                }
                return;
            }
        }
    }

    /// False when what follows is no whole record.
    private boolean readRecord(ByteBuffer bytes) {
        if (bytes.remaining() < RECORD_HEADER) {
            return false;
        }
        int length = bytes.getInt();
        int checksum = bytes.getInt();
        if (length <= 0 || length > bytes.remaining()) {
            return false;
        }
        byte[] payload = new byte[length];
        bytes.get(payload);
        if (checksum != checksum(payload)) {
            return false;
        }
        try {
            CanonicalReader.decode(payload, this::take);
        } catch (DecodeException e) {
            throw new Failure("decision log has a record of another version", e);
        }
        return true;
    }

    private boolean take(CanonicalReader reader) {
        long sequence = reader.u63();
        if (lastSequence != 0 && sequence != lastSequence + 1) {
            throw new Failure("decision log has a gap before record " + sequence);
        }
        lastSequence = sequence;
        int blocks = reader.u16();
        for (int i = 0; i < blocks; i++) {
            long block = reader.u63();
            var header = reader.fixed32();
            var known = headers.putIfAbsent(block, header);
            Invariant.check(
                    known == null || known.equals(header), "the decision log has two blocks of number " + block);
            SortedMap<Integer, TransactionStatus> statuses = found.computeIfAbsent(block, _ -> new TreeMap<>());
            long count = reader.u32();
            for (long verdict = 0; verdict < count; verdict++) {
                statuses.put((int) reader.u32(), TransactionStatus.ofNumber(reader.u8()));
            }
            currentLastBlock = Math.max(currentLastBlock, block);
        }
        return true;
    }

    /// The sequence of the last record.
    public long lastSequence() {
        return lastSequence;
    }

    /// Records of blocks after a number, as found when the log was opened; by block number.
    public SortedMap<Long, LoggedBlock> logged(long afterBlock) {
        SortedMap<Long, LoggedBlock> logged = new TreeMap<>();
        found.tailMap(afterBlock, false)
                .forEach((block, statuses) -> logged.put(
                        block, new LoggedBlock(java.util.Objects.requireNonNull(headers.get(block)), statuses)));
        found.clear();
        headers.clear();
        return logged;
    }

    /// Writes a record; durable only after [#sync].
    public void append(long sequence, List<BlockVerdicts> verdicts) {
        Invariant.check(lastSequence == 0 || sequence == lastSequence + 1, "decision log record out of order");
        try {
            if (current.position() > segmentBytes) {
                rotate(sequence);
            }
            byte[] payload = encode(sequence, verdicts);
            Invariant.check(payload.length <= RECORD_MAX, "decision log record too large");
            ByteBuffer bytes = ByteBuffer.allocate(RECORD_HEADER + payload.length);
            bytes.putInt(payload.length).putInt(checksum(payload)).put(payload).flip();
            while (bytes.hasRemaining()) {
                current.write(bytes);
            }
        } catch (IOException e) {
            throw new Failure("decision log cannot be written", e);
        }
        lastSequence = sequence;
        unsynced = true;
        verdicts.forEach(block -> currentLastBlock = Math.max(currentLastBlock, block.block()));
    }

    private void rotate(long sequence) throws IOException {
        current.force(false);
        current.close();
        finished.add(new Segment(currentFile, currentLastBlock));
        currentFile = segmentFile(sequence);
        current = open(currentFile);
        currentLastBlock = 0;
    }

    private static byte[] encode(long sequence, List<BlockVerdicts> verdicts) {
        CanonicalWriter writer = new CanonicalWriter(4096).u63(sequence).u16(verdicts.size());
        for (BlockVerdicts block : verdicts) {
            writer.u63(block.block())
                    .fixed(block.headerHash())
                    .u32(block.verdicts().size());
            for (Verdict verdict : block.verdicts()) {
                writer.u32(verdict.index()).u8(verdict.status().number());
            }
        }
        return writer.toByteArray();
    }

    private static int checksum(byte[] payload) {
        CRC32C checksum = new CRC32C();
        checksum.update(payload);
        return (int) checksum.getValue();
    }

    /// Brings all records to the disk.
    public void sync() {
        if (!unsynced) {
            return;
        }
        try {
            current.force(false);
        } catch (IOException e) {
            throw new Failure("decision log cannot be synced", e);
        }
        unsynced = false;
    }

    /// Deletes segments that concern complete blocks only; the last one always stays.
    public void forget(long completeBlock) {
        try {
            while (!finished.isEmpty() && finished.peek().lastBlock() <= completeBlock) {
                Files.deleteIfExists(finished.poll().file());
            }
        } catch (IOException e) {
            throw new Failure("decision log cannot be shortened", e);
        }
    }

    @Override
    public void close() {
        try {
            current.close();
        } catch (IOException e) {
            throw new Failure("decision log cannot be closed", e);
        }
    }
}
