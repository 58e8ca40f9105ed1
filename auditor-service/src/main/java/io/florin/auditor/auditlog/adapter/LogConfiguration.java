package io.florin.auditor.auditlog.adapter;

import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.ReportSection;
import io.florin.decisions.DecisionFormat;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogCheck;
import io.florin.decisions.LogWatch;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The log of decisions and acts.
@Configuration(proxyBeanMethods = false)
class LogConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");
    private static final int APPENDING = 7_301;

    @Bean
    DecisionStore decisionStore(JdbcClient jdbc, NodeIdentity node, InstantSource clock) {
        return new DecisionStore(
                new DecisionFormat("audit-log", false, APPENDING), jdbc, node.networkId(), node.key(), clock);
    }

    @Bean
    LogWatch logWatch(DecisionStore store) {
        return new LogWatch(store);
    }

    @Bean
    AuditLog auditLog(DecisionStore store) {
        return new LogBook(store);
    }

    @Bean
    MeterBinder logGauges(LogWatch watch) {
        return registry -> Gauge.builder(NAMES.name("log", "broken"), watch, log -> log.isBroken() ? 1 : 0)
                .register(registry);
    }

    @Bean
    ReportSection logReport(LogWatch watch) {
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
                LogCheck check = watch.checkNow();
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("intact", check.intact());
                facts.put("entries", check.entries());
                facts.put("brokenAt", check.brokenAt());
                facts.put("what", check.what());
                return facts;
            }

            @Override
            public boolean sound() {
                return watch.isWhole();
            }
        };
    }
}
