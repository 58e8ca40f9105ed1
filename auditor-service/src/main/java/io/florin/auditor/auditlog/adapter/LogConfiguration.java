package io.florin.auditor.auditlog.adapter;

import io.florin.auditor.auditlog.LogCheck;
import io.florin.auditor.protocol.ReportSection;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/// The log of decisions and acts.
@Configuration(proxyBeanMethods = false)
class LogConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");

    @Bean
    LogBook logBook(
            LogRepository rows,
            LogHeadRepository heads,
            PlatformTransactionManager manager,
            NodeIdentity node,
            InstantSource clock) {
        return new LogBook(rows, heads, manager, node, clock);
    }

    @Bean
    MeterBinder logGauges(LogBook book) {
        return registry -> Gauge.builder(
                        NAMES.name("log", "broken"), book, log -> log.last().intact() ? 0 : 1)
                .register(registry);
    }

    @Bean
    ReportSection logReport(LogBook book) {
        return new ReportSection() {
            @Override
            public String name() {
                return "log";
            }

            @Override
            public String title() {
                return "Log of decisions";
            }

            @Override
            public Map<String, Object> facts() {
                LogCheck check = book.checkNow();
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("intact", check.intact());
                facts.put("entries", check.entries());
                facts.put("brokenAt", check.brokenAt());
                facts.put("what", check.what());
                return facts;
            }

            @Override
            public boolean sound() {
                return book.last().intact();
            }
        };
    }
}
