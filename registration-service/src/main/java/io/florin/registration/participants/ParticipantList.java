package io.florin.registration.participants;

import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Admitted banks: searched, filtered and in order, a page at a time.
public class ParticipantList {
    private final JdbcClient jdbc;
    private final ParticipantRegister register;

    public ParticipantList(JdbcClient jdbc, ParticipantRegister register) {
        this.jdbc = jdbc;
        this.register = register;
    }

    private record Found(long id, String name) {}

    /// Orders of the list.
    public enum Order {
        ID("participants", false, List.of()),
        ID_DOWN("participants", true, List.of()),
        NAME("participants-by-name", false, List.of(new Key<>("name", Kind.TEXT, Found::name))),
        NAME_DOWN("participants-by-name", true, List.of(new Key<>("name", Kind.TEXT, Found::name)));

        private final PagedList<Found> list;

        Order(String name, boolean descending, List<Key<Found>> first) {
            List<Key<Found>> keys = new ArrayList<>(first);
            keys.add(new Key<>("id", Kind.NUMBER, Found::id));
            this.list = new PagedList<>(name, descending, keys);
        }
    }

    /// A part of all banks.
    ///
    /// @param text of the name or the BIC
    /// @param standing all where null
    public record Query(NamePart text, @Nullable Standing standing, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    @Transactional(readOnly = true)
    public ListPage<ParticipantView> find(Query query, @Nullable String cursor, int size) {
        List<String> conditions = new ArrayList<>();
        if (query.standing() != null) {
            conditions.add("standing = '" + query.standing().name() + "'");
        }
        if (!query.text().isEmpty()) {
            conditions.add(query.text().in("name", "bic"));
        }
        return query.order()
                .list
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select id, name from participant",
                                List.of(),
                                conditions,
                                query.text().parameters()),
                        cursor,
                        size,
                        (row, _) -> new Found(row.getLong("id"), row.getString("name")))
                .load(
                        found -> (int) found.id(),
                        ids -> register.findByIdIn(ids).stream()
                                .map(Participant::view)
                                .toList(),
                        ParticipantView::id);
    }
}
