package io.florin.centralbank.incidents;

import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.decisions.SecondPerson;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Incidents in the database. Closing takes two persons; what is still wrong is raised again by the next check.
public class Incidents {
    private static final Logger log = LoggerFactory.getLogger(Incidents.class);
    private static final int DETAIL_MAX = 400;
    private static final int NEWEST = 100;

    private final JdbcClient jdbc;
    private final DecisionLog decisions;
    private final InstantSource clock;

    public Incidents(JdbcClient jdbc, DecisionLog decisions, InstantSource clock) {
        this.jdbc = jdbc;
        this.decisions = decisions;
        this.clock = clock;
    }

    /// @param closingBy who asked to close it, empty while nobody did
    @Schema(description = "What stopped issuing, or stops it")
    public record Incident(
            @Schema(description = "Number of the incident") long id,
            @Schema(description = "Code of what is wrong") String code,
            @Schema(description = "Where and by how much") String detail,
            @Schema(description = "When it was raised") Instant raisedAt,

            @Schema(description = "Who asked to close it, empty while nobody did")
            String closingBy,

            @Schema(description = "Why, in that person's words")
            String closingReason,

            @Schema(description = "Who closed it, empty before")
            String closedBy,

            @Schema(description = "When, null before", nullable = true) @Nullable
            Instant closedAt) {

        @Schema(description = "Whether it stops issuing")
        public boolean isOpen() {
            return closedAt == null;
        }
    }

    /// Raises it in the caller's transaction, or in one of its own; once while the same is open.
    ///
    /// @param code a fixed word: `reserves-differ-from-supply`
    @Transactional
    public void raise(String code, String detail) {
        String kept = detail.substring(0, Math.min(DETAIL_MAX, detail.length()));
        int raised = jdbc.sql("""
            insert into incident (code, detail, raised_at) values (?, ?, ?)
            on conflict (code, detail) where closed_at is null do nothing
            """)
                .params(code, kept, Timestamp.from(clock.instant()))
                .update();
        if (raised == 1) {
            log.error("incident, issuing is stopped: code={}", code);
        }
    }

    @Transactional(readOnly = true)
    public boolean issuingStopped() {
        return openCount() > 0;
    }

    /// Codes and details of what is open.
    @Transactional(readOnly = true)
    public List<String> open() {
        return jdbc.sql("select code || ': ' || detail from incident where closed_at is null order by id")
                .query(String.class)
                .list();
    }

    /// An incident that stops issuing now, as an outside check reads it.
    ///
    /// @param kind the incident's code: `reserves-differ-from-supply`
    /// @param closingRequested whether one person has asked to close it
    @Schema(description = "An incident that stops issuing now")
    public record OpenIncident(
            @Schema(description = "Number of the incident") long id,
            @Schema(description = "Code of what is wrong") String kind,
            @Schema(description = "Where and by how much") String detail,
            @Schema(description = "Since when") Instant since,

            @Schema(description = "Whether one person has asked to close it")
            boolean closingRequested) {}

    /// All that are open, oldest first.
    @Transactional(readOnly = true)
    public List<OpenIncident> allOpen() {
        return jdbc
                .sql("select * from incident where closed_at is null order by id")
                .query(Incidents::row)
                .list()
                .stream()
                .map(incident -> new OpenIncident(
                        incident.id(),
                        incident.code(),
                        incident.detail(),
                        incident.raisedAt(),
                        !incident.closingBy().isEmpty()))
                .toList();
    }

    @Transactional(readOnly = true)
    public long openCount() {
        return jdbc.sql("select count(*) from incident where closed_at is null")
                .query(Long.class)
                .single();
    }

    /// Number of incidents, open and closed.
    @Transactional(readOnly = true)
    public long count(String code) {
        return jdbc.sql("select count(*) from incident where code = ?")
                .param(code)
                .query(Long.class)
                .single();
    }

    /// Orders of the list.
    public enum Order {
        NEWEST(true),
        OLDEST(false);

        private final PagedList<Incident> list;

        Order(boolean descending) {
            this.list = new PagedList<>("incidents", descending, List.of(new Key<>("id", Kind.NUMBER, Incident::id)));
        }
    }

    /// A part of all incidents.
    ///
    /// @param text of the code, the detail, or what was said when it was closed
    /// @param open whether only those that stop issuing
    public record Query(NamePart text, boolean open, Order order) {
        static final Query ALL = new Query(new NamePart(""), false, Order.NEWEST);
    }

    @Transactional(readOnly = true)
    public List<Incident> newest() {
        return find(Query.ALL, null).rows();
    }

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another order
    @Transactional(readOnly = true)
    public ListPage<Incident> find(Query query, @Nullable String cursor) {
        List<String> allOf = new ArrayList<>();
        if (query.open()) {
            allOf.add("closed_at is null");
        }
        if (!query.text().isEmpty()) {
            allOf.add(query.text().in("replace(code, '-', ' ')", "code", "detail", "closing_reason", "closed_by"));
        }
        return query.order()
                .list
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select * from incident",
                                List.of(),
                                allOf,
                                query.text().parameters()),
                        cursor,
                        NEWEST,
                        Incidents::row);
    }

    /// The first person says why it may be closed.
    @Transactional
    public void requestClosing(long id, String person, String reason) {
        held(id);
        jdbc.sql("update incident set closing_by = ?, closing_reason = ? where id = ?")
                .params(person, reason, id)
                .update();
        decisions.append(new Decision(person, "incident-closing-requested", "incident/" + id, reason));
    }

    /// The second person closes it.
    @Transactional
    public void close(long id, String person) {
        Incident incident = held(id);
        SecondPerson.require(incident.closingBy(), person, SupplyProblem.SAME_PERSON::refusal);
        jdbc.sql("update incident set closed_by = ?, closed_at = ? where id = ?")
                .params(person, Timestamp.from(clock.instant()), id)
                .update();
        decisions.append(new Decision(person, "incident-closed", "incident/" + id, incident.closingReason()));
    }

    private Incident held(long id) {
        return jdbc.sql("select * from incident where id = ? and closed_at is null for update")
                .param(id)
                .query(Incidents::row)
                .optional()
                .orElseThrow(SupplyProblem.NO_SUCH_INCIDENT::refusal);
    }

    private static Incident row(ResultSet row, int number) throws SQLException {
        Timestamp closedAt = row.getTimestamp("closed_at");
        return new Incident(
                row.getLong("id"),
                row.getString("code"),
                row.getString("detail"),
                row.getTimestamp("raised_at").toInstant(),
                row.getString("closing_by"),
                row.getString("closing_reason"),
                row.getString("closed_by"),
                closedAt == null ? null : closedAt.toInstant());
    }
}
