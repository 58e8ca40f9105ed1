package io.florin.auditor.wiring;

import io.florin.auditor.approval.adapter.ApprovalExpiry;
import io.florin.auditor.incidents.adapter.IncidentBook;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.replay.adapter.ReplayProperties;
import io.florin.auditor.status.adapter.CheckpointReconciler;
import io.florin.auditor.supply.adapter.SupplyBook;
import io.florin.decisions.LogCheck;
import io.florin.decisions.LogWatch;
import io.florin.identity.FlorinIdentity;
import io.florin.ledger.audit.IncidentKind;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.runtime.http.CompleteJson;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.service.Faults;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Parts that the features share, the tasks that run again and again, and health.
@Configuration(proxyBeanMethods = false)
@Import(FlorinIdentity.class)
@EnableConfigurationProperties(AuditorProperties.class)
class AuditorConfiguration {

    /// Answers of committers, ordering parties and registration are complete or unreadable.
    @Bean
    CompleteJson completeJson() {
        return new CompleteJson();
    }

    @Bean
    BackgroundLoop logChecks(LogWatch log, IncidentBook incidents, Faults faults, AuditorProperties properties) {
        return BackgroundLoop.periodic("audit-log-check", properties.logCheck(), faults, () -> {
            LogCheck check = log.checkNow();
            if (!check.intact()) {
                incidents.report(Incident.of(
                        IncidentKind.LOG_BROKEN,
                        IncidentKind.LOG_BROKEN + ":" + check.brokenAt(),
                        0,
                        "decision",
                        check.what()));
            }
        });
    }

    @Bean
    BackgroundLoop approvalExpiries(ApprovalExpiry expiry, Faults faults, AuditorProperties properties) {
        return BackgroundLoop.periodic("approval-expiry", properties.expiryCheck(), faults, expiry::expire);
    }

    /// Ready once the stored blocks are replayed and as long as the auditor is not too far behind.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(ReplayPosition ledger, ReplayProperties properties) {
        return () -> {
            long behind = ledger.knownHead() - ledger.height();
            boolean ready = ledger.isCaughtUpWithStore() && behind <= properties.lagMax();
            return (ready ? Health.up() : Health.down())
                    .withDetail("block", ledger.height())
                    .withDetail("behind", behind)
                    .withDetail("storeReplayed", ledger.isCaughtUpWithStore())
                    .build();
        };
    }

    /// Whether enough committers have signed the auditor's own results.
    @Bean("peersHealthIndicator")
    HealthIndicator quorumHealth(ReplayPosition ledger, CheckpointReconciler agreement, ReplayProperties properties) {
        return () -> {
            boolean agreed = agreement.firstDifference() == 0
                    && ledger.height() - agreement.agreedThrough() <= properties.lagMax();
            return (agreed ? Health.up() : Health.down())
                    .withDetail("agreedThrough", agreement.agreedThrough())
                    .withDetail("firstDifference", agreement.firstDifference())
                    .build();
        };
    }

    /// Health of the ledger and of the auditor itself: not part of readiness, since its pages are needed most when this
    /// is down.
    @Bean("bookHealthIndicator")
    HealthIndicator integrityHealth(
            IncidentBook incidents, SupplyBook proofs, LogWatch log, CheckpointReconciler agreement) {
        return () -> {
            SupplyView supply = proofs.latest();
            long alarms = incidents.openAlarms();
            boolean sound = alarms == 0 && supply.holds() && log.isWhole() && agreement.firstDifference() == 0;
            return (sound ? Health.up() : Health.down())
                    .withDetail("openAlarms", alarms)
                    .withDetail("supplyHolds", supply.holds())
                    .withDetail("logIntact", log.isWhole())
                    .withDetail("firstDifference", agreement.firstDifference())
                    .build();
        };
    }
}
