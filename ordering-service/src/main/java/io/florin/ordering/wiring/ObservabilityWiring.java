package io.florin.ordering.wiring;

import static io.florin.ordering.wiring.OrderingMetrics.NAMES;

import io.florin.ordering.blockstore.adapter.BlockFiles;
import io.florin.ordering.chain.ChainStatus;
import io.florin.ordering.chain.GroupPhase;
import io.florin.ordering.intake.adapter.BundleIngress;
import io.florin.ordering.intake.adapter.TopicIntake;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.publisher.adapter.BlockPublisher;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Health and metrics.
@Configuration(proxyBeanMethods = false)
class ObservabilityWiring {

    /// Ready while this party's member works in an open view and bundles are taken to consensus.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(PartyEngine engine, BlockPublisher publisher) {
        return () -> {
            ChainStatus status = engine.status();
            boolean ready = status.phase() == GroupPhase.READY && status.gateOpen();
            return (ready ? Health.up() : Health.outOfService())
                    .withDetail("block", status.head().number())
                    .withDetail("highestBlock", Math.max(status.head().number(), status.highestSeen()))
                    .withDetail("publishedBlock", publisher.published())
                    .withDetail("round", status.opened())
                    .withDetail("member", status.phase())
                    .withDetail("gateOpen", status.gateOpen())
                    .build();
        };
    }

    /// Up while a quorum of parties is heard.
    @Bean("partiesHealthIndicator")
    HealthIndicator quorumHealth(PartyEngine engine, Parties parties) {
        return () -> {
            ChainStatus status = engine.status();
            return (status.reachable() >= parties.quorum() ? Health.up() : Health.down())
                    .withDetail("reachable", status.reachable())
                    .withDetail("members", status.ready())
                    .withDetail("quorum", parties.quorum())
                    .withDetail("parties", parties.size())
                    .build();
        };
    }

    @Bean
    MeterBinder orderingGauges(
            PartyEngine engine,
            PartyEngine.Parts parts,
            BlockFiles blocks,
            BlockPublisher publisher,
            BundleIngress ingress,
            TopicIntake intake) {
        return meters -> {
            Gauge.builder(NAMES.name("chain", "height"), blocks, it -> it.head().number())
                    .register(meters);
            Gauge.builder(
                            NAMES.name("chain", "round"),
                            engine,
                            it -> it.status().opened())
                    .register(meters);
            Gauge.builder(
                            NAMES.name("chain", "reachable"),
                            engine,
                            it -> it.status().reachable())
                    .register(meters);
            Gauge.builder(
                            NAMES.name("chain", "members"),
                            engine,
                            it -> it.status().ready())
                    .register(meters);
            Gauge.builder(NAMES.name("chain", "depth"), parts.chain(), it -> it.depth())
                    .register(meters);
            Gauge.builder(NAMES.name("consenter", "leaders"), parts.consensus(), it -> it.leaderChanges())
                    .register(meters);
            Gauge.builder(NAMES.name("link", "unsent"), parts.links(), it -> it.dropped())
                    .register(meters);
            Gauge.builder(NAMES.name("publisher", "height"), publisher, it -> it.published())
                    .register(meters);
            Gauge.builder(
                            NAMES.name("router", "bundles"),
                            parts.submissions(),
                            it -> it.depths().bundles())
                    .register(meters);
            Gauge.builder(
                            NAMES.name("batcher", "queued"),
                            parts.submissions(),
                            it -> it.depths().queued())
                    .register(meters);
            Gauge.builder(
                            NAMES.name("batcher", "underway"),
                            parts.submissions(),
                            it -> it.depths().underWay())
                    .register(meters);
            Gauge.builder(NAMES.name("intake", "memory"), ingress, it -> it.memoryBytes())
                    .baseUnit("bytes")
                    .register(meters);
            Gauge.builder(NAMES.name("intake", "lag"), intake, it -> it.lag().orElse(-1))
                    .register(meters);
        };
    }
}
