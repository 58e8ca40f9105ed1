package io.florin.auditor.status.adapter;

import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReportSection;
import io.florin.auditor.protocol.StoredResults;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.api.CertifierInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.Faults;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/// The join with the committers: its reconciler and its sources.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StatusProperties.class)
class StatusConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");

    @Bean
    CheckpointReconciler checkpointReconciler(
            NodeIdentity node,
            StoredResults results,
            IncidentLog incidents,
            MeterRegistry registry,
            InstantSource clock) {
        return new CheckpointReconciler(node.genesis(), results, incidents, registry, clock);
    }

    @Bean
    PublicClients committerClients(JsonMapper json, StatusProperties properties) {
        return new PublicClients(json, properties.timeout(), properties.timeout());
    }

    @Bean
    StatusSources statusSources(
            CheckpointReconciler reconciler,
            NodeIdentity node,
            KafkaProperties kafka,
            PeerEndpoints endpoints,
            PublicClients clients,
            StatusProperties properties,
            Faults faults,
            InstantSource clock) {
        SortedMap<Integer, ResultsApi> committers = new TreeMap<>();
        endpoints
                .committers()
                .forEach(committer ->
                        committers.put(committer.id() - 1, clients.proxy(ResultsApi.class, committer.requireApi())));
        return new StatusSources(reconciler, node.self().directoryName(), kafka, committers, faults, clock, properties);
    }

    @Bean
    CertifierWatch certifierWatch(
            NodeIdentity node, PeerEndpoints endpoints, InternalClients clients, CheckpointReconciler reconciler) {
        SortedMap<Integer, CertifierInternalApi> certifiers = new TreeMap<>();
        endpoints
                .certifiers()
                .forEach(certifier -> certifiers.put(
                        certifier.id(),
                        clients.proxy(
                                CertifierInternalApi.class,
                                new Peer(NodeRole.CERTIFIER, certifier.id()),
                                certifier.requireInternal())));
        return new CertifierWatch(reconciler, node.networkId(), certifiers);
    }

    @Bean
    BackgroundLoop certifierCheckpoints(CertifierWatch watch, StatusProperties properties, Faults faults) {
        return new BackgroundLoop("certifier-checkpoints", properties.certifierPoll(), faults, watch::step);
    }

    @Bean
    MeterBinder statusGauges(CheckpointReconciler reconciler, CertifierWatch certifiers) {
        return registry -> {
            Gauge.builder(NAMES.name("status", "certifiers.behind"), certifiers, CertifierWatch::behind)
                    .register(registry);
            Gauge.builder(NAMES.name("status", "agreed"), reconciler, CheckpointReconciler::agreedThrough)
                    .register(registry);
            Gauge.builder(
                            NAMES.name("status", "behind"),
                            reconciler,
                            join -> join.replayedThrough() - join.agreedThrough())
                    .register(registry);
        };
    }

    @Bean
    ReportSection agreementReport(CheckpointReconciler reconciler, CertifierWatch certifiers) {
        return new ReportSection() {
            @Override
            public String name() {
                return "committers";
            }

            @Override
            public String title() {
                return "Agreement with the committers";
            }

            @Override
            public Map<String, Object> facts() {
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("agreedThrough", reconciler.agreedThrough());
                facts.put("behind", reconciler.replayedThrough() - reconciler.agreedThrough());
                facts.put("firstDifference", reconciler.firstDifference());
                facts.put("differencesSinceStart", (long) reconciler.differenceCount());
                facts.put("untrustedSinceStart", (long) reconciler.untrustedCount());
                certifiers.heard().forEach((id, block) -> facts.put("certifier" + id + "ComparedThrough", block));
                return facts;
            }

            @Override
            public boolean sound() {
                return reconciler.firstDifference() == 0;
            }
        };
    }
}
