package io.florin.auditor.events.adapter;

import io.florin.identity.NodeIdentity;
import io.florin.ledger.audit.AuditEvent;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.SignedEvent;
import java.time.InstantSource;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SqlArrayValue;

/// Events that wait to be published, in the order in which they were appended.
public final class EventOutbox {
    private static final String APPEND = """
        insert into audit_event (case_id, payload)
        select e.case_id, e.payload
        from unnest(?::text[], ?::bytea[]) with ordinality as e (case_id, payload, place) order by e.place
        """;

    private final JdbcTemplate jdbc;
    private final NodeIdentity node;
    private final InstantSource clock;

    public EventOutbox(JdbcTemplate jdbc, NodeIdentity node, InstantSource clock) {
        this.jdbc = jdbc;
        this.node = node;
        this.clock = clock;
    }

    /// @param number never used twice
    /// @param caseId the record's key
    record Waiting(long number, String caseId, byte[] payload) {}

    /// Keeps an event until it is published; joins the database transaction that is under way, so what is stored is
    /// published and nothing else is.
    public void append(AuditEvent event) {
        append(List.of(event));
    }

    /// The same of several, in their order.
    public void append(List<AuditEvent> events) {
        if (!events.isEmpty()) {
            jdbc.update(
                    APPEND,
                    new SqlArrayValue(
                            "text", events.stream().map(EventOutbox::caseId).toArray()),
                    events.stream().map(this::sign).toArray(byte[][]::new));
        }
    }

    private byte[] sign(AuditEvent event) {
        return SignedEvent.of(node.networkId(), clock.millis(), event, node.id() - 1, node.key())
                .encode();
    }

    private static String caseId(AuditEvent event) {
        return switch (event) {
            case SupplyProved proof -> "supply-" + proof.namespace();
            case IncidentFound incident -> "incident-" + incident.number();
        };
    }

    List<Waiting> first(int limit) {
        return jdbc.query(
                "select number, case_id, payload from audit_event order by number limit ?",
                (row, _) -> new Waiting(row.getLong("number"), row.getString("case_id"), row.getBytes("payload")),
                limit);
    }

    void published(List<Waiting> events) {
        jdbc.batchUpdate(
                "delete from audit_event where number = ?",
                events.stream().map(event -> new Object[] {event.number()}).toList());
    }

    long waiting() {
        Long count = jdbc.queryForObject("select count(*) from audit_event", Long.class);
        return count == null ? 0 : count;
    }
}
