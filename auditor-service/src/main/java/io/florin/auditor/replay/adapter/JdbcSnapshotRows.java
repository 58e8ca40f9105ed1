package io.florin.auditor.replay.adapter;

import io.florin.auditor.replay.SnapshotSeal;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/// Snapshots in the database, a row for each part.
final class JdbcSnapshotRows implements SnapshotRows {
    private static final int PART_BYTES_MAX = 8 * 1024 * 1024;

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final InstantSource clock;

    JdbcSnapshotRows(JdbcTemplate jdbc, TransactionTemplate transaction, InstantSource clock) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    public void write(long block, Function<Consumer<byte[]>, SnapshotSeal> content, int kept) {
        transaction.executeWithoutResult(_ -> {
            remove(block);
            int[] next = {0};
            SnapshotSeal seal = content.apply(part -> jdbc.update(
                    "insert into audit_snapshot_part (block, part, content) values (?, ?, ?)", block, next[0]++, part));
            jdbc.update(
                    "insert into audit_snapshot (block, network, parts, digest, signature, taken_at)"
                            + " values (?, ?, ?, ?, ?, ?)",
                    seal.block(),
                    seal.network().value().toArray(),
                    seal.parts(),
                    seal.digest().toArray(),
                    seal.signature().toArray(),
                    Timestamp.from(clock.instant()));
            blocks().stream().skip(kept).forEach(this::remove);
        });
    }

    @Override
    public List<Long> blocks() {
        return jdbc.queryForList("select block from audit_snapshot order by block desc", Long.class);
    }

    @Override
    public Optional<SnapshotSeal> seal(long block) {
        return jdbc.query("select * from audit_snapshot where block = ?", (row, _) -> seal(row), block).stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<SnapshotSeal> seal(ResultSet row) throws SQLException {
        byte[] network = row.getBytes("network");
        byte[] digest = row.getBytes("digest");
        if (network.length != Bytes32.SIZE || digest.length != Bytes32.SIZE) {
            return Optional.empty();
        }
        return Optional.of(new SnapshotSeal(
                new NetworkId(Bytes32.of(network)),
                row.getLong("block"),
                row.getLong("parts"),
                Bytes32.of(digest),
                Bytes.of(row.getBytes("signature"))));
    }

    @Override
    public Optional<byte[]> part(long block, int number) {
        return jdbc
                .queryForList(
                        "select content from audit_snapshot_part where block = ? and part = ? and length(content) <= ?",
                        byte[].class,
                        block,
                        number,
                        PART_BYTES_MAX)
                .stream()
                .findFirst();
    }

    @Override
    public void remove(long block) {
        transaction.executeWithoutResult(_ -> {
            jdbc.update("delete from audit_snapshot where block = ?", block);
            jdbc.update("delete from audit_snapshot_part where block = ?", block);
        });
    }
}
