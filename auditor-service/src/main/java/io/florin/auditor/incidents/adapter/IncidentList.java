package io.florin.auditor.incidents.adapter;

import io.florin.ledger.audit.IncidentKind.Severity;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Findings: searched, filtered and in order, a page at a time.
final class IncidentList {
    private static final List<Key<Long>> NUMBER = List.of(new Key<>("id", Kind.NUMBER, id -> id));

    private final JdbcClient jdbc;
    private final IncidentRepository rows;

    IncidentList(JdbcClient jdbc, IncidentRepository rows) {
        this.jdbc = jdbc;
        this.rows = rows;
    }

    /// Orders of the list.
    enum Order {
        NEWEST(true),
        OLDEST(false);

        private final PagedList<Long> list;

        Order(boolean descending) {
            this.list = new PagedList<>("incidents", descending, NUMBER);
        }
    }

    /// A part of all findings.
    ///
    /// @param text of the kind, the subject or the detail
    /// @param open whether only those that nobody has acknowledged
    /// @param severity all where null
    record Query(NamePart text, boolean open, @Nullable Severity severity, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<IncidentEntity> find(Query query, @Nullable String cursor, int size) {
        List<String> conditions = new ArrayList<>();
        if (query.open()) {
            conditions.add("acknowledged_by = ''");
        }
        if (query.severity() != null) {
            conditions.add("severity = '" + query.severity().name() + "'");
        }
        if (!query.text().isEmpty()) {
            conditions.add(query.text().in("replace(kind, '_', ' ')", "subject", "detail"));
        }
        return query.order()
                .list
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select id from audit_incident",
                                List.of(),
                                conditions,
                                query.text().parameters()),
                        cursor,
                        size,
                        (row, _) -> row.getLong("id"))
                .load(id -> id, rows::findAllById, IncidentEntity::getId);
    }
}
