package io.florin.committer.shard.adapter;

import io.florin.committer.protocol.Claim;
import io.florin.committer.protocol.CounterValue;
import io.florin.committer.protocol.StoredValue;
import io.florin.committer.protocol.StoredValue.StoredToken;
import io.florin.committer.shard.ShardStore;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.Failure;
import io.florin.runtime.service.Gate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// A state shard's slice in a RocksDB of its own: column families for state, owner index, claims and counters, and the
/// number of the last block applied in the same batch. One write with a disk sync per block.
///
/// Written by the shard's thread. After each block a snapshot is taken, so that views of one height can be put together
/// from shards that are some blocks apart; snapshots are counted references under a lock and end with [#forgetBefore].
/// After closing, everybody gets a [Failure], who still holds a view as well.
public final class RocksShardStore implements ShardStore, AutoCloseable {

    static {
        RocksDB.loadLibrary();
    }

    private static final byte[] APPLIED = "applied".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] IDENTITY = "identity".getBytes(StandardCharsets.US_ASCII);
    private static final int BLOOM_BITS = 10;

    /// Memory of one shard.
    ///
    /// @param cacheBytes read cache
    /// @param writeBufferBytes rows gathered in memory before they become a file, for each column family
    public record Memory(long cacheBytes, long writeBufferBytes) {}

    /// A snapshot of the state after one block and who still reads it.
    private static final class Counted {
        private final Snapshot snapshot;
        private int readers;
        private boolean forgotten;

        Counted(Snapshot snapshot) {
            this.snapshot = snapshot;
        }
    }

    private final Cache cache;
    private final BloomFilter filter;
    private final List<ColumnFamilyOptions> familyOptions = new ArrayList<>();
    private final DBOptions options;
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final ReadOptions latest = new ReadOptions();
    private final RocksDB database;
    private final ColumnFamilyHandle meta;
    private final ColumnFamilyHandle state;
    private final ColumnFamilyHandle owners;
    private final ColumnFamilyHandle claims;
    private final ColumnFamilyHandle counters;
    private final List<ColumnFamilyHandle> handles;
    private final Gate gate = new Gate("the state shard");
    private final Object lock = new Object();
    private final NavigableMap<Long, Counted> snapshots = new TreeMap<>();
    private volatile long appliedBlock;
    private boolean closed;

    /// @param identity of the network and of this shard among how many; a directory of another one is refused
    public RocksShardStore(Path directory, Bytes32 identity, Memory memory) {
        cache = new LRUCache(memory.cacheBytes());
        filter = new BloomFilter(BLOOM_BITS, false);
        options = new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setMaxTotalWalSize(4 * memory.writeBufferBytes())
                .setMaxBackgroundJobs(2);
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        try {
            database = RocksDB.open(
                    options,
                    directory.toString(),
                    List.of(
                            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions(memory)),
                            family("state", memory),
                            family("owners", memory),
                            family("claims", memory),
                            family("counters", memory)),
                    opened);
            handles = List.copyOf(opened);
            meta = handles.get(0);
            state = handles.get(1);
            owners = handles.get(2);
            claims = handles.get(3);
            counters = handles.get(4);
        } catch (RocksDBException e) {
            throw new Failure("state shard cannot be opened: " + directory, e);
        }
        try {
            checkIdentity(directory, identity);
            byte[] applied = database.get(meta, APPLIED);
            appliedBlock = applied == null ? NOTHING : ByteBuffer.wrap(applied).getLong();
        } catch (RocksDBException | RuntimeException e) {
            close();
            throw new Failure("state shard cannot be opened: " + directory, e);
        }
        if (appliedBlock != NOTHING) {
            snapshots.put(appliedBlock, new Counted(database.getSnapshot()));
        }
    }

    private ColumnFamilyDescriptor family(String name, Memory memory) {
        return new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.US_ASCII), familyOptions(memory));
    }

    private ColumnFamilyOptions familyOptions(Memory memory) {
        ColumnFamilyOptions made = new ColumnFamilyOptions()
                .setWriteBufferSize(memory.writeBufferBytes())
                .setMaxWriteBufferNumber(3)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setLevelCompactionDynamicLevelBytes(true)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setFilterPolicy(filter)
                        .setCacheIndexAndFilterBlocks(true)
                        .setPinL0FilterAndIndexBlocksInCache(true));
        familyOptions.add(made);
        return made;
    }

    private void checkIdentity(Path directory, Bytes32 identity) throws RocksDBException {
        byte[] known = database.get(meta, IDENTITY);
        if (known == null) {
            database.put(meta, synced, IDENTITY, identity.toArray());
        } else if (!Arrays.equals(known, identity.toArray())) {
            throw new Failure("state of another network, shard or number of shards in " + directory);
        }
    }

    @Override
    public long appliedBlock() {
        return appliedBlock;
    }

    @Override
    public List<Optional<StoredValue>> read(List<StateKey> keys) {
        List<byte[]> rows = rows(state, keys.stream().map(StateCodec::key).toList());
        List<Optional<StoredValue>> values = new ArrayList<>(rows.size());
        for (byte[] row : rows) {
            values.add(row == null ? Optional.empty() : Optional.of(StateCodec.value(row)));
        }
        return values;
    }

    @Override
    public List<Optional<Claim>> claims(List<TransactionId> ids) {
        List<byte[]> rows =
                rows(claims, ids.stream().map(id -> id.value().toArray()).toList());
        List<Optional<Claim>> found = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            byte[] row = rows.get(i);
            found.add(row == null ? Optional.empty() : Optional.of(StateCodec.claim(ids.get(i), row)));
        }
        return found;
    }

    @Override
    public List<Long> counters(List<StateKey> keys) {
        return rows(counters, keys.stream().map(StateCodec::key).toList()).stream()
                .map(RocksShardStore::counter)
                .toList();
    }

    private static long counter(byte @Nullable [] row) {
        return row == null ? 0 : StateCodec.counter(row);
    }

    private List<byte[]> rows(ColumnFamilyHandle family, List<byte[]> keys) {
        try (var _ = gate.enter()) {
            return database.multiGetAsList(latest, Collections.nCopies(keys.size(), family), keys);
        } catch (RocksDBException e) {
            throw new Failure("state shard cannot be read", e);
        }
    }

    @Override
    public void apply(long block, List<KeyChange> changes, List<Claim> blockClaims, List<CounterValue> blockCounters) {
        try (var _ = gate.enter();
                WriteBatch batch = new WriteBatch()) {
            for (KeyChange change : changes) {
                addTo(batch, change);
            }
            for (Claim claim : blockClaims) {
                batch.put(claims, claim.id().value().toArray(), StateCodec.claim(claim));
            }
            for (CounterValue counter : blockCounters) {
                batch.put(counters, StateCodec.key(counter.counter()), StateCodec.counter(counter.value()));
            }
            batch.put(meta, APPLIED, new CanonicalWriter(8).u63(block).toByteArray());
            database.write(synced, batch);
            synchronized (lock) {
                snapshots.put(block, new Counted(database.getSnapshot()));
            }
        } catch (RocksDBException e) {
            throw new Failure("state shard cannot be written", e);
        }
        appliedBlock = block;
    }

    private void addTo(WriteBatch batch, KeyChange change) throws RocksDBException {
        byte[] key = StateCodec.key(change.key());
        Optional<TokenReference> before = token(change.before());
        Optional<TokenReference> after = token(change.after());
        if (before.isPresent() && !before.map(StateRows::owner).equals(after.map(StateRows::owner))) {
            batch.delete(owners, StateCodec.ownerRow(StateRows.owner(before.get()), change.key()));
        }
        if (after.isPresent()) {
            batch.put(
                    owners,
                    StateCodec.ownerRow(StateRows.owner(after.get()), change.key()),
                    StateCodec.reference(after.get()));
        }
        if (change.after().isPresent()) {
            batch.put(state, key, StateCodec.value(change.after().get()));
        } else {
            batch.delete(state, key);
        }
    }

    private static Optional<TokenReference> token(Optional<StoredValue> value) {
        return value.filter(StoredToken.class::isInstance).map(found -> ((StoredToken) found).reference());
    }

    /// The state after a block that was applied here and not forgotten since.
    Optional<ShardView> view(long block) {
        synchronized (lock) {
            Counted counted = closed ? null : snapshots.get(block);
            if (counted == null) {
                return Optional.empty();
            }
            counted.readers++;
            return Optional.of(new ShardView(counted));
        }
    }

    /// Lets go of the states before a block.
    void forgetBefore(long block) {
        synchronized (lock) {
            var old = snapshots.headMap(block, false);
            old.values().forEach(counted -> {
                counted.forgotten = true;
                releaseIfUnused(counted);
            });
            old.clear();
        }
    }

    private void releaseIfUnused(Counted counted) {
        if (counted.forgotten && counted.readers == 0 && !closed) {
            database.releaseSnapshot(counted.snapshot);
        }
    }

    /// One shard's part of a view. Any thread, one at a time.
    final class ShardView implements AutoCloseable {

        private final Counted counted;
        private final ReadOptions options;

        private ShardView(Counted counted) {
            this.counted = counted;
            this.options = new ReadOptions().setSnapshot(counted.snapshot);
        }

        Optional<StoredValue> read(StateKey key) {
            return get(state, StateCodec.key(key)).map(StateCodec::value);
        }

        Optional<Claim> claim(TransactionId id) {
            return get(claims, id.value().toArray()).map(row -> StateCodec.claim(id, row));
        }

        private Optional<byte[]> get(ColumnFamilyHandle family, byte[] key) {
            try (var _ = gate.enter()) {
                return Optional.ofNullable(database.get(family, options, key));
            } catch (RocksDBException e) {
                throw new Failure("state shard cannot be read", e);
            }
        }

        List<TokenReference> tokensOf(OwnerKey owner, int limit) {
            byte[] first = StateCodec.ownerRow(owner, StateKey.of(Bytes32.ZERO.toArray()));
            byte[] end = StateRows.after(owner);
            List<TokenReference> tokens = new ArrayList<>();
            try (var _ = gate.enter();
                    Slice bound = new Slice(end);
                    ReadOptions range =
                            new ReadOptions().setSnapshot(counted.snapshot).setIterateUpperBound(bound);
                    RocksIterator rows = database.newIterator(owners, range)) {
                for (rows.seek(first); rows.isValid() && tokens.size() < limit; rows.next()) {
                    tokens.add(StateCodec.reference(rows.value()));
                }
                rows.status();
            } catch (RocksDBException e) {
                throw new Failure("state shard cannot be read", e);
            }
            return tokens;
        }

        @Override
        public void close() {
            options.close();
            synchronized (lock) {
                counted.readers--;
                releaseIfUnused(counted);
            }
        }
    }

    /// Waits for whoever reads or writes now.
    @Override
    public void close() {
        if (!gate.close()) {
            return;
        }
        synchronized (lock) {
            snapshots.values().forEach(counted -> database.releaseSnapshot(counted.snapshot));
            snapshots.clear();
            closed = true;
        }
        handles.forEach(ColumnFamilyHandle::close);
        database.close();
        options.close();
        familyOptions.forEach(ColumnFamilyOptions::close);
        latest.close();
        synced.close();
        filter.close();
        cache.close();
    }
}
