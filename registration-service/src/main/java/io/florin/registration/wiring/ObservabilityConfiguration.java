package io.florin.registration.wiring;

import io.florin.decisions.LogWatch;
import io.florin.registration.people.ApplicationService;
import io.florin.registration.people.RescreeningService;
import io.florin.registration.records.RecordStore;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.screening.ReloadedScreening;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Metrics and health of registration.
@Configuration(proxyBeanMethods = false)
class ObservabilityConfiguration {
    private static final Metrics METRICS = new Metrics("registration");

    /// Works, but not as it should: people must look. Readiness stays, since stopping would help nobody.
    static final Status DEGRADED = new Status("DEGRADED");

    /// Ready while records reach the topic and the log of decisions is whole. Degraded, with reasons, while somebody
    /// admitted is not screened against the list in use, the list in use is not the newest, anonymous credentials
    /// cannot be renewed, or some are not since their rows were altered (the log of decisions names whose).
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(
            RecordStore store,
            LogWatch watch,
            ReloadedScreening screening,
            RescreeningHealth rescreening,
            @Qualifier("credentialRenewal") BackgroundLoop renewal,
            AnonymousConfiguration.Issuance issuance,
            RegistrationProperties properties,
            InstantSource clock) {
        long lagMillisMax = properties.records().lagMax().toMillis();
        return () -> {
            long last = store.lastSequence();
            long published = store.publishedThrough();
            boolean lagging = store.oldestUnpublishedMillis()
                    .map(oldest -> clock.millis() - oldest > lagMillisMax)
                    .orElse(false);
            boolean intact = watch.isWhole();
            List<String> reasons = rescreening.reasons();
            if (renewal.isFailing()) {
                reasons.add("anonymous credentials cannot be renewed");
            }
            if (!issuance.altered().isEmpty()) {
                reasons.add("commitments altered in the database, not signed: "
                        + issuance.altered().size());
            }
            Health.Builder health =
                    lagging || !intact ? Health.down() : reasons.isEmpty() ? Health.up() : Health.status(DEGRADED);
            if (!reasons.isEmpty()) {
                health.withDetail("reasons", reasons);
            }
            return health.withDetail("lastRecord", last)
                    .withDetail("publishedThrough", published)
                    .withDetail("decisionLogIntact", intact)
                    .withDetail("sanctionsListCurrent", screening.isCurrent())
                    .withDetail("notScreened", rescreening.notScreened())
                    .build();
        };
    }

    @Bean
    RescreeningHealth rescreeningHealth(
            RescreeningService screenings, ReloadedScreening screening, @Qualifier("rescreening") BackgroundLoop loop) {
        return new RescreeningHealth(screenings, screening, loop);
    }

    /// Reasons that keep the newest list from being applied to everybody.
    record RescreeningHealth(RescreeningService screenings, ReloadedScreening screening, BackgroundLoop loop) {

        int notScreened() {
            return screenings.notScreened();
        }

        List<String> reasons() {
            List<String> reasons = new ArrayList<>();
            if (!screening.isCurrent()) {
                reasons.add("the sanctions list cannot be read, the one before is in use");
            }
            if (notScreened() > 0) {
                reasons.add("people not screened against the list in use: " + notScreened());
            } else if (loop.isFailing()) {
                reasons.add("screening against the list in use fails");
            }
            return reasons;
        }
    }

    @Bean
    MeterBinder registrationMetrics(
            RecordStore store,
            LogWatch watch,
            ApplicationService people,
            RescreeningService rescreening,
            ReloadedScreening screening,
            @Qualifier("credentialRenewal") BackgroundLoop renewal,
            AnonymousConfiguration.Issuance issuance) {
        return registry -> {
            Gauge.builder(
                            METRICS.name("credentials", "altered"),
                            issuance,
                            all -> all.altered().size())
                    .register(registry);
            Gauge.builder(METRICS.name("credentials", "failing"), renewal, loop -> loop.isFailing() ? 1 : 0)
                    .register(registry);
            Gauge.builder(METRICS.name("rescreening", "due"), rescreening, RescreeningService::dueCount)
                    .register(registry);
            Gauge.builder(METRICS.name("rescreening", "failed"), rescreening, RescreeningService::notScreened)
                    .register(registry);
            Gauge.builder(METRICS.name("rescreening", "open"), rescreening, RescreeningService::openCount)
                    .register(registry);
            Gauge.builder(METRICS.name("sanctions", "unreadable"), screening, list -> list.isCurrent() ? 0 : 1)
                    .register(registry);
            Gauge.builder(METRICS.name("records", "last"), store, RecordStore::lastSequence)
                    .register(registry);
            Gauge.builder(
                            METRICS.name("records", "unpublished"),
                            store,
                            records -> records.lastSequence() - records.publishedThrough())
                    .register(registry);
            Gauge.builder(METRICS.name("people", "waiting"), people, ApplicationService::waiting)
                    .register(registry);
            Gauge.builder(METRICS.name("people", "hits"), people, ApplicationService::waitingWithHits)
                    .register(registry);
            Gauge.builder(METRICS.name("decisions", "broken"), watch, log -> log.isBroken() ? 1 : 0)
                    .register(registry);
        };
    }
}
