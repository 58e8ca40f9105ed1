package io.florin.registration.people;

import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Tasks of rescreening, a page at a time: of those that wait the oldest first, of all the newest first.
public class TaskList {
    private final JdbcClient jdbc;
    private final RescreeningTasks tasks;
    private final EnrollmentRepository enrollments;

    public TaskList(JdbcClient jdbc, RescreeningTasks tasks, EnrollmentRepository enrollments) {
        this.jdbc = jdbc;
        this.tasks = tasks;
        this.enrollments = enrollments;
    }

    /// Place of a task in the orders.
    record Found(UUID id, Instant foundAt) {}

    /// Filter of a list of tasks.
    public enum Selection {
        OPEN(false, List.of("state = 'OPEN'")),
        ALL(true, List.of());

        private final PagedList<Found> order;
        private final List<String> conditions;

        Selection(boolean newest, List<String> conditions) {
            this.order = new PagedList<>(
                    "tasks-" + name().toLowerCase(Locale.ROOT),
                    newest,
                    List.of(new Key<>("found_at", Kind.TIME, Found::foundAt), new Key<>("id", Kind.ID, Found::id)));
            this.conditions = conditions;
        }
    }

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<RescreeningView> find(Selection selection, @Nullable String cursor, int size) {
        return selection
                .order
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select id, found_at from rescreening_task", List.of(), selection.conditions, Map.of()),
                        cursor,
                        size,
                        (row, _) -> new Found(
                                row.getObject("id", UUID.class),
                                row.getTimestamp("found_at").toInstant()))
                .load(Found::id, ids -> views(tasks.findByIdIn(ids)), RescreeningView::id);
    }

    private List<RescreeningView> views(List<RescreeningTask> found) {
        List<UUID> people =
                found.stream().map(RescreeningTask::enrollment).distinct().toList();
        Map<UUID, EnrollmentFile> files =
                enrollments.findByIdIn(people).stream().collect(Collectors.toMap(Enrollment::id, Enrollment::file));
        return found.stream()
                .map(task -> task.view(Objects.requireNonNull(files.get(task.enrollment()))))
                .toList();
    }
}
