package io.florin.certifier.wiring;

import io.florin.certifier.CertifierKeys;
import io.florin.certifier.adapter.BelievedCheckpoints;
import io.florin.certifier.adapter.CertificationController;
import io.florin.certifier.adapter.CertificationStore;
import io.florin.certifier.adapter.CertifierLoop;
import io.florin.certifier.adapter.CertifierMetrics;
import io.florin.certifier.adapter.CertifierProperties;
import io.florin.certifier.adapter.CheckpointController;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.PeerEndpoints.Endpoint;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.http.CompleteJson;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalProperties;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// The certifier's parts.
@Configuration(proxyBeanMethods = false)
@Import(FlorinIdentity.class)
@EnableConfigurationProperties({PeerEndpoints.class, CertifierProperties.class})
class CertifierWiring {

    private static final Metrics NAMES = new Metrics("certifier");

    /// A question with a field left out cannot be read.
    @Bean
    CompleteJson completeJson() {
        return new CompleteJson();
    }

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v3/api-docs"),
                AccessRule.open(HttpMethod.GET, "/v1/certifications"),
                AccessRule.open(HttpMethod.POST, "/v1/certifications"));
    }

    @Bean
    CertifierKeys certifierKeys(NodeIdentity node) {
        return new CertifierKeys(node::certifierShares);
    }

    @Bean
    BelievedCheckpoints believedCheckpoints(JdbcTemplate jdbc, CertifierProperties properties) {
        return new BelievedCheckpoints(jdbc, properties.checkpointsKept());
    }

    @Bean
    CertificationStore certificationStore(
            JdbcTemplate jdbc, PlatformTransactionManager manager, BelievedCheckpoints checkpoints) {
        return new CertificationStore(jdbc, new TransactionTemplate(manager), checkpoints);
    }

    @Bean
    CheckpointController checkpointController(BelievedCheckpoints checkpoints) {
        return new CheckpointController(checkpoints);
    }

    @Bean
    CertifierMetrics certifierMetrics(MeterRegistry meters) {
        return new CertifierMetrics(meters);
    }

    @Bean(destroyMethod = "close")
    PublicClients publicClients(JsonMapper json, InternalProperties internal, CertifierProperties properties) {
        return new PublicClients(
                json, internal.connectTimeout(), properties.awaitBlock().plus(properties.answerWithin()));
    }

    private static ResultsApi ownCommitter(
            PeerEndpoints endpoints, PublicClients committers, CertifierProperties properties) {
        return endpoints.committers().stream()
                .filter(endpoint -> endpoint.id() == properties.committer())
                .findFirst()
                .map(endpoint -> committers.proxy(ResultsApi.class, endpoint.requireApi()))
                .orElseThrow(() -> new IllegalStateException(
                        "no endpoint of the own committer, number " + properties.committer()));
    }

    private static SortedMap<Integer, OrderingInternalApi> parties(PeerEndpoints endpoints, InternalClients clients) {
        SortedMap<Integer, OrderingInternalApi> parties = new TreeMap<>();
        for (Endpoint endpoint : endpoints.ordering()) {
            parties.put(
                    endpoint.id(),
                    clients.proxy(
                            OrderingInternalApi.class,
                            new Peer(NodeRole.ORDERING, endpoint.id()),
                            endpoint.requireInternal()));
        }
        return parties;
    }

    @Bean
    CertifierLoop certifierLoop(
            NodeIdentity node,
            PeerEndpoints endpoints,
            PublicClients committers,
            InternalClients clients,
            CertifierKeys keys,
            CertificationStore store,
            CertifierMetrics metrics,
            CertifierProperties properties) {
        return new CertifierLoop(
                ownCommitter(endpoints, committers, properties),
                parties(endpoints, clients),
                keys,
                store,
                store.position(node.genesis()),
                metrics,
                properties);
    }

    @Bean
    BackgroundLoop following(
            NodeIdentity node, CertifierLoop loop, CertifierProperties properties, FaultHandler faults) {
        return new BackgroundLoop("certifier-" + node.id() + "-follow", properties.poll(), faults, loop::step);
    }

    @Bean
    CertificationController certificationController(
            NodeIdentity node, CertificationStore store, CertifierLoop loop, CertifierKeys keys) {
        int index = node.genesis().configuration().namespaces().stream()
                .map(Namespace::id)
                .flatMap(namespace -> node.certifierShare(namespace).stream())
                .mapToInt(PsKeyShare::index)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this node has no share of a certifiers' key"));
        return new CertificationController(store, loop, keys, index);
    }

    /// Ready while every committed block is certified as it comes.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(CertifierLoop loop) {
        return () -> {
            String trouble = loop.trouble();
            return (trouble.isEmpty() ? Health.up() : Health.outOfService().withDetail("trouble", trouble))
                    .withDetail("height", loop.followed())
                    .withDetail("configurationVersion", loop.configuration().version())
                    .build();
        };
    }

    @Bean
    MeterBinder certifierGauges(CertifierLoop loop) {
        return meters -> Gauge.builder(NAMES.name("follow", "height"), loop, CertifierLoop::followed)
                .register(meters);
    }
}
