package io.florin.auditor.supply.adapter;

import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.adapter.SupplyRow.Key;
import io.florin.crypto.Bytes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Signed supplies in the database, by sets: a statement's text does not depend on how many there are.
final class SupplyRows {
    private static final String INSERT = """
        insert into audit_supply (block, namespace, issued, redeemed, outstanding, on_rails, holds, header_hash,
            state_hash, signature)
        select * from unnest(?::bigint[], ?::int[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::boolean[],
            ?::text[], ?::text[], ?::bytea[])
        on conflict (block, namespace)
        """;

    private static final String KEEP = INSERT + "do nothing returning block, namespace";

    private static final String OVERWRITE = INSERT + """
        do update set issued = excluded.issued, redeemed = excluded.redeemed, outstanding = excluded.outstanding,
            on_rails = excluded.on_rails, holds = excluded.holds, header_hash = excluded.header_hash,
            state_hash = excluded.state_hash, signature = excluded.signature
        """;

    private final JdbcClient jdbc;

    SupplyRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// Writes rows where there are none.
    ///
    /// @return those that were written
    List<Key> insert(List<SupplyRow> rows) {
        return rows.isEmpty()
                ? List.of()
                : write(KEEP, rows)
                        .query((row, _) -> new Key(row.getLong("block"), row.getInt("namespace")))
                        .list();
    }

    /// Writes rows whether there are some or not.
    void overwrite(List<SupplyRow> rows) {
        if (!rows.isEmpty()) {
            write(OVERWRITE, rows).update();
        }
    }

    private JdbcClient.StatementSpec write(String statement, List<SupplyRow> rows) {
        return jdbc.sql(statement)
                .params(
                        column("bigint", rows, row -> row.figures().block()),
                        column("int", rows, row -> row.figures().namespace()),
                        column("bigint", rows, row -> row.figures().issued()),
                        column("bigint", rows, row -> row.figures().redeemed()),
                        column("bigint", rows, row -> row.figures().outstanding()),
                        column("bigint", rows, row -> row.figures().onRails()),
                        column("boolean", rows, row -> row.figures().holds()),
                        column("text", rows, SupplyRow::headerHash),
                        column("text", rows, SupplyRow::stateHash),
                        rows.stream().map(row -> row.signature().toArray()).toArray(byte[][]::new));
    }

    /// The rows of these blocks and namespaces that are there.
    List<SupplyRow> find(Collection<Key> keys) {
        return jdbc.sql("""
            select s.* from audit_supply s join unnest(?::bigint[], ?::int[]) as k (block, namespace)
                on s.block = k.block and s.namespace = k.namespace
            """)
                .params(
                        array("bigint", keys.stream().map(Key::block).toList()),
                        array("int", keys.stream().map(Key::namespace).toList()))
                .query((row, _) -> row(row))
                .list();
    }

    Optional<SupplyRow> find(Key key) {
        return find(List.of(key)).stream().findFirst();
    }

    /// The last rows of a namespace, newest first.
    List<SupplyRow> newest(int namespace, int limit) {
        return jdbc.sql("select * from audit_supply where namespace = ? order by block desc limit ?")
                .params(namespace, limit)
                .query((row, _) -> row(row))
                .list();
    }

    /// The rows of a namespace at blocks, oldest first.
    List<SupplyRow> at(int namespace, Collection<Long> blocks) {
        return jdbc.sql("select * from audit_supply where namespace = ? and block = any(?) order by block")
                .params(namespace, array("bigint", blocks))
                .query((row, _) -> row(row))
                .list();
    }

    /// The next rows behind one, in their order, up to a block.
    List<SupplyRow> after(Key last, long through, int limit) {
        return jdbc.sql("""
            select * from audit_supply where (block, namespace) > (?, ?) and block <= ?
            order by block, namespace limit ?
            """)
                .params(last.block(), last.namespace(), through, limit)
                .query((row, _) -> row(row))
                .list();
    }

    private static SupplyRow row(ResultSet row) throws SQLException {
        Figures figures = new Figures(
                row.getLong("block"),
                row.getInt("namespace"),
                row.getLong("issued"),
                row.getLong("redeemed"),
                row.getLong("outstanding"),
                row.getLong("on_rails"),
                row.getBoolean("holds"),
                new TreeMap<>());
        return new SupplyRow(
                figures,
                row.getString("header_hash"),
                row.getString("state_hash"),
                Bytes.of(row.getBytes("signature")));
    }

    private static SqlArrayValue column(String type, List<SupplyRow> rows, Function<SupplyRow, Object> of) {
        return array(type, rows.stream().map(of).toList());
    }

    private static SqlArrayValue array(String type, Collection<?> values) {
        return new SqlArrayValue(type, values.toArray());
    }
}
