package io.florin.committer.reconciliation.adapter;

import io.florin.committer.reconciliation.Accusation;
import io.florin.committer.reconciliation.OpenCase;
import io.florin.committer.reconciliation.Reconciler.Outcome;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterInternalApi.ReconciliationSummary;
import io.florin.runtime.service.Gate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// Findings of reconciliation in a RocksDB of its own: height, open cases, accusations. The results of some blocks are
/// one batch with a sync, so a restart repeats them all or none. One thread writes, any thread reads.
public final class ReconciliationStore implements AutoCloseable {

    static {
        RocksDB.loadLibrary();
    }

    private static final byte[] TOTALS = "totals".getBytes(StandardCharsets.US_ASCII);
    private static final int CASE_KEY_SIZE = 16;

    /// An accusation and its number.
    public record Numbered(long number, Accusation accusation) {}

    private final ColumnFamilyOptions familyOptions = new ColumnFamilyOptions();
    private final DBOptions options;
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final RocksDB database;
    private final List<ColumnFamilyHandle> handles;
    private final ColumnFamilyHandle open;
    private final ColumnFamilyHandle accusations;
    private final Gate gate = new Gate("the reconciliation store");
    private volatile ReconciliationSummary summary;

    /// No open case is due before: they need not be looked through.
    private volatile long noneBefore;

    public ReconciliationStore(Path directory) {
        this(directory, new DBOptions());
    }

    /// @param options closed with this store
    ReconciliationStore(Path directory, DBOptions options) {
        this.options = options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        try {
            database = RocksDB.open(
                    options,
                    directory.toString(),
                    List.of(
                            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions),
                            new ColumnFamilyDescriptor("open".getBytes(StandardCharsets.US_ASCII), familyOptions),
                            new ColumnFamilyDescriptor(
                                    "accusations".getBytes(StandardCharsets.US_ASCII), familyOptions)),
                    opened);
            handles = List.copyOf(opened);
            open = handles.get(1);
            accusations = handles.get(2);
            byte[] totals = database.get(TOTALS);
            summary = totals == null ? new ReconciliationSummary(0, 0, 0, 0, 0) : decode(totals);
        } catch (RocksDBException e) {
            throw new Failure("reconciliation store cannot be opened: " + directory, e);
        }
    }

    private static ReconciliationSummary decode(byte[] totals) {
        ByteBuffer buffer = ByteBuffer.wrap(totals);
        return new ReconciliationSummary(
                buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    private static byte[] encode(ReconciliationSummary totals) {
        return ByteBuffer.allocate(5 * Long.BYTES)
                .putLong(totals.height())
                .putLong(totals.checked())
                .putLong(totals.open())
                .putLong(totals.missing())
                .putLong(totals.wrong())
                .array();
    }

    public ReconciliationSummary summary() {
        return summary;
    }

    /// Open cases that are due, at most limit, in order of their blocks. Of whoever writes.
    public List<OpenCase> due(long nowMillis, int limit) {
        List<OpenCase> due = new ArrayList<>();
        if (nowMillis < noneBefore) {
            return due;
        }
        long earliest = Long.MAX_VALUE;
        try (var _ = gate.enter();
                RocksIterator rows = database.newIterator(open)) {
            for (rows.seekToFirst(); rows.isValid() && due.size() < limit; rows.next()) {
                ByteBuffer key = ByteBuffer.wrap(rows.key());
                OpenCase found = OpenCase.decode(key.getLong(), key.getLong(), rows.value());
                earliest = Math.min(earliest, found.nextMillis());
                if (found.nextMillis() <= nowMillis) {
                    due.add(found);
                }
            }
            rows.status();
            if (due.isEmpty()) {
                noneBefore = earliest;
            }
        } catch (RocksDBException e) {
            throw new Failure("reconciliation store cannot be read", e);
        }
        return due;
    }

    /// Accusations after a number.
    public List<Numbered> accusations(long after, int limit) {
        List<Numbered> found = new ArrayList<>();
        try (var _ = gate.enter();
                RocksIterator rows = database.newIterator(accusations)) {
            for (rows.seek(number(after + 1)); rows.isValid() && found.size() < limit; rows.next()) {
                found.add(new Numbered(ByteBuffer.wrap(rows.key()).getLong(), Accusation.decode(rows.value())));
            }
            rows.status();
        } catch (RocksDBException e) {
            throw new Failure("reconciliation store cannot be read", e);
        }
        return found;
    }

    /// Keeps the outcomes of the blocks up to a number, which were looked at for the first time.
    void addBlocks(long last, List<Outcome> outcomes) {
        try (var _ = gate.enter();
                WriteBatch batch = new WriteBatch()) {
            write(batch, last, outcomes, 0);
        }
    }

    /// Keeps the outcomes of open cases.
    void closeCases(List<OpenCase> before, List<Outcome> outcomes) {
        try (var _ = gate.enter();
                WriteBatch batch = new WriteBatch()) {
            for (OpenCase openCase : before) {
                batch.delete(open, key(openCase));
            }
            write(batch, summary.height(), outcomes, before.size());
        } catch (RocksDBException e) {
            throw new Failure("reconciliation store cannot be written", e);
        }
    }

    private void write(WriteBatch batch, long height, List<Outcome> outcomes, int closed) {
        long checked = summary.checked();
        long opened = summary.open() - closed;
        long missing = summary.missing();
        long wrong = summary.wrong();
        long earliest = noneBefore;
        try {
            for (Outcome outcome : outcomes) {
                switch (outcome) {
                    case Outcome.Right _ -> checked++;
                    case Outcome.Open(OpenCase openCase) -> {
                        opened++;
                        earliest = Math.min(earliest, openCase.nextMillis());
                        batch.put(open, key(openCase), openCase.encode());
                    }
                    case Outcome.Accused(Accusation accusation) -> {
                        if (accusation.kind() == Accusation.Kind.MISSING) {
                            missing++;
                        } else {
                            wrong++;
                        }
                        batch.put(accusations, number(missing + wrong), accusation.encode());
                    }
                }
            }
            ReconciliationSummary after = new ReconciliationSummary(height, checked, opened, missing, wrong);
            batch.put(TOTALS, encode(after));
            database.write(synced, batch);
            summary = after;
            noneBefore = earliest;
        } catch (RocksDBException e) {
            throw new Failure("reconciliation store cannot be written", e);
        }
    }

    private static byte[] key(OpenCase openCase) {
        return ByteBuffer.allocate(CASE_KEY_SIZE)
                .putLong(openCase.block())
                .putLong(openCase.index())
                .array();
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    /// Waits for whoever reads or writes now; who comes later gets a [Failure].
    @Override
    public void close() {
        if (!gate.close()) {
            return;
        }
        handles.forEach(ColumnFamilyHandle::close);
        database.close();
        options.close();
        familyOptions.close();
        synced.close();
    }
}
