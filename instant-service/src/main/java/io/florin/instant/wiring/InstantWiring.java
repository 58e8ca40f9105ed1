package io.florin.instant.wiring;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.KeyProperties;
import io.florin.identity.NetworkProperties;
import io.florin.identity.NodeIdentity;
import io.florin.identity.NodeSecrets;
import io.florin.instant.api.adapter.RailController;
import io.florin.instant.api.adapter.ShardController;
import io.florin.instant.process.adapter.AuthorityProcess;
import io.florin.instant.process.adapter.InstantProperties;
import io.florin.instant.process.adapter.SigningKeys;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.MerkleSigner;
import io.florin.ledger.rail.signing.NaiveSigner;
import io.florin.runtime.Failure;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.PeerEndpoints.Endpoint;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalProperties;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.security.AccessRule;
import io.florin.runtime.security.AccessRules;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.json.JsonMapper;

/// The authority's parts.
@Configuration(proxyBeanMethods = false)
@Import(FlorinIdentity.class)
@EnableConfigurationProperties({PeerEndpoints.class, InstantProperties.class})
class InstantWiring {

    private static final Metrics NAMES = new Metrics("instant");

    @Bean
    AccessRules accessRules() {
        return AccessRules.of(
                AccessRule.open(HttpMethod.GET, "/v3/api-docs"),
                AccessRule.open(HttpMethod.GET, "/v1/rail"),
                AccessRule.open(HttpMethod.GET, "/v1/rail/deposits/{id}"));
    }

    @Bean(destroyMethod = "close")
    PublicClients publicClients(JsonMapper json, InternalProperties internal, InstantProperties properties) {
        return new PublicClients(
                json, internal.connectTimeout(), properties.awaitBlock().plus(properties.answerWithin()));
    }

    @Bean
    SigningKeys signingKeys(NodeIdentity node, NetworkProperties network, KeyProperties keys) {
        return (scope, committee) -> signer(node, network, keys, scope, committee);
    }

    private static AuthoritySigner signer(
            NodeIdentity node,
            NetworkProperties network,
            KeyProperties keys,
            RailScope scope,
            RailCommittee committee) {
        if (node.id() > committee.size().authorities()) {
            throw new Failure("the committee has no authority " + node.id());
        }
        var publicKey = committee.keys().get(node.id() - 1);
        try (NodeSecrets secrets = NodeSecrets.of(network.directory(), node, keys)) {
            return switch (committee.scheme()) {
                case NAIVE_ED25519 ->
                    new NaiveSigner(scope.committeeId(), key(secrets, scope, Bytes32.of(publicKey.toArray())));
                case MERKLE_BATCH ->
                    new MerkleSigner(scope.committeeId(), key(secrets, scope, Bytes32.of(publicKey.toArray())));
                case THRESHOLD_BLS -> throw new Failure("no ceremony makes shares of a rail's key yet");
            };
        }
    }

    private static Ed25519KeyPair key(NodeSecrets secrets, RailScope scope, Bytes32 publicKey) {
        return secrets.railKey(scope.rail(), scope.epoch(), publicKey)
                .orElseThrow(() -> new Failure(
                        "this node has no key of rail " + scope.rail().value() + " in epoch " + scope.epoch()));
    }

    @Bean
    AuthorityProcess authorityProcess(
            NodeIdentity node,
            InstantProperties properties,
            SigningKeys keys,
            PeerEndpoints endpoints,
            PublicClients committers,
            InternalClients clients,
            FaultHandler faults) {
        List<ResultsApi> results = endpoints.committers().stream()
                .map(endpoint -> committers.proxy(ResultsApi.class, endpoint.requireApi()))
                .toList();
        RegistrationInternalApi registration = endpoints.registrations().stream()
                .findFirst()
                .map(endpoint -> registration(endpoint, clients))
                .orElseThrow(() -> new IllegalStateException("no endpoint of registration"));
        return new AuthorityProcess(
                node, properties, keys, new AuthorityProcess.Sources(results, registration), faults);
    }

    private static RegistrationInternalApi registration(Endpoint endpoint, InternalClients clients) {
        return clients.proxy(
                RegistrationInternalApi.class,
                new Peer(NodeRole.REGISTRATION, endpoint.id()),
                endpoint.requireInternal());
    }

    @Bean
    RailController railController(AuthorityProcess process, NodeIdentity node) {
        return new RailController(process, node.id());
    }

    @Bean
    ShardController shardController(AuthorityProcess process) {
        return new ShardController(process);
    }

    /// Ready while it signs. A ledger or a registration that does not answer keeps no payment from being final, so it
    /// is told and nothing more.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(AuthorityProcess process) {
        return () -> {
            String trouble = process.trouble();
            Health.Builder health = trouble.isEmpty()
                    ? Health.up()
                    : (process.hasStopped() ? Health.down() : Health.outOfService()).withDetail("trouble", trouble);
            detail(health, "ledger", process.ledger().trouble());
            detail(health, "registration", process.standings().trouble());
            return health.withDetail("height", process.ledger().told()).build();
        };
    }

    private static void detail(Health.Builder health, String name, String trouble) {
        if (!trouble.isEmpty()) {
            health.withDetail(name, trouble);
        }
    }

    /// Up while so many authorities are there that a payment could become final.
    @Bean("peersHealthIndicator")
    HealthIndicator quorumHealth(AuthorityProcess process) {
        return () -> {
            int quorum = process.opened()
                    .map(it -> it.rail().committee().size().quorum())
                    .orElse(0);
            long there = process.connected() + (process.isSigning() ? 1 : 0);
            return (there >= quorum ? Health.up() : Health.down())
                    .withDetail("answering", there)
                    .withDetail("quorum", quorum)
                    .build();
        };
    }

    @Bean
    MeterBinder instantGauges(AuthorityProcess process) {
        return registry -> {
            gauge(registry, process, "signing", it -> it.isSigning() ? 1 : 0);
            gauge(registry, process, "height", it -> it.ledger().told());
            gauge(registry, process, "records", it -> it.standings().lastRecord());
            gauge(registry, process, "connected", AuthorityProcess::connected);
            gauge(registry, process, "clients", AuthorityProcess::clients);
            gauge(
                    registry,
                    process,
                    "room",
                    it -> it.opened().map(opened -> opened.authority().room()).orElse(0));
        };
    }

    private static void gauge(
            MeterRegistry registry, AuthorityProcess process, String what, ToDoubleFunction<AuthorityProcess> value) {
        Gauge.builder(NAMES.name("authority", what), process, value).register(registry);
    }
}
