package io.florin.auditor.approval.adapter;

import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Transactions that asked to be signed off, a page at a time: of those that wait the oldest first, of the decided ones
/// the newest first.
final class ApprovalList {
    private static final List<Key<Found>> KEYS = List.of(
            new Key<>("requested_at", Kind.TIME, Found::requestedAt),
            new Key<>("transaction_id", Kind.HEX, Found::transactionId));
    private static final PagedList<Found> WAITING = new PagedList<>("approvals-waiting", false, KEYS);
    private static final PagedList<Found> DECIDED = new PagedList<>("approvals-decided", true, KEYS);

    private final JdbcClient jdbc;
    private final ApprovalRepository rows;

    ApprovalList(JdbcClient jdbc, ApprovalRepository rows) {
        this.jdbc = jdbc;
        this.rows = rows;
    }

    private record Found(String transactionId, Instant requestedAt) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<ApprovalEntity> waiting(@Nullable String cursor, int size) {
        return read(WAITING, "state = 'PENDING'", cursor, size);
    }

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<ApprovalEntity> decided(@Nullable String cursor, int size) {
        return read(DECIDED, "state <> 'PENDING'", cursor, size);
    }

    private ListPage<ApprovalEntity> read(PagedList<Found> list, String condition, @Nullable String cursor, int size) {
        ListPage<Found> page = list.read(
                jdbc,
                new PagedList.Rows(
                        "select transaction_id, requested_at from audit_approval",
                        List.of(),
                        List.of(condition),
                        Map.of()),
                cursor,
                size,
                (row, _) -> new Found(
                        row.getString("transaction_id"),
                        row.getTimestamp("requested_at").toInstant()));
        List<String> ids = page.rows().stream().map(Found::transactionId).toList();
        Map<String, ApprovalEntity> found = rows.findAllById(ids).stream()
                .collect(Collectors.toMap(ApprovalEntity::getTransactionId, Function.identity()));
        return page.map(_ -> ids.stream()
                .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
                .toList());
    }
}
