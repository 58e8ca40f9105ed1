package io.florin.registration.wiring;

import io.florin.registration.people.CustomerDesk;
import io.florin.registration.people.RescreeningDesk;
import io.florin.registration.records.RecordStore;
import io.florin.registration.screening.ReloadedScreening;
import io.florin.runtime.decisions.LogWatch;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Metrics and health of registration.
@Configuration(proxyBeanMethods = false)
class ObservabilityConfiguration {
    private static final Metrics METRICS = new Metrics("registration");

    /// Ready while records reach the topic and the log of decisions is whole.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(
            RecordStore store,
            LogWatch watch,
            ReloadedScreening screening,
            RegistrationProperties properties,
            InstantSource clock) {
        long lagMillisMax = properties.records().lagMax().toMillis();
        return () -> {
            long last = store.lastSequence();
            long published = store.publishedThrough();
            boolean lagging = store.oldestUnpublishedMillis()
                    .map(oldest -> clock.millis() - oldest > lagMillisMax)
                    .orElse(false);
            boolean intact = watch.last().intact();
            return (lagging || !intact ? Health.down() : Health.up())
                    .withDetail("lastRecord", last)
                    .withDetail("publishedThrough", published)
                    .withDetail("decisionLogIntact", intact)
                    .withDetail("sanctionsListCurrent", screening.isCurrent())
                    .build();
        };
    }

    @Bean
    MeterBinder registrationMetrics(
            RecordStore store,
            LogWatch watch,
            CustomerDesk desk,
            RescreeningDesk rescreening,
            ReloadedScreening screening) {
        return registry -> {
            Gauge.builder(METRICS.name("rescreening", "due"), rescreening, RescreeningDesk::dueCount)
                    .register(registry);
            Gauge.builder(METRICS.name("rescreening", "open"), rescreening, RescreeningDesk::openCount)
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
            Gauge.builder(METRICS.name("people", "waiting"), desk, CustomerDesk::waiting)
                    .register(registry);
            Gauge.builder(METRICS.name("people", "hits"), desk, CustomerDesk::waitingWithHits)
                    .register(registry);
            Gauge.builder(
                            METRICS.name("decisions", "broken"),
                            watch,
                            log -> log.last().intact() ? 0 : 1)
                    .register(registry);
        };
    }
}
