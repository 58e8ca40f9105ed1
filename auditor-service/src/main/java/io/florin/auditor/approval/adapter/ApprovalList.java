package io.florin.auditor.approval.adapter;

import io.florin.auditor.approval.adapter.ApprovalEntity.State;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Transactions that asked to be signed off: searched, filtered and in order, a page at a time.
final class ApprovalList {
    private static final Key<Found> ID = new Key<>("transaction_id", Kind.HEX, Found::transactionId);

    private final JdbcClient jdbc;
    private final ApprovalRepository rows;

    ApprovalList(JdbcClient jdbc, ApprovalRepository rows) {
        this.jdbc = jdbc;
        this.rows = rows;
    }

    private record Found(String transactionId, Instant requestedAt, long amount) {}

    /// Orders of both lists.
    enum Order {
        /// Of those that wait the oldest first, of the decided ones the newest first.
        TIME,
        LARGEST,
        SMALLEST
    }

    /// A part of all transactions.
    ///
    /// @param id digits of the transaction's id
    /// @param state of decided ones; all where null
    record Query(NamePart id, @Nullable State state, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<ApprovalEntity> waiting(Query query, @Nullable String cursor, int size) {
        return read(list("approvals-waiting", query.order(), false), List.of("state = 'PENDING'"), query, cursor, size);
    }

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<ApprovalEntity> decided(Query query, @Nullable String cursor, int size) {
        List<String> conditions = new ArrayList<>(List.of("state <> 'PENDING'"));
        if (query.state() != null) {
            conditions.add("state = '" + query.state().name() + "'");
        }
        return read(list("approvals-decided", query.order(), true), conditions, query, cursor, size);
    }

    private static PagedList<Found> list(String name, Order order, boolean newestFirst) {
        return switch (order) {
            case TIME ->
                new PagedList<>(
                        name, newestFirst, List.of(new Key<>("requested_at", Kind.TIME, Found::requestedAt), ID));
            case LARGEST, SMALLEST ->
                new PagedList<>(
                        name + "-by-amount",
                        order == Order.LARGEST,
                        List.of(new Key<>("amount", Kind.NUMBER, Found::amount), ID));
        };
    }

    private ListPage<ApprovalEntity> read(
            PagedList<Found> list, List<String> conditions, Query query, @Nullable String cursor, int size) {
        List<String> allOf = new ArrayList<>(conditions);
        if (!query.id().isEmpty()) {
            allOf.add(query.id().in("transaction_id"));
        }
        return list.read(
                        jdbc,
                        new PagedList.Rows(
                                "select transaction_id, requested_at, amount from audit_approval",
                                List.of(),
                                allOf,
                                query.id().parameters()),
                        cursor,
                        size,
                        (row, _) -> new Found(
                                row.getString("transaction_id"),
                                row.getTimestamp("requested_at").toInstant(),
                                row.getLong("amount")))
                .load(Found::transactionId, rows::findAllById, ApprovalEntity::getTransactionId);
    }
}
