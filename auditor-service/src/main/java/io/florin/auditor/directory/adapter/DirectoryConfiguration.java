package io.florin.auditor.directory.adapter;

import io.florin.auditor.directory.RegistrationRecords;
import io.florin.auditor.protocol.ReportSection;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.Faults;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The directory of who is enrolled.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DirectoryProperties.class)
class DirectoryConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");

    @Bean
    DirectoryFollower directoryFollower(
            NodeIdentity node,
            KafkaProperties kafka,
            PeerEndpoints endpoints,
            InternalClients clients,
            Faults faults,
            DirectoryProperties properties,
            InstantSource clock) {
        NetworkConfiguration configuration = node.genesis().configuration();
        var records = new RegistrationRecords(
                node.networkId(),
                configuration.registrationKey(),
                configuration.limits().heartbeatMillisMax());
        Optional<RegistrationInternalApi> registration = endpoints.registrations().stream()
                .findFirst()
                .map(endpoint -> clients.proxy(
                        RegistrationInternalApi.class,
                        new Peer(NodeRole.REGISTRATION, endpoint.id()),
                        endpoint.requireInternal()));
        return new DirectoryFollower(
                records, node.self().directoryName(), kafka, registration, faults, clock, properties);
    }

    @Bean
    MeterBinder directoryGauges(DirectoryFollower follower) {
        return registry -> Gauge.builder(
                        NAMES.name("directory", "current"), follower, directory -> directory.isCurrent() ? 1 : 0)
                .register(registry);
    }

    @Bean
    ReportSection directoryReport(DirectoryFollower follower) {
        return new ReportSection() {
            @Override
            public String name() {
                return "registration";
            }

            @Override
            public String title() {
                return "Registration records";
            }

            @Override
            public Map<String, Object> facts() {
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("lastRecord", follower.lastSequence());
                facts.put("current", follower.isCurrent());
                return facts;
            }

            @Override
            public boolean sound() {
                return follower.isCurrent();
            }
        };
    }
}
