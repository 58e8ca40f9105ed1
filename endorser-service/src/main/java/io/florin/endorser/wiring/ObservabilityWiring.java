package io.florin.endorser.wiring;

import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.endorse.adapter.CorePool;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.gather.adapter.EndorserPeers;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.status.adapter.CommitterInquiry;
import io.florin.endorser.store.adapter.StoreWriter;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Health and metrics.
@Configuration(proxyBeanMethods = false)
class ObservabilityWiring {

    private static final Metrics NAMES = new Metrics("endorser");

    /// Ready while registration's records are complete and fresh and the configuration in force is known.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(
            RegistrationFollower registration, FollowedPosition ledger, CommitterInquiry inquiry, InstantSource clock) {
        return () -> {
            boolean current = registration.isCurrent(clock.millis());
            LedgerPosition position = ledger.now();
            return (current && !inquiry.isBehind() ? Health.up() : Health.outOfService())
                    .withDetail("registrationCurrent", current)
                    .withDetail("lastRecord", registration.lastSequence())
                    .withDetail("height", position.height())
                    .withDetail("configurationVersion", position.configuration().version())
                    .withDetail("configurationBehind", inquiry.isBehind())
                    .build();
        };
    }

    /// Up while so many peers answered when they were asked last that a threshold of endorsers is there.
    @Bean("endorsersHealthIndicator")
    HealthIndicator quorumHealth(EndorserPeers peers, FollowedPosition ledger) {
        return () -> {
            int silent = peers.silent().size();
            int answering = 1 + peers.members().size() - silent;
            int threshold = ledger.now().configuration().endorserGroups().stream()
                    .mapToInt(EndorserGroup::threshold)
                    .max()
                    .orElse(1);
            return (answering >= threshold ? Health.up() : Health.down())
                    .withDetail("answering", answering)
                    .withDetail("threshold", threshold)
                    .build();
        };
    }

    @Bean
    MeterBinder endorserMetrics(FollowedPosition ledger, StoreWriter store, CorePool pool, EndorsingService endorsing) {
        return meters -> {
            Gauge.builder(
                            NAMES.name("status", "height"),
                            ledger,
                            view -> view.now().height())
                    .register(meters);
            Gauge.builder(NAMES.name("store", "waiting"), store, StoreWriter::waiting)
                    .register(meters);
            Gauge.builder(NAMES.name("endorse", "waiting"), pool, CorePool::waiting)
                    .register(meters);
            Gauge.builder(NAMES.name("endorse", "proofs.waiting"), endorsing, EndorsingService::waitingProofs)
                    .register(meters);
        };
    }
}
