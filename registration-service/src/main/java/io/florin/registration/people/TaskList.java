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

    /// Orders of the searched list.
    public enum Order {
        NEWEST(true),
        OLDEST(false);

        private final PagedList<Found> list;

        Order(boolean newest) {
            this.list = new PagedList<>(
                    "tasks-found",
                    newest,
                    List.of(new Key<>("found_at", Kind.TIME, Found::foundAt), new Key<>("id", Kind.ID, Found::id)));
        }
    }

    /// A part of all tasks.
    ///
    /// @param text of the customer's name, the list's version or the reason of the decision
    /// @param state all where null
    public record Query(NamePart text, RescreeningTask.@Nullable State state, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<RescreeningView> find(Query query, @Nullable String cursor, int size) {
        List<String> allOf = new ArrayList<>();
        if (query.state() != null) {
            allOf.add("state = '" + query.state().name() + "'");
        }
        if (!query.text().isEmpty()) {
            allOf.add("exists (select 1 from enrollment e where e.id = t.enrollment and "
                    + query.text().in("e.full_name", "t.list_version", "t.reason") + ")");
        }
        return read(query.order().list, allOf, query.text().parameters(), cursor, size);
    }

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<RescreeningView> find(Selection selection, @Nullable String cursor, int size) {
        return read(selection.order, selection.conditions, Map.of(), cursor, size);
    }

    private ListPage<RescreeningView> read(
            PagedList<Found> order,
            List<String> allOf,
            Map<String, Object> parameters,
            @Nullable String cursor,
            int size) {
        return order.read(
                        jdbc,
                        new PagedList.Rows(
                                "select t.id, t.found_at from rescreening_task t", List.of(), allOf, parameters),
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
