package io.florin.endorser.wiring;

import io.florin.endorser.api.adapter.ApiProperties;
import io.florin.endorser.api.adapter.SubmissionService;
import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.directory.adapter.DirectoryLoop;
import io.florin.endorser.directory.adapter.DirectoryProperties;
import io.florin.endorser.directory.adapter.DirectoryStore;
import io.florin.endorser.endorse.Endorser;
import io.florin.endorser.endorse.RulesRegistry;
import io.florin.endorser.endorse.adapter.CorePool;
import io.florin.endorser.endorse.adapter.EndorseProperties;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.endorse.adapter.KnownProofs;
import io.florin.endorser.gather.adapter.GatherLoop;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.signing.adapter.PartialSigner;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.rules.LedgerRules;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.PeerEndpoints.Endpoint;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.FlorinKafka;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Rules, registration records, and the service's endpoints.
@Configuration(proxyBeanMethods = false)
@Import({FlorinIdentity.class, FlorinKafka.class})
@EnableConfigurationProperties({
    PeerEndpoints.class,
    EndorseProperties.class,
    DirectoryProperties.class,
    ApiProperties.class
})
class EndorserWiring {

    /// The name of a thread or component of this node.
    static String name(NodeIdentity node, String component) {
        return "endorser-" + node.id() + "-" + component;
    }

    @Bean
    KnownProofs knownProofs(EndorseProperties properties) {
        return new KnownProofs(properties.proofsKnown());
    }

    @Bean
    RulesRegistry rulesRegistry(NodeIdentity node, KnownProofs proofs) {
        return new RulesRegistry(LedgerRules.all(new HiddenCurrencies(node.networkId()), new SecureRandom(), proofs));
    }

    @Bean
    Endorser endorser(RulesRegistry rules, NodeIdentity node) {
        return new Endorser(rules, node::inUse);
    }

    @Bean(destroyMethod = "close")
    CorePool corePool(EndorseProperties properties, NodeIdentity node) {
        return new CorePool(properties, name(node, "core"));
    }

    @Bean
    RegistrationFollower registrationFollower(
            NodeIdentity node, FollowedPosition ledger, DirectoryProperties properties) {
        NetworkConfiguration configuration = ledger.now().configuration();
        return new RegistrationFollower(
                node.networkId(),
                configuration.registrationKey(),
                configuration.limits().heartbeatMillisMax(),
                properties.retry().toMillis());
    }

    @Bean(destroyMethod = "")
    DirectoryLoop directoryLoop(
            RegistrationFollower follower,
            PeerEndpoints endpoints,
            InternalClients clients,
            KafkaProperties kafka,
            DirectoryStore store,
            DirectoryProperties properties,
            NodeIdentity node,
            DirectoryLoop.Surroundings surroundings) {
        List<RegistrationInternalApi> registrations = endpoints.registrations().stream()
                .map(registration -> registration(clients, registration))
                .toList();
        return new DirectoryLoop(
                name(node, "directory"), follower, kafka, registrations, store, properties, surroundings);
    }

    @Bean
    DirectoryStore directoryStore(
            JdbcTemplate jdbc, PlatformTransactionManager manager, NodeIdentity node, FollowedPosition ledger) {
        return new DirectoryStore(
                jdbc,
                new TransactionTemplate(manager),
                node.networkId(),
                ledger.now().configuration().registrationKey(),
                node.key());
    }

    private static RegistrationInternalApi registration(InternalClients clients, Endpoint registration) {
        return clients.proxy(
                RegistrationInternalApi.class,
                new Peer(NodeRole.REGISTRATION, registration.id()),
                registration.requireInternal());
    }

    @Bean
    DirectoryLoop.Surroundings directorySurroundings(FaultHandler faults, InstantSource clock, MeterRegistry meters) {
        return new DirectoryLoop.Surroundings(faults, clock, meters);
    }

    @Bean
    EndorsingService endorsingService(
            Endorser endorser,
            NodeIdentity node,
            EndorsingService.View view,
            TransactionStore store,
            PartialSigner signing,
            CorePool pool,
            EndorseProperties properties,
            MeterRegistry meters) {
        DistributionSummary batches = DistributionSummary.builder(
                        new Metrics("endorser").name("endorse", "proof.batch"))
                .description("Hidden payments verified together")
                .register(meters);
        return new EndorsingService(
                endorser, node.networkId(), view, store, signing, pool, properties, batches::record);
    }

    @Bean
    EndorsingService.View endorsingView(FollowedPosition ledger, RegistrationFollower follower, InstantSource clock) {
        return new EndorsingService.View(ledger, follower, clock);
    }

    @Bean
    SubmissionService submissionService(
            EndorsingService endorsing,
            GatherLoop gathering,
            TransactionStore store,
            InstantSource clock,
            MeterRegistry meters) {
        return new SubmissionService(endorsing, gathering, store, clock, meters);
    }
}
