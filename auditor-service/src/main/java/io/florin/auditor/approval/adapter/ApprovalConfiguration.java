package io.florin.auditor.approval.adapter;

import io.florin.auditor.approval.ApprovalRules;
import io.florin.auditor.approval.adapter.ApprovalEntity.State;
import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.Enrollments;
import io.florin.auditor.protocol.LedgerView;
import io.florin.auditor.protocol.ReportSection;
import io.florin.ledger.Amount;
import io.florin.runtime.identity.NodeIdentity;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/// Active audit.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ApprovalProperties.class)
class ApprovalConfiguration {

    @Bean
    ApprovalDesk approvalDesk(
            ApprovalRepository rows,
            ApprovalDesk.Office office,
            PlatformTransactionManager manager,
            ApprovalProperties properties,
            MeterRegistry registry,
            JdbcClient jdbc) {
        var rules =
                new ApprovalRules(office.ledger().network(), Amount.of(properties.releaseMax()), new SecureRandom());
        return new ApprovalDesk(rows, rules, office, manager, properties, registry, jdbc);
    }

    @Bean
    ApprovalDesk.Office approvalOffice(
            NodeIdentity node, LedgerView ledger, Enrollments directory, AuditLog log, InstantSource clock) {
        return new ApprovalDesk.Office(
                node,
                ledger,
                directory,
                log,
                clock,
                new DisclosureSeal(node.networkId(), node.key(), new SecureRandom()));
    }

    @Bean
    ApprovalExpiry approvalExpiry(ApprovalDesk desk) {
        return desk::expire;
    }

    @Bean
    ReportSection approvalReport(ApprovalDesk desk) {
        return new ReportSection() {
            @Override
            public String name() {
                return "approvals";
            }

            @Override
            public String title() {
                return "Transactions signed off";
            }

            @Override
            public Map<String, Object> facts() {
                Map<String, Object> facts = new LinkedHashMap<>();
                for (State state : State.values()) {
                    facts.put(state.name().toLowerCase(Locale.ROOT), desk.count(state));
                }
                return facts;
            }

            @Override
            public boolean sound() {
                return true;
            }
        };
    }
}
