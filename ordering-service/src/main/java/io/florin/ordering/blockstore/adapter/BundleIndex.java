package io.florin.ordering.blockstore.adapter;

import io.florin.crypto.Bytes32;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.PublishedPosition;
import io.florin.runtime.Failure;
import io.florin.runtime.service.Gate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// Index by key: where each block lies, which block carries a bundle, how far the topics of bundles are read and that
/// of blocks is written.
///
/// Everything but the positions in topics follows from the block log, which is on disk first; so writes here are not
/// forced, and after a crash the store adds what is missing. Thread-safe as RocksDB is; what is asked for after closing
/// is a [Failure], because in native memory it would be the end of the process.
final class BundleIndex implements AutoCloseable {

    static {
        RocksDB.loadLibrary();
    }

    private static final byte BLOCK = 'b';
    private static final byte CONFIGURATION = 'c';
    private static final byte DIGEST = 'd';
    private static final byte POSITION = 'p';
    private static final byte[] FORMAT = "format".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FORMAT_NOW = {2};
    private static final byte[] HEAD = "head".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PUBLISHED = "published".getBytes(StandardCharsets.US_ASCII);
    private static final long CACHE_BYTES = 16 * 1024 * 1024;
    private static final long WRITE_BUFFER_BYTES = 8 * 1024 * 1024;
    private static final int BLOOM_BITS = 10;

    private final Gate gate = new Gate("the index of blocks");
    private final Cache cache = new LRUCache(CACHE_BYTES);
    private final BloomFilter filter = new BloomFilter(BLOOM_BITS);
    private final Options options;
    private final WriteOptions notForced = new WriteOptions();
    private final RocksDB database;

    /// Place of a block.
    ///
    /// @param segment number of the first block of its file
    record Place(long segment, long position) {}

    BundleIndex(Path directory) {
        this.options = new Options()
                .setCreateIfMissing(true)
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setMaxWriteBufferNumber(2)
                .setMaxBackgroundJobs(2)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setKeepLogFileNum(2)
                .setTableFormatConfig(
                        new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter));
        try {
            this.database = openInFormat(directory.toString());
        } catch (RocksDBException broken) {
            throw new Failure("index of blocks cannot be opened: " + directory, broken);
        }
    }

    /// An index of another format is removed and filled again from the blocks: one that lacks marks would say, unlike
    /// those of the other parties, that no block configures anything.
    private RocksDB openInFormat(String directory) throws RocksDBException {
        RocksDB found = RocksDB.open(options, directory);
        if (!Arrays.equals(found.get(FORMAT), FORMAT_NOW) && found.get(HEAD) != null) {
            found.close();
            RocksDB.destroyDB(directory, options);
            found = RocksDB.open(options, directory);
        }
        found.put(FORMAT, FORMAT_NOW);
        return found;
    }

    Optional<Head> head() {
        return get(HEAD).map(Head::decode);
    }

    Optional<Place> place(long number) {
        return get(key(BLOCK, number)).map(value -> {
            ByteBuffer buffer = ByteBuffer.wrap(value);
            return new Place(buffer.getLong(), buffer.getLong());
        });
    }

    /// The height of the first block that carries the bundle.
    OptionalLong height(Bytes32 digest) {
        return get(key(digest))
                .map(value -> OptionalLong.of(ByteBuffer.wrap(value).getLong()))
                .orElse(OptionalLong.empty());
    }

    /// @param configures whether the block may change the configuration
    void add(Head head, Place place, List<Bytes32> digests, boolean configures) {
        try (var _ = gate.enter();
                var batch = new WriteBatch()) {
            for (Bytes32 digest : digests) {
                batch.put(key(digest), number(head.number()));
            }
            batch.put(
                    key(BLOCK, head.number()),
                    ByteBuffer.allocate(16)
                            .putLong(place.segment())
                            .putLong(place.position())
                            .array());
            if (configures) {
                batch.put(key(CONFIGURATION, head.number()), number(head.number()));
            }
            batch.put(HEAD, head.encode());
            database.write(notForced, batch);
        } catch (RocksDBException broken) {
            throw new Failure("index of blocks cannot be written", broken);
        }
    }

    List<Long> configurationBlocks(long from, long to) {
        List<Long> numbers = new ArrayList<>();
        try (var _ = gate.enter();
                RocksIterator iterator = database.newIterator()) {
            iterator.seek(key(CONFIGURATION, from));
            while (iterator.isValid() && iterator.key()[0] == CONFIGURATION) {
                long number = ByteBuffer.wrap(iterator.value()).getLong();
                if (number > to) {
                    break;
                }
                numbers.add(number);
                iterator.next();
            }
            iterator.status();
        } catch (RocksDBException broken) {
            throw new Failure("index of blocks cannot be read", broken);
        }
        return numbers;
    }

    long readingPosition(int partition) {
        return get(key(POSITION, partition))
                .map(value -> ByteBuffer.wrap(value).getLong())
                .orElse(0L);
    }

    void readingPosition(int partition, long offset) {
        try (var _ = gate.enter()) {
            database.put(notForced, key(POSITION, partition), number(offset));
        } catch (RocksDBException broken) {
            throw new Failure("index of blocks cannot be written", broken);
        }
    }

    Optional<PublishedPosition> published() {
        return get(PUBLISHED).map(value -> {
            ByteBuffer buffer = ByteBuffer.wrap(value);
            return new PublishedPosition(buffer.getLong(), buffer.getLong());
        });
    }

    void published(PublishedPosition position) {
        byte[] value = ByteBuffer.allocate(16)
                .putLong(position.number())
                .putLong(position.offset())
                .array();
        try (var _ = gate.enter()) {
            database.put(notForced, PUBLISHED, value);
        } catch (RocksDBException broken) {
            throw new Failure("index of blocks cannot be written", broken);
        }
    }

    private Optional<byte[]> get(byte[] key) {
        try (var _ = gate.enter()) {
            return Optional.ofNullable(database.get(key));
        } catch (RocksDBException broken) {
            throw new Failure("index of blocks cannot be read", broken);
        }
    }

    private static byte[] key(byte kind, long number) {
        return ByteBuffer.allocate(9).put(kind).putLong(number).array();
    }

    private static byte[] key(Bytes32 digest) {
        byte[] key = new byte[33];
        key[0] = DIGEST;
        digest.copyInto(key, 1);
        return key;
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    @Override
    public void close() {
        if (!gate.close()) {
            return;
        }
        database.close();
        options.close();
        notForced.close();
        filter.close();
        cache.close();
    }
}
