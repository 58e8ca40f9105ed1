package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.token.TokenReference;
import io.florin.sandbox.check.NameCheck.WordSearch;
import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/// A committer's files as somebody with access to the disk sees them; it must not be running while they are changed.
final class ShardFiles {
    /// Key under which a shard keeps the number of the last block that it has applied.
    static final byte[] APPLIED = "applied".getBytes(StandardCharsets.US_ASCII);

    private static final int TOKEN_ROW = 1;
    private static final int BYTES_ROW = 2;

    private ShardFiles() {}

    /// Writes a token's row and its row in the owner index.
    static void put(Path committer, int shard, TokenReference token) {
        CanonicalWriter reference = new CanonicalWriter(80);
        token.writeTo(reference);
        byte[] key = token.key().value().toArray();
        byte[] owner = token.token().owner().value().toArray();
        change(shard(committer, shard), (database, families) -> {
            byte[] row = new CanonicalWriter(80)
                    .u8(TOKEN_ROW)
                    .fixed(reference.toByteArray())
                    .toByteArray();
            database.put(family(families, "state"), key, row);
            byte[] index = new CanonicalWriter(64).fixed(owner).fixed(key).toByteArray();
            database.put(family(families, "owners"), index, reference.toByteArray());
        });
    }

    /// Writes the row of a value that is no token in the clear, as of a hidden one.
    static void put(Path committer, int shard, StateKey key, Bytes value) {
        change(
                shard(committer, shard),
                (database, families) -> database.put(
                        family(families, "state"),
                        key.value().toArray(),
                        new CanonicalWriter(16 + value.size())
                                .u8(BYTES_ROW)
                                .u32(1)
                                .bytes(value)
                                .toByteArray()));
    }

    /// Deletes the row that says who claimed the id.
    static void forget(Path committer, int shard, TransactionId id) {
        change(
                shard(committer, shard),
                (database, families) ->
                        database.delete(family(families, "claims"), id.value().toArray()));
    }

    private interface Damage {
        void on(RocksDB database, List<ColumnFamilyHandle> families) throws RocksDBException;
    }

    /// Gives an id the place and the status that another id of the same shard has.
    static void exchange(Path committer, int shard, TransactionId id, TransactionId other) {
        change(shard(committer, shard), (database, families) -> {
            ColumnFamilyHandle claims = family(families, "claims");
            database.put(
                    claims,
                    id.value().toArray(),
                    database.get(claims, other.value().toArray()));
        });
    }

    /// A row of the committer's files.
    record Row(String where, byte[] key, byte[] value) {}

    /// The rows whose key or value holds one of the words, in all of its stores; the committer may be running.
    static List<Row> holding(Path committer, WordSearch words) {
        List<Row> rows = new ArrayList<>();
        for (Path store : stores(committer)) {
            read(store, (family, key, value) -> {
                if (words.in(key).isPresent() || words.in(value).isPresent()) {
                    rows.add(new Row(committer.relativize(store) + ", " + family, key, value));
                }
            });
        }
        return rows;
    }

    private static List<Path> stores(Path committer) {
        try (Stream<Path> children = Files.list(committer)) {
            return children.filter(each -> Files.exists(each.resolve("CURRENT")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + committer, e);
        }
    }

    /// Gets each row of a store.
    interface Visitor {
        void row(String store, String family, byte[] key, byte[] value);
    }

    /// Every row of every store; the committer may be running.
    static void rows(Path committer, Visitor visitor) {
        for (Path store : stores(committer)) {
            String name = committer.relativize(store).toString();
            read(store, (family, key, value) -> visitor.row(name, family, key, value));
        }
    }

    private interface Reader {
        void row(String family, byte[] key, byte[] value);
    }

    private static void read(Path directory, Reader reader) {
        String path = directory.toString();
        RocksDB.loadLibrary();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (DBOptions options = new DBOptions();
                RocksDB database = RocksDB.openReadOnly(options, path, families(path), handles)) {
            for (ColumnFamilyHandle handle : handles) {
                String family = new String(handle.getName(), StandardCharsets.US_ASCII);
                try (RocksIterator rows = database.newIterator(handle)) {
                    for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                        reader.row(family, rows.key(), rows.value());
                    }
                }
                handle.close();
            }
        } catch (RocksDBException e) {
            throw new SandboxException("the store cannot be read: " + path, e);
        }
    }

    private static List<ColumnFamilyDescriptor> families(String path) throws RocksDBException {
        try (Options options = new Options()) {
            return RocksDB.listColumnFamilies(options, path).stream()
                    .map(ColumnFamilyDescriptor::new)
                    .toList();
        }
    }

    private static Path shard(Path committer, int shard) {
        return committer.resolve("shard-" + shard);
    }

    private static void change(Path directory, Damage damage) {
        String path = directory.toString();
        RocksDB.loadLibrary();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (DBOptions options = new DBOptions();
                RocksDB database = RocksDB.open(options, path, families(path), handles)) {
            damage.on(database, handles);
            handles.forEach(ColumnFamilyHandle::close);
        } catch (RocksDBException e) {
            throw new SandboxException("the shard cannot be changed: " + path, e);
        }
    }

    private static ColumnFamilyHandle family(List<ColumnFamilyHandle> families, String name) throws RocksDBException {
        for (ColumnFamilyHandle family : families) {
            if (new String(family.getName(), StandardCharsets.US_ASCII).equals(name)) {
                return family;
            }
        }
        throw new SandboxException("the shard has no " + name);
    }
}
