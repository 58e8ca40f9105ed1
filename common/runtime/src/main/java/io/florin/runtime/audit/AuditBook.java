package io.florin.runtime.audit;

import io.florin.ledger.NetworkId;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.audit.SignedEvent;
import io.florin.ledger.codec.DecodeException;
import io.micrometer.core.instrument.Counter;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The auditor's announcements, as it signed them: of each currency the newest supply, and every incident. The tables
/// `audit_announcement` and `audit_position` are the service's; both change in one transaction.
///
/// The broker is believed nothing. An event counts if an auditor's key of the configuration in force signed it, of this
/// network. When one does not check the keys are asked anew before it is refused, for they may have changed meanwhile;
/// a configuration older than the one known changes nothing.
///
/// | an event that checks | what happens |
/// |---|---|
/// | supply of a later block than what is kept, or of the same signed later | takes its place |
/// | supply of an earlier block, or a repeat | nothing |
/// | supply, and what is kept is of a key that is not in force any more | takes its place |
/// | incident that is not known | kept, with the time when it came |
/// | incident that is known: the same number and time | nothing |
///
/// One thread takes events; any thread reads.
public final class AuditBook {
    private static final Logger log = LoggerFactory.getLogger(AuditBook.class);
    private static final int SUPPLY = 1;
    private static final int INCIDENT = 2;

    private final JdbcClient jdbc;
    private final TransactionOperations transactions;
    private final Authority authority;
    private final InstantSource clock;
    private final Counts counts;
    private AuditorKeys.Shown inForce = new AuditorKeys.Shown(Long.MIN_VALUE, List.of());

    /// The network and the keys whose events count.
    public record Authority(NetworkId network, AuditorKeys keys) {}

    /// @param refused events that did not check
    public record Counts(Counter taken, Counter refused) {}

    /// An event and when it came here.
    private record Kept(SignedEvent event, Instant cameAt) {}

    /// Of each there is one event. An auditor whose database was lost counts its incidents from 1 again: the time tells
    /// them apart.
    ///
    /// @param number namespace of a supply, number of an incident
    /// @param signedMillis 0 of a supply
    private record Case(int kind, int auditor, long number, long signedMillis) {
        static Case of(SignedEvent signed) {
            return switch (signed.event()) {
                case SupplyProved proof -> new Case(SUPPLY, signed.auditor(), proof.namespace(), 0);
                case IncidentFound found -> new Case(INCIDENT, signed.auditor(), found.number(), signed.timeMillis());
            };
        }
    }

    public AuditBook(
            JdbcClient jdbc,
            TransactionOperations transactions,
            Authority authority,
            InstantSource clock,
            Counts counts) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.authority = authority;
        this.clock = clock;
        this.counts = counts;
    }

    /// The position in the topic to go on at.
    public long nextOffset() {
        return jdbc.sql("select next_offset from audit_position")
                .query(Long.class)
                .single();
    }

    /// Time since which this service reads the topic.
    public Instant readingSince() {
        return jdbc.sql("select since from audit_position")
                .query((row, _) -> row.getTimestamp(1).toInstant())
                .single();
    }

    /// Takes what comes next in the topic.
    ///
    /// @param records what should be encoded events
    /// @param nextOffset the position after them
    /// @throws io.florin.runtime.Failure when keys are needed and nobody shows them; nothing was taken then
    public void take(List<byte[]> records, long nextOffset) {
        List<SignedEvent> authentic = authentic(records);
        Map<Case, SignedEvent> newest = new LinkedHashMap<>();
        authentic.forEach(
                event -> newest.merge(Case.of(event), event, (kept, next) -> isAfter(next, kept) ? next : kept));
        transactions.executeWithoutResult(_ -> {
            newest.forEach(this::keep);
            jdbc.sql("update audit_position set next_offset = ?")
                    .param(nextOffset)
                    .update();
        });
        counts.taken.increment(authentic.size());
        int refused = records.size() - authentic.size();
        if (refused > 0) {
            counts.refused.increment(refused);
            log.warn("records of audit.events are not signed by the auditor and ignored: count={}", refused);
        }
    }

    private List<SignedEvent> authentic(List<byte[]> records) {
        List<SignedEvent> authentic = signed(records);
        if (authentic.size() < records.size()) {
            AuditorKeys.Shown shown = authority.keys.ask();
            inForce = shown.version() >= inForce.version() ? shown : inForce;
            authentic = signed(records);
        }
        return authentic;
    }

    private List<SignedEvent> signed(List<byte[]> records) {
        List<SignedEvent> signed = new ArrayList<>();
        for (byte[] bytes : records) {
            decoded(bytes).filter(this::isSigned).ifPresent(signed::add);
        }
        return signed;
    }

    private static Optional<SignedEvent> decoded(byte[] bytes) {
        try {
            return Optional.of(SignedEvent.decode(bytes));
        } catch (DecodeException unreadable) {
            return Optional.empty();
        }
    }

    private boolean isSigned(SignedEvent event) {
        return event.network().equals(authority.network)
                && event.auditor() < inForce.keys().size()
                && event.isAuthentic(inForce.keys().get(event.auditor()));
    }

    private void keep(Case about, SignedEvent event) {
        Optional<SignedEvent> kept = kept(about).filter(this::isSigned);
        if (kept.isEmpty() || isAfter(event, kept.get())) {
            jdbc.sql("insert into audit_announcement (kind, auditor, number, signed_millis, event, came_at) values (?,"
                            + " ?, ?, ?, ?, ?) on conflict (kind, auditor, number, signed_millis) do update set event ="
                            + " excluded.event, came_at = excluded.came_at")
                    .params(
                            about.kind,
                            about.auditor,
                            about.number,
                            about.signedMillis,
                            event.encode(),
                            Timestamp.from(clock.instant()))
                    .update();
        }
    }

    private Optional<SignedEvent> kept(Case about) {
        return jdbc.sql("select event from audit_announcement"
                        + " where kind = ? and auditor = ? and number = ? and signed_millis = ?")
                .params(about.kind, about.auditor, about.number, about.signedMillis)
                .query((row, _) -> SignedEvent.decode(row.getBytes(1)))
                .optional();
    }

    /// Repeats of an incident are equal, byte for byte.
    private static boolean isAfter(SignedEvent next, SignedEvent kept) {
        return next.event() instanceof SupplyProved later
                && kept.event() instanceof SupplyProved before
                && (later.block() > before.block()
                        || later.block() == before.block() && next.timeMillis() > kept.timeMillis());
    }

    /// The newest supply of each currency and auditor, minor units.
    ///
    /// @param auditor from 1
    /// @param holds whether issued = outstanding + redeemed, as the auditor found it
    /// @param signedAt by the auditor's clock
    /// @param cameAt by the clock here
    public record AuditedSupply(
            int auditor,
            int namespace,
            long block,
            long outstanding,
            boolean holds,
            Instant signedAt,
            Instant cameAt) {}

    /// An incident, as the auditor announced it.
    ///
    /// @param number in that auditor's book
    /// @param block 0 where none is concerned
    public record AnnouncedIncident(
            int auditor, long number, String title, boolean alarm, long block, Instant signedAt, Instant cameAt) {}

    /// By currency, then by auditor.
    public List<AuditedSupply> supplies() {
        List<AuditedSupply> supplies = new ArrayList<>();
        for (Kept kept : read(SUPPLY, Integer.MAX_VALUE)) {
            if (kept.event.event() instanceof SupplyProved proof) {
                supplies.add(new AuditedSupply(
                        kept.event.auditor() + 1,
                        proof.namespace(),
                        proof.block(),
                        proof.outstanding(),
                        proof.holds(),
                        Instant.ofEpochMilli(kept.event.timeMillis()),
                        kept.cameAt));
            }
        }
        supplies.sort(Comparator.comparingInt(AuditedSupply::namespace).thenComparingInt(AuditedSupply::auditor));
        return supplies;
    }

    /// Newest first.
    public List<AnnouncedIncident> incidents(int limit) {
        List<AnnouncedIncident> incidents = new ArrayList<>();
        for (Kept kept : read(INCIDENT, limit)) {
            if (kept.event.event() instanceof IncidentFound found) {
                incidents.add(new AnnouncedIncident(
                        kept.event.auditor() + 1,
                        found.number(),
                        found.kind().title(),
                        found.kind().severity() == IncidentKind.Severity.ALARM,
                        found.block(),
                        Instant.ofEpochMilli(kept.event.timeMillis()),
                        kept.cameAt));
            }
        }
        return incidents;
    }

    public long incidentCount() {
        return jdbc.sql("select count(*) from audit_announcement where kind = ?")
                .param(INCIDENT)
                .query(Long.class)
                .single();
    }

    private List<Kept> read(int kind, int limit) {
        return jdbc.sql("select event, came_at from audit_announcement where kind = ?"
                        + " order by came_at desc, number desc limit ?")
                .params(kind, limit)
                .query((row, _) -> new Kept(
                        SignedEvent.decode(row.getBytes(1)), row.getTimestamp(2).toInstant()))
                .list();
    }
}
