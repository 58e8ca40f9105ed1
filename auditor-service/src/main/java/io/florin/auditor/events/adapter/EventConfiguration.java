package io.florin.auditor.events.adapter;

import io.florin.identity.NodeIdentity;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.Faults;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/// The events and their publisher.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EventProperties.class)
class EventConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");

    @Bean
    EventOutbox eventOutbox(JdbcTemplate jdbc, NodeIdentity node, InstantSource clock) {
        return new EventOutbox(jdbc, node, clock);
    }

    @Bean
    EventPublisher.Edge eventEdge(
            NodeIdentity node, KafkaProperties kafka, MeterRegistry registry, Faults faults, InstantSource clock) {
        return new EventPublisher.Edge(
                node.self().directoryName(), node.self().uri(node.networkName()), kafka, registry, faults, clock);
    }

    @Bean
    EventPublisher eventPublisher(EventOutbox outbox, EventPublisher.Edge edge, EventProperties properties) {
        return new EventPublisher(outbox, edge, properties);
    }

    @Bean
    MeterBinder eventGauges(EventOutbox outbox) {
        return registry -> Gauge.builder(NAMES.name("events", "waiting"), outbox, EventOutbox::waiting)
                .register(registry);
    }
}
