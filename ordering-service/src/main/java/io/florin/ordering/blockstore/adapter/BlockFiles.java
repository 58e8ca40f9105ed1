package io.florin.ordering.blockstore.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ordering.blockstore.Succession;
import io.florin.ordering.protocol.BlockStore;
import io.florin.ordering.protocol.ConfigurationEntries;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.PublishedPosition;
import io.florin.runtime.Failure;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.disk.Directories;
import io.florin.runtime.disk.RecordLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/// The block store on disk: log files of about 64 MB, named by their first block, and the [BundleIndex].
///
/// A block is safe once [#append] returns; the index follows and is repaired from the log at the start. The log is
/// never rewritten.
///
/// One thread appends; reads may come from any thread.
public final class BlockFiles implements BlockStore, AutoCloseable {
    private static final long SEGMENT_BYTES = 64 * 1024 * 1024;
    private static final String SUFFIX = ".blocks";

    private final Path directory;
    private final BundleIndex index;
    private final Succession succession;
    private final ConcurrentSkipListMap<Long, RecordLog> segments = new ConcurrentSkipListMap<>();
    private final Activity news = new Activity();
    private volatile Head head;

    public BlockFiles(Path directory, NetworkId network) {
        this.directory = Directories.create(directory);
        this.index = new BundleIndex(Directories.create(directory.resolve("index")));
        Head indexed = index.head().orElseGet(() -> Head.genesis(network));
        this.succession = new Succession(indexed);
        this.head = indexed;
        openSegments(indexed);
        head = succession.head();
        requireIndexFits(indexed);
    }

    private void openSegments(Head indexed) {
        Optional<BundleIndex.Place> last = index.place(indexed.number());
        for (long first : firstBlocks()) {
            long from = last.filter(place -> place.segment() == first)
                    .map(BundleIndex.Place::position)
                    .orElse(0L);
            boolean skip = last.filter(place -> first < place.segment()).isPresent();
            Path file = file(first);
            RecordLog log =
                    RecordLog.open(file, Block.ENCODED_SIZE_MAX, skip ? sizeOf(file) : from, (position, content) -> {
                        Block block = Block.decode(content);
                        if (block.header().number() > succession.head().number()) {
                            add(block, first, position);
                        }
                    });
            segments.put(first, log);
        }
    }

    /// The index never goes ahead of the log: a log that lost blocks is another one.
    private void requireIndexFits(Head indexed) {
        if (indexed.number() == 0) {
            return;
        }
        boolean same = read(indexed.number())
                .map(bytes -> Head.of(Block.decode(bytes).header()).equals(indexed))
                .orElse(false);
        if (!same) {
            throw new Failure("block log and index do not belong together: " + directory);
        }
    }

    private List<Long> firstBlocks() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> Long.parseLong(name.substring(0, name.length() - SUFFIX.length())))
                    .sorted()
                    .toList();
        } catch (IOException broken) {
            throw new Failure("blocks cannot be listed: " + directory, broken);
        }
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException broken) {
            throw new Failure("file cannot be read: " + file, broken);
        }
    }

    private Path file(long first) {
        return directory.resolve("%012d%s".formatted(first, SUFFIX));
    }

    @Override
    public Head head() {
        return head;
    }

    @Override
    public Head headAbove(long number, Duration wait) {
        return news.awaited(() -> head, seen -> seen.number() > number, wait);
    }

    @Override
    public void release() {
        news.end();
    }

    @Override
    public void append(Block block) {
        Map.Entry<Long, RecordLog> segment = segments.lastEntry();
        if (segment == null || segment.getValue().size() >= SEGMENT_BYTES) {
            segment =
                    Map.entry(block.header().number(), newSegment(block.header().number()));
        }
        long position = segment.getValue().append(block.encode());
        segment.getValue().force();
        head = add(block, segment.getKey(), position);
        news.happened();
    }

    private RecordLog newSegment(long first) {
        RecordLog log = RecordLog.open(file(first), Block.ENCODED_SIZE_MAX, 0, (position, content) -> {
            throw new Failure("segment " + first + " exists");
        });
        Directories.force(directory);
        segments.put(first, log);
        return log;
    }

    private Head add(Block block, long segment, long position) {
        Head next = succession.next(block.header());
        List<Bytes32> digests = new ArrayList<>(block.entries().size());
        for (Bytes entry : block.entries()) {
            digests.add(Bundle.digestOf(entry.toArray()));
        }
        boolean configures = ConfigurationEntries.canChange(block.entries());
        index.add(next, new BundleIndex.Place(segment, position), digests, configures);
        return next;
    }

    @Override
    public Optional<byte[]> read(long number) {
        if (number < 1 || number > head.number()) {
            return Optional.empty();
        }
        return index.place(number).map(place -> {
            RecordLog log = segments.get(place.segment());
            if (log == null) {
                throw new Failure("file of block " + number + " is missing: " + file(place.segment()));
            }
            return log.read(place.position());
        });
    }

    @Override
    public List<byte[]> read(long from, int countMax, long bytesMax) {
        List<byte[]> blocks = new ArrayList<>();
        long bytes = 0;
        for (long number = from; blocks.size() < countMax && (blocks.isEmpty() || bytes < bytesMax); number++) {
            Optional<byte[]> block = read(number);
            if (block.isEmpty()) {
                break;
            }
            blocks.add(block.get());
            bytes += block.get().length;
        }
        return blocks;
    }

    @Override
    public boolean isOrdered(Bytes32 digest, long upToHeight) {
        OptionalLong height = index.height(digest);
        return height.isPresent() && height.getAsLong() <= upToHeight;
    }

    @Override
    public List<Long> configurationBlocks(long from, long to) {
        return index.configurationBlocks(from, to);
    }

    /// Position from which a reader of bundles goes on in a partition.
    public long readingPosition(int partition) {
        return index.readingPosition(partition);
    }

    /// Repeats of bundles are dropped, so an older position after a crash does no harm.
    public void readingPosition(int partition, long offset) {
        index.readingPosition(partition, offset);
    }

    /// Height up to which the party has published its blocks.
    public Optional<PublishedPosition> published() {
        return index.published();
    }

    /// Blocks that are published again are dropped by readers, so an older position after a crash does no harm.
    public void published(PublishedPosition position) {
        index.published(position);
    }

    @Override
    public void close() {
        index.close();
        segments.values().forEach(RecordLog::close);
    }
}
