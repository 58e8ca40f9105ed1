package io.florin.auditor.trace.adapter;

import io.florin.auditor.trace.adapter.TraceLine.Values;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Ordered transactions in the database, by sets: a statement's text does not depend on how many there are.
final class TraceRows {
    private static final String INSERT = """
        insert into audit_transaction (block, place, transaction_id, status, kind, namespace, inputs, outputs,
            amount_in, amount_out, amount_recorded)
        select * from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::int[], ?::int[], ?::int[],
            ?::bigint[], ?::bigint[], ?::bigint[])
        on conflict (block, place) do update set transaction_id = excluded.transaction_id, status = excluded.status,
            kind = excluded.kind, namespace = excluded.namespace, inputs = excluded.inputs,
            outputs = excluded.outputs, amount_in = excluded.amount_in, amount_out = excluded.amount_out,
            amount_recorded = excluded.amount_recorded
        """;

    private final JdbcClient jdbc;

    TraceRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// The last block of which there are lines, 0 without any.
    long last() {
        return jdbc.sql("select coalesce(max(block), 0) from audit_transaction")
                .query(Long.class)
                .single();
    }

    /// Number of lines of each block that has any.
    Map<Long, Integer> counts(Collection<Long> blocks) {
        Map<Long, Integer> counts = new HashMap<>();
        jdbc.sql("select block, count(*) from audit_transaction where block = any(?) group by block")
                .param(array("bigint", blocks))
                .query(row -> {
                    counts.put(row.getLong(1), row.getInt(2));
                });
        return counts;
    }

    long countThrough(long block) {
        return jdbc.sql("select count(*) from audit_transaction where block <= ?")
                .param(block)
                .query(Long.class)
                .single();
    }

    List<TraceLine> ofTransaction(String transactionId, int limit) {
        return jdbc.sql("select * from audit_transaction where transaction_id = ? order by block, place limit ?")
                .params(transactionId, limit)
                .query((row, _) -> line(row))
                .list();
    }

    private static TraceLine line(ResultSet row) throws SQLException {
        return new TraceLine(
                row.getLong("block"),
                row.getLong("place"),
                row.getString("transaction_id"),
                row.getString("status"),
                row.getString("kind"),
                row.getInt("namespace"),
                new Values(
                        row.getInt("inputs"),
                        row.getInt("outputs"),
                        row.getLong("amount_in"),
                        row.getLong("amount_out"),
                        row.getLong("amount_recorded")));
    }

    void delete(Collection<Long> blocks) {
        if (!blocks.isEmpty()) {
            jdbc.sql("delete from audit_transaction where block = any(?)")
                    .param(array("bigint", blocks))
                    .update();
        }
    }

    /// Lines that are there already are written over.
    void insert(List<TraceLine> lines) {
        if (lines.isEmpty()) {
            return;
        }
        jdbc.sql(INSERT)
                .params(
                        column("bigint", lines, TraceLine::block),
                        column("bigint", lines, TraceLine::place),
                        column("text", lines, TraceLine::transactionId),
                        column("text", lines, TraceLine::status),
                        column("text", lines, TraceLine::kind),
                        column("int", lines, TraceLine::namespace),
                        column("int", lines, line -> line.values().inputs()),
                        column("int", lines, line -> line.values().outputs()),
                        column("bigint", lines, line -> line.values().amountIn()),
                        column("bigint", lines, line -> line.values().amountOut()),
                        column("bigint", lines, line -> line.values().amountRecorded()))
                .update();
    }

    private static SqlArrayValue column(String type, List<TraceLine> lines, Function<TraceLine, Object> of) {
        return array(type, lines.stream().map(of).toList());
    }

    private static SqlArrayValue array(String type, Collection<?> values) {
        return new SqlArrayValue(type, values.toArray());
    }
}
