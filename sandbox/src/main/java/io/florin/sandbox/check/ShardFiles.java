package io.florin.sandbox.check;

import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.token.TokenReference;
import io.florin.sandbox.run.SandboxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// A state shard's files as somebody with access to the disk sees them; the committer must not be running.
final class ShardFiles {
    private static final int TOKEN_ROW = 1;

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

    /// Changes the committer's signature in what it keeps of a block's statuses.
    static void forgeSignature(Path committer, long block) {
        change(committer.resolve("chain"), (database, families) -> {
            byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(block).array();
            ColumnFamilyHandle statuses = family(families, "statuses");
            byte[] kept = database.get(statuses, key);
            kept[kept.length - 1] ^= 1; // the last bytes are the signature
            database.put(statuses, key, kept);
        });
    }

    private static Path shard(Path committer, int shard) {
        return committer.resolve("shard-" + shard);
    }

    private static void change(Path directory, Damage damage) {
        String path = directory.toString();
        RocksDB.loadLibrary();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (Options options = new Options();
                DBOptions databaseOptions = new DBOptions()) {
            List<ColumnFamilyDescriptor> families = RocksDB.listColumnFamilies(options, path).stream()
                    .map(ColumnFamilyDescriptor::new)
                    .toList();
            try (RocksDB database = RocksDB.open(databaseOptions, path, families, handles)) {
                damage.on(database, handles);
                handles.forEach(ColumnFamilyHandle::close);
            }
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
