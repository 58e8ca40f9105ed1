package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.StoredResults;
import io.florin.auditor.replay.ReplayResult;
import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.ledger.status.TransactionOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.support.TransactionTemplate;

/// Accepted blocks in the database, several in one transaction with whatever else they leave. A statement's text does
/// not depend on how many there are.
public class AcceptedBlocks implements StoredResults {
    /// A block may have megabytes.
    private static final int FETCH_SIZE = 32;

    private static final int PAGE = 16;

    private static final String STORE = """
        insert into audit_block (number, encoded, result, state_hash, transactions, committed, source, seen_at)
        select * from unnest(?::bigint[], ?::bytea[], ?::bytea[], ?::text[], ?::int[], ?::int[], ?::text[],
            ?::timestamptz[])
        on conflict (number) do update set encoded = excluded.encoded, result = excluded.result,
            state_hash = excluded.state_hash, transactions = excluded.transactions, committed = excluded.committed,
            source = excluded.source, seen_at = excluded.seen_at
        """;

    private final JdbcClient jdbc;
    private final JdbcTemplate rows;
    private final TransactionTemplate transactions;

    AcceptedBlocks(DataSource database) {
        this.jdbc = JdbcClient.create(database);
        this.rows = new JdbcTemplate(database);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(database));
        rows.setFetchSize(FETCH_SIZE);
    }

    /// Stores blocks and whatever else comes with them, in one transaction.
    ///
    /// @param blocks in order; one that is stored already is written over
    /// @param more to be written with them
    void store(List<StoredBlock> blocks, Runnable more) {
        transactions.executeWithoutResult(_ -> {
            insert(blocks);
            more.run();
        });
    }

    private void insert(List<StoredBlock> blocks) {
        if (blocks.isEmpty()) {
            return;
        }
        jdbc.sql(STORE)
                .params(
                        column("bigint", blocks, StoredBlock::number),
                        blocks.stream().map(block -> block.encoded().toArray()).toArray(byte[][]::new),
                        blocks.stream().map(block -> block.result().toArray()).toArray(byte[][]::new),
                        column("text", blocks, StoredBlock::stateHash),
                        column("int", blocks, StoredBlock::transactions),
                        column("int", blocks, StoredBlock::committed),
                        column("text", blocks, StoredBlock::source),
                        column("timestamptz", blocks, block -> Timestamp.from(block.seenAt())))
                .update();
    }

    private static SqlArrayValue column(String type, List<StoredBlock> blocks, Function<StoredBlock, Object> of) {
        return new SqlArrayValue(type, blocks.stream().map(of).toArray());
    }

    /// The next stored blocks after a number, in order; a few, since a block may have megabytes.
    List<StoredBlock> after(long number) {
        return jdbc.sql("select * from audit_block where number > ? order by number limit ?")
                .params(number, PAGE)
                .query((row, _) -> block(row))
                .list();
    }

    Optional<StoredBlock> block(long number) {
        return jdbc.sql("select * from audit_block where number = ?")
                .param(number)
                .query((row, _) -> block(row))
                .optional();
    }

    private static StoredBlock block(ResultSet row) throws SQLException {
        return new StoredBlock(
                row.getLong("number"),
                Bytes.of(row.getBytes("encoded")),
                Bytes.of(row.getBytes("result")),
                row.getString("state_hash"),
                row.getInt("transactions"),
                row.getInt("committed"),
                row.getString("source"),
                row.getTimestamp("seen_at").toInstant());
    }

    /// A digest of the blocks and results that are stored up to a number.
    RowsDigest digestThrough(NetworkId network, long number) {
        return transactions.execute(_ -> {
            RowsDigest[] sum = {RowsDigest.of(network)};
            rows.query(
                    "select number, encoded, result from audit_block where number <= ? order by number",
                    row -> {
                        sum[0] = sum[0].next(row.getLong(1), row.getBytes(2), row.getBytes(3));
                    },
                    number);
            return sum[0];
        });
    }

    @Override
    public Optional<List<TransactionOutcome>> outcomes(long block) {
        return jdbc.sql("select result from audit_block where number = ?")
                .param(block)
                .query((row, _) -> ReplayResult.decode(row.getBytes("result")).outcomes())
                .optional();
    }

    Optional<Instant> seenAt(long block) {
        return jdbc.sql("select seen_at from audit_block where number = ?")
                .param(block)
                .query((row, _) -> row.getTimestamp("seen_at").toInstant())
                .optional();
    }

    /// The next position to read in a topic. A hint to save time: reading a topic from its start is always safe.
    long position(String topic) {
        return jdbc.sql("select next_offset from audit_position where topic = ?")
                .param(topic)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /// Joins the transaction that is under way.
    void position(String topic, long nextOffset) {
        jdbc.sql("insert into audit_position (topic, next_offset) values (?, ?)"
                        + " on conflict (topic) do update set next_offset = excluded.next_offset")
                .params(topic, nextOffset)
                .update();
    }

    long count() {
        return number("count(*)");
    }

    long transactions() {
        return number("coalesce(sum(transactions), 0)");
    }

    long committed() {
        return number("coalesce(sum(committed), 0)");
    }

    private long number(String of) {
        return jdbc.sql("select " + of + " from audit_block").query(Long.class).single();
    }
}
