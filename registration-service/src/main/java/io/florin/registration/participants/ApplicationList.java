package io.florin.registration.participants;

import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Applications of banks, a page at a time.
public class ApplicationList {
    private static final PagedList<Found> NEWEST = new PagedList<>(
            "applications",
            true,
            List.of(new Key<>("recorded_at", Kind.TIME, Found::recordedAt), new Key<>("id", Kind.ID, Found::id)));

    private final JdbcClient jdbc;
    private final ParticipantApplications applications;

    public ApplicationList(JdbcClient jdbc, ParticipantApplications applications) {
        this.jdbc = jdbc;
        this.applications = applications;
    }

    private record Found(UUID id, Instant recordedAt) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<ApplicationView> newest(@Nullable String cursor, int size) {
        ListPage<Found> page = NEWEST.read(
                jdbc,
                PagedList.Rows.all("select id, recorded_at from participant_application"),
                cursor,
                size,
                (row, _) -> new Found(
                        row.getObject("id", UUID.class),
                        row.getTimestamp("recorded_at").toInstant()));
        List<UUID> ids = page.rows().stream().map(Found::id).toList();
        Map<UUID, ApplicationView> views = applications.findByIdIn(ids).stream()
                .map(ParticipantApplication::view)
                .collect(Collectors.toMap(ApplicationView::id, view -> view));
        return page.map(_ -> ids.stream()
                .flatMap(id -> Optional.ofNullable(views.get(id)).stream())
                .toList());
    }
}
