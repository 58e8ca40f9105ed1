package io.florin.committer.chain.adapter;

import io.florin.committer.protocol.BlockTimes;
import io.florin.committer.protocol.CompletedBlock;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Invariant;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.SignedCheckpoint;
import io.florin.runtime.Failure;
import io.florin.runtime.service.Gate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// The committer's own copy of the chain in a RocksDB: blocks as they were taken, statuses of complete blocks, the
/// configuration changes, and small facts such as how far statuses are published. The last complete block in here is
/// where a restart begins: shards and decision log are at it or ahead of it, never behind.
///
/// A block is written when it is taken, without a sync: it can be had again from the ordering parties. Its statuses are
/// written when it is complete, with a sync, after all shards have it. Any thread reads; one thread takes blocks, one
/// completes them. After closing, everybody gets a [Failure].
///
/// Of the last blocks it keeps the times too: a block keeps the first one at which it was received, however often it is
/// worked on again. 24 bytes for each block, and a bounded number of them.
public final class ChainStore implements AutoCloseable {

    static {
        RocksDB.loadLibrary();
    }

    private static final byte[] COMPLETE = ascii("complete");
    private static final byte[] NETWORK = ascii("network");
    private static final long BLOB_BYTES_MIN = 4096;

    private final Genesis genesis;
    private final DBOptions options;
    private final List<ColumnFamilyOptions> familyOptions = new ArrayList<>();
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final WriteOptions unsynced = new WriteOptions();
    private final RocksDB database;
    private final List<ColumnFamilyHandle> handles;
    private final ColumnFamilyHandle meta;
    private final ColumnFamilyHandle blocks;
    private final ColumnFamilyHandle statuses;
    private final ColumnFamilyHandle configurations;
    private final ColumnFamilyHandle times;
    private final int timesMax;
    private final Gate gate = new Gate("the chain store");
    private volatile long completeBlock;

    /// @param timesMax blocks whose times are kept
    public ChainStore(Path directory, Genesis genesis, int timesMax) {
        this.genesis = genesis;
        this.timesMax = timesMax;
        options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        try {
            database = RocksDB.open(
                    options,
                    directory.toString(),
                    List.of(
                            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions()),
                            new ColumnFamilyDescriptor(ascii("blocks"), familyOptions()),
                            new ColumnFamilyDescriptor(ascii("statuses"), familyOptions()),
                            new ColumnFamilyDescriptor(ascii("configurations"), familyOptions()),
                            new ColumnFamilyDescriptor(ascii("times"), familyOptions())),
                    opened);
            handles = List.copyOf(opened);
            meta = handles.get(0);
            blocks = handles.get(1);
            statuses = handles.get(2);
            configurations = handles.get(3);
            times = handles.get(4);
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be opened: " + directory, e);
        }
        try {
            checkNetwork(directory);
            completeBlock = number("complete").orElse(0L);
            forgetTimes();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private ColumnFamilyOptions familyOptions() {
        ColumnFamilyOptions made = new ColumnFamilyOptions()
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setEnableBlobFiles(true)
                .setMinBlobSize(BLOB_BYTES_MIN);
        familyOptions.add(made);
        return made;
    }

    private void checkNetwork(Path directory) {
        byte[] network = genesis.networkId().value().toArray();
        Optional<byte[]> known = get(meta, NETWORK);
        if (known.isEmpty()) {
            put(meta, synced, NETWORK, network);
        } else if (!Arrays.equals(known.get(), network)) {
            throw new Failure("chain of another network in " + directory);
        }
    }

    /// Those beyond the bound, which may be lower than it was when they were kept.
    private void forgetTimes() {
        try {
            database.deleteRange(times, key(0), key(Math.max(0, completeBlock - timesMax + 1)));
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be written", e);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    public Genesis genesis() {
        return genesis;
    }

    /// The last complete block, 0 for genesis.
    public long completeBlock() {
        return completeBlock;
    }

    /// Keeps a block that was taken.
    ///
    /// @param received when it came; empty for one that was kept before, which has its time already or has none
    public void take(Block block, Optional<Instant> received) {
        byte[] number = key(block.header().number());
        try (var _ = gate.enter();
                WriteBatch batch = new WriteBatch()) {
            batch.put(blocks, number, block.encode());
            if (received.isPresent() && database.get(times, number) == null) {
                batch.put(times, number, key(received.get().toEpochMilli()));
            }
            database.write(unsynced, batch);
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be written", e);
        }
    }

    /// Keeps what became of a block; on disk when it returns.
    ///
    /// @param at now
    public void complete(CompletedBlock block, Instant at) {
        long number = block.number();
        Invariant.check(number == completeBlock + 1, "block " + number + " completed out of order");
        try (var _ = gate.enter();
                WriteBatch batch = new WriteBatch()) {
            batch.put(statuses, key(number), block.statuses().encode());
            batch.put(meta, COMPLETE, key(number));
            byte[] received = database.get(times, key(number));
            if (received != null) {
                batch.put(times, key(number), both(received, at));
            }
            if (number > timesMax) {
                batch.delete(times, key(number - timesMax));
            }
            if (block.configuration().version()
                    != block.block().source().configuration().version()) {
                batch.put(configurations, key(number), block.configuration().encode());
            }
            database.write(synced, batch);
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be written", e);
        }
        completeBlock = number;
    }

    private static byte[] both(byte[] received, Instant completed) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .put(received, 0, Long.BYTES)
                .putLong(completed.toEpochMilli())
                .array();
    }

    /// The times of a complete block; empty for one that is not complete, and for one whose times are not kept.
    public Optional<BlockTimes> times(long number) {
        return get(times, key(number))
                .filter(row -> row.length == 2 * Long.BYTES)
                .map(ByteBuffer::wrap)
                .map(row -> new BlockTimes(
                        number, Instant.ofEpochMilli(row.getLong()), Instant.ofEpochMilli(row.getLong())));
    }

    /// A block that was taken, complete or not.
    public Optional<Block> block(long number) {
        return get(blocks, key(number)).map(Block::decode);
    }

    public Optional<BlockStatuses> statuses(long number) {
        return encodedStatuses(number).map(BlockStatuses::decode);
    }

    /// The signed checkpoint of a complete block; its outcomes are not decoded for it.
    public Optional<SignedCheckpoint> signed(long number) {
        return encodedStatuses(number).map(BlockStatuses::signedIn);
    }

    private Optional<byte[]> encodedStatuses(long number) {
        return number > completeBlock ? Optional.empty() : get(statuses, key(number));
    }

    /// As of a complete block.
    public Checkpoint checkpoint(long number, Checkpoint atGenesis) {
        return number == 0
                ? atGenesis
                : signed(number)
                        .map(SignedCheckpoint::checkpoint)
                        .orElseThrow(() -> new Failure("statuses of block " + number + " are missing"));
    }

    /// In force after a complete block.
    public NetworkConfiguration configuration(long number) {
        try (var _ = gate.enter();
                RocksIterator rows = database.newIterator(configurations)) {
            rows.seekForPrev(key(number));
            NetworkConfiguration found =
                    rows.isValid() ? NetworkConfiguration.decode(rows.value()) : genesis.configuration();
            rows.status();
            return found;
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be read", e);
        }
    }

    /// The configuration of a version that was in force after some complete block.
    public Optional<NetworkConfiguration> configurationOfVersion(long version) {
        if (version == genesis.configuration().version()) {
            return Optional.of(genesis.configuration());
        }
        try (var _ = gate.enter();
                RocksIterator rows = database.newIterator(configurations)) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                NetworkConfiguration found = NetworkConfiguration.decode(rows.value());
                if (found.version() == version) {
                    return Optional.of(found);
                }
            }
            rows.status();
            return Optional.empty();
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be read", e);
        }
    }

    /// The last block done, 0 before the first.
    public long done(String name) {
        return number("done-" + name).orElse(0L);
    }

    public void setDone(String name, long block) {
        put(meta, unsynced, ascii("done-" + name), key(block));
    }

    private Optional<Long> number(String name) {
        return get(meta, ascii(name)).map(row -> ByteBuffer.wrap(row).getLong());
    }

    private void put(ColumnFamilyHandle family, WriteOptions how, byte[] key, byte[] value) {
        try (var _ = gate.enter()) {
            database.put(family, how, key, value);
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be written", e);
        }
    }

    private Optional<byte[]> get(ColumnFamilyHandle family, byte[] key) {
        try (var _ = gate.enter()) {
            return Optional.ofNullable(database.get(family, key));
        } catch (RocksDBException e) {
            throw new Failure("chain store cannot be read", e);
        }
    }

    /// Identifies a shard's directory: this network, this shard, this many shards.
    public Bytes32 shardIdentity(int shard, int shards) {
        return io.florin.crypto.hash.Sha256.hash(
                ascii("florin state shard"),
                genesis.networkId().value().toArray(),
                new byte[] {(byte) shard, (byte) shards});
    }

    /// Waits for whoever reads or writes now.
    @Override
    public void close() {
        if (!gate.close()) {
            return;
        }
        handles.forEach(ColumnFamilyHandle::close);
        database.close();
        options.close();
        familyOptions.forEach(ColumnFamilyOptions::close);
        synced.close();
        unsynced.close();
    }
}
