package io.florin.registration.participants;

import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Applications of banks: searched, filtered and in order, a page at a time.
public class ApplicationList {
    private static final Key<Found> ID = new Key<>("id", Kind.ID, Found::id);

    private final JdbcClient jdbc;
    private final ParticipantApplications applications;

    public ApplicationList(JdbcClient jdbc, ParticipantApplications applications) {
        this.jdbc = jdbc;
        this.applications = applications;
    }

    private record Found(UUID id, Instant recordedAt, String name) {}

    /// Orders of the list.
    public enum Order {
        NEWEST("applications", true, new Key<>("recorded_at", Kind.TIME, Found::recordedAt)),
        OLDEST("applications", false, new Key<>("recorded_at", Kind.TIME, Found::recordedAt)),
        NAME("applications-by-name", false, new Key<>("name", Kind.TEXT, Found::name)),
        NAME_DOWN("applications-by-name", true, new Key<>("name", Kind.TEXT, Found::name));

        private final PagedList<Found> list;

        Order(String name, boolean descending, Key<Found> key) {
            this.list = new PagedList<>(name, descending, List.of(key, ID));
        }
    }

    /// A part of all applications.
    ///
    /// @param text of the bank's name or BIC
    /// @param state all where null
    public record Query(NamePart text, ParticipantApplication.@Nullable State state, Order order) {
        /// All, the newest first.
        static final Query NEWEST = new Query(new NamePart(""), null, Order.NEWEST);
    }

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<ApplicationView> find(Query query, @Nullable String cursor, int size) {
        List<String> conditions = new ArrayList<>();
        if (query.state() != null) {
            conditions.add("state = '" + query.state().name() + "'");
        }
        if (!query.text().isEmpty()) {
            conditions.add(query.text().in("name", "bic"));
        }
        return query.order()
                .list
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select id, recorded_at, name from participant_application",
                                List.of(),
                                conditions,
                                query.text().parameters()),
                        cursor,
                        size,
                        (row, _) -> new Found(
                                row.getObject("id", UUID.class),
                                row.getTimestamp("recorded_at").toInstant(),
                                row.getString("name")))
                .load(
                        Found::id,
                        ids -> applications.findByIdIn(ids).stream()
                                .map(ParticipantApplication::view)
                                .toList(),
                        ApplicationView::id);
    }
}
