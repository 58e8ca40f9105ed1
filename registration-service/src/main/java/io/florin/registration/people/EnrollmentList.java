package io.florin.registration.people;

import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Customers' enrollments, a page at a time: who waits longest first, of all the newest first.
public class EnrollmentList {
    private final JdbcClient jdbc;
    private final EnrollmentRepository enrollments;

    public EnrollmentList(JdbcClient jdbc, EnrollmentRepository enrollments) {
        this.jdbc = jdbc;
        this.enrollments = enrollments;
    }

    /// Place of an enrollment in the orders.
    record Found(UUID id, Instant appliedAt) {}

    /// Filter of a list of enrollments.
    public enum Selection {
        WAITING(false, List.of("state = 'SCREENED'")),
        HITS(false, List.of("state = 'SCREENED'", "hits > 0")),
        ALL(true, List.of());

        private final PagedList<Found> order;
        private final List<String> conditions;

        Selection(boolean newest, List<String> conditions) {
            this.order = new PagedList<>(
                    "enrollments-" + name().toLowerCase(Locale.ROOT),
                    newest,
                    List.of(new Key<>("applied_at", Kind.TIME, Found::appliedAt), new Key<>("id", Kind.ID, Found::id)));
            this.conditions = conditions;
        }
    }

    /// @param name a part of the name in any letters; empty for everybody
    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<EnrollmentLine> find(Selection selection, String name, @Nullable String cursor, int size) {
        NamePart part = new NamePart(name);
        List<String> conditions = new ArrayList<>(selection.conditions);
        if (!part.isEmpty()) {
            conditions.add(part.in("full_name"));
        }
        return selection
                .order
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select id, applied_at from enrollment", List.of(), conditions, part.parameters()),
                        cursor,
                        size,
                        (row, _) -> new Found(
                                row.getObject("id", UUID.class),
                                row.getTimestamp("applied_at").toInstant()))
                .load(
                        Found::id,
                        ids -> enrollments.findByIdIn(ids).stream()
                                .map(Enrollment::line)
                                .toList(),
                        EnrollmentLine::id);
    }
}
