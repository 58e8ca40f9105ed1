package io.florin.auditor.incidents.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.events.adapter.EventOutbox;
import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.IncidentKind;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Findings in the database, each once. Warnings say that something was refused; alarms make the service's integrity
/// red until a person has acknowledged them.
public final class IncidentBook implements IncidentLog {
    private static final Metrics NAMES = new Metrics("auditor");
    private static final String NOBODY = "";
    private static final int PAGE_MAX = 500;
    private static final int NOTE_MAX = 500;

    /// Looks first: a number is not used up by a finding that is known.
    private static final String INSERT = """
        insert into audit_incident (natural_key, kind, severity, block, place, subject, detail, evidence, found_at)
        select ?, ?, ?, ?, ?, ?, ?, ?::bytea, ?::timestamptz
        where not exists (select 1 from audit_incident where natural_key = ?)
        on conflict (natural_key) do nothing returning id
        """;

    private final IncidentRepository rows;
    private final JdbcClient jdbc;
    private final AuditLog log;
    private final EventOutbox events;
    private final TransactionTemplate transactions;
    private final MeterRegistry registry;
    private final InstantSource clock;

    IncidentBook(
            IncidentRepository rows,
            JdbcClient jdbc,
            AuditLog log,
            EventOutbox events,
            PlatformTransactionManager manager,
            MeterRegistry registry,
            InstantSource clock) {
        this.rows = rows;
        this.jdbc = jdbc;
        this.log = log;
        this.events = events;
        this.transactions = new TransactionTemplate(manager);
        this.registry = registry;
        this.clock = clock;
    }

    /// Writes the incident in the transaction that is under way, also one without Hibernate, which stores blocks; else
    /// in one of its own.
    @Override
    public void report(Incident incident) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            record(incident);
        } else {
            transactions.executeWithoutResult(_ -> record(incident));
        }
    }

    private void record(Incident incident) {
        insert(incident).ifPresent(number -> {
            events.append(new IncidentFound(
                    number,
                    incident.kind(),
                    incident.block(),
                    incident.index() == Incident.NO_INDEX ? Optional.empty() : Optional.of(incident.index())));
            String kind = incident.kind().name().toLowerCase(Locale.ROOT);
            registry.counter(NAMES.name("incidents", "found"), "kind", kind).increment();
            AuditorLog.incident(kind, incident.block(), incident.index());
        });
    }

    /// @return its number; empty where it is recorded already
    private Optional<Long> insert(Incident incident) {
        return jdbc.sql(INSERT)
                .params(
                        incident.key(),
                        incident.kind().name(),
                        incident.kind().severity().name(),
                        incident.block(),
                        incident.index(),
                        incident.subject(),
                        incident.detail(),
                        incident.evidence().toArray(),
                        Timestamp.from(clock.instant()),
                        incident.key())
                .query(Long.class)
                .optional();
    }

    /// A person has looked at it.
    void acknowledge(long id, String person, String note) {
        if (note.isBlank() || note.length() > NOTE_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST, "A note of 1 to " + NOTE_MAX + " characters is needed.");
        }
        transactions.executeWithoutResult(_ -> {
            IncidentEntity incident = rows.findById(id)
                    .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such incident."));
            if (!incident.getAcknowledgedBy().isEmpty()) {
                throw new ProblemException(ProblemCode.CONFLICT, "The incident is acknowledged already.");
            }
            incident.acknowledge(person, note);
            log.append("person:" + person, "acknowledge-incident", Long.toString(id), note);
        });
    }

    /// Newest first.
    List<IncidentEntity> before(long before, int limit) {
        return rows.findByIdLessThanOrderByIdDesc(before, Limit.of(Math.clamp(limit, 1, PAGE_MAX)));
    }

    /// Alarms that nobody has acknowledged.
    public long openAlarms() {
        return rows.countBySeverityAndAcknowledgedBy(IncidentKind.Severity.ALARM, NOBODY);
    }

    Map<IncidentKind, Long> counts() {
        Map<IncidentKind, Long> counts = new EnumMap<>(IncidentKind.class);
        for (IncidentKind kind : IncidentKind.values()) {
            counts.put(kind, 0L);
        }
        rows.countByKind().forEach(count -> counts.put(count.getKind(), count.getFindings()));
        return counts;
    }
}
