package io.florin.auditor.incidents.adapter;

import io.florin.auditor.events.adapter.EventOutbox;
import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.ReportSection;
import io.florin.ledger.audit.IncidentKind;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/// The findings.
@Configuration(proxyBeanMethods = false)
class IncidentConfiguration {
    private static final int LISTED = 50;

    @Bean
    IncidentList incidentList(JdbcClient jdbc, IncidentRepository rows) {
        return new IncidentList(jdbc, rows);
    }

    @Bean
    IncidentBook incidentBook(
            IncidentRepository rows,
            JdbcClient jdbc,
            AuditLog log,
            EventOutbox events,
            PlatformTransactionManager manager,
            MeterRegistry registry,
            InstantSource clock) {
        return new IncidentBook(rows, jdbc, log, events, manager, registry, clock);
    }

    @Bean
    ReportSection incidentReport(IncidentBook book) {
        return new ReportSection() {
            @Override
            public String name() {
                return "incidents";
            }

            @Override
            public String title() {
                return "Incidents";
            }

            @Override
            public Map<String, Object> facts() {
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("openAlarms", book.openAlarms());
                for (Map.Entry<IncidentKind, Long> count : book.counts().entrySet()) {
                    facts.put(camel(count.getKey()), count.getValue());
                }
                facts.put("newest", newest(book));
                return facts;
            }

            @Override
            public boolean sound() {
                return book.openAlarms() == 0;
            }
        };
    }

    private static List<Map<String, Object>> newest(IncidentBook book) {
        return book.before(Long.MAX_VALUE, LISTED).stream()
                .map(incident -> {
                    Map<String, Object> line = new LinkedHashMap<>();
                    line.put("id", incident.getId());
                    line.put("kind", incident.getKind().name());
                    line.put("block", incident.getBlock());
                    line.put("index", incident.getPlace());
                    line.put("subject", incident.getSubject());
                    line.put("detail", incident.getDetail());
                    line.put("foundAt", incident.getFoundAt().toString());
                    line.put("acknowledgedBy", incident.getAcknowledgedBy());
                    return line;
                })
                .toList();
    }

    /// `FORGED_BLOCK` → `forgedBlock`.
    private static String camel(IncidentKind kind) {
        StringBuilder name = new StringBuilder();
        for (String word : kind.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            name.append(name.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return name.toString();
    }
}
