package io.florin.auditmember.adapter;

import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Shares that were given under a case, read from the log.
@Component
class ShareHistory {
    private static final PagedList<Given> NEWEST =
            new PagedList<>("shares", true, List.of(new Key<>("sequence", Kind.NUMBER, Given::sequence)));

    private final JdbcClient jdbc;

    ShareHistory(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// @param subject `transaction/<id>`
    record Given(long sequence, Instant at, String actor, String subject, String detail) {}

    /// Newest first.
    ///
    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    ListPage<Given> under(String reference, @Nullable String cursor, int size) {
        return NEWEST.read(
                jdbc,
                new PagedList.Rows(
                        "select sequence, at_millis, actor, subject, reason from decision",
                        List.of(),
                        List.of("action = 'share-given'", "starts_with(reason, :under)"),
                        Map.of("under", "case " + reference + ", ")),
                cursor,
                size,
                (row, _) -> new Given(
                        row.getLong("sequence"),
                        Instant.ofEpochMilli(row.getLong("at_millis")),
                        row.getString("actor"),
                        row.getString("subject"),
                        row.getString("reason")));
    }
}
