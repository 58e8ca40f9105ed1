package io.florin.auditor.approval.adapter;

import io.florin.auditor.approval.ApprovalRules;
import io.florin.auditor.approval.BarredWatch;
import io.florin.auditor.approval.adapter.ApprovalEntity.State;
import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReportSection;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.Amount;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.api.BarredInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.Faults;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/// Active audit.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ApprovalProperties.class)
class ApprovalConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");
    private static final Duration BARRED_WITHIN = Duration.ofSeconds(2);

    @Bean
    ApprovalService approvalService(
            ApprovalRepository rows,
            BarredListFollower barred,
            ApprovalService.Office office,
            PlatformTransactionManager manager,
            ApprovalProperties properties,
            MeterRegistry registry,
            JdbcClient jdbc) {
        var rules =
                new ApprovalRules(office.ledger().network(), Amount.of(properties.releaseMax()), new SecureRandom());
        return new ApprovalService(rows, rules, barred, office, manager, properties, registry, jdbc);
    }

    @Bean
    ApprovalList approvalList(JdbcClient jdbc, ApprovalRepository rows) {
        return new ApprovalList(jdbc, rows);
    }

    @Bean
    ApprovalService.Office approvalOffice(
            NodeIdentity node, ReplayPosition ledger, EnrolledOwners directory, AuditLog log, InstantSource clock) {
        return new ApprovalService.Office(
                node,
                ledger,
                directory,
                log,
                clock,
                new DisclosureSeal(node.networkId(), node.key(), new SecureRandom()));
    }

    @Bean
    ApprovalExpiry approvalExpiry(ApprovalService approvals) {
        return approvals::expire;
    }

    @Bean
    BarredListFollower barredListFollower(
            NodeIdentity node,
            ReplayPosition ledger,
            EnrolledOwners directory,
            PeerEndpoints endpoints,
            InternalClients clients,
            Faults faults,
            ApprovalProperties properties,
            InstantSource clock) {
        NetworkConfiguration configuration = node.genesis().configuration();
        var watch = new BarredWatch(
                node.networkId(),
                configuration.registrationKey(),
                configuration.limits().heartbeatMillisMax());
        Optional<BarredInternalApi> registration = endpoints.registrations().stream()
                .findFirst()
                .map(endpoint -> clients.proxy(
                        BarredInternalApi.class,
                        new Peer(NodeRole.REGISTRATION, endpoint.id()),
                        endpoint.requireInternal(),
                        BARRED_WITHIN));
        var edge = new BarredListFollower.Edge(
                node.self().directoryName(), registration, ledger, directory, faults, clock);
        return new BarredListFollower(watch, edge, properties.barredPoll());
    }

    @Bean
    MeterBinder barredGauges(BarredListFollower barred) {
        return registry -> Gauge.builder(
                        NAMES.name("barred", "current"), () -> barred.current().isPresent() ? 1 : 0)
                .register(registry);
    }

    @Bean
    ReportSection approvalReport(ApprovalService approvals) {
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
                    facts.put(state.name().toLowerCase(Locale.ROOT), approvals.count(state));
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
