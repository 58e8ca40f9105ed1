package io.florin.endorser.wiring;

import io.florin.endorser.gather.adapter.GatherProperties;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.endorser.signing.adapter.JdbcEpochStore;
import io.florin.endorser.signing.adapter.NonceEpochs;
import io.florin.endorser.signing.adapter.PartialSigner;
import io.florin.endorser.signing.adapter.SigningPeers;
import io.florin.endorser.signing.adapter.SigningPreparation;
import io.florin.endorser.signing.adapter.SigningProperties;
import io.florin.endorser.signing.adapter.SigningSurroundings;
import io.florin.identity.NetworkProperties;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.api.EndorserSigningApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.PeerEndpoints.Endpoint;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/// Signing by the scheme of each group, and what is made ahead for it.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SigningProperties.class)
class SigningWiring {

    private static final Metrics NAMES = new Metrics("endorser");
    private static final String DIRECTORY = "nonces";

    @Bean
    NonceEpochs nonceEpochs(JdbcTemplate jdbc) {
        return new NonceEpochs(new JdbcEpochStore(jdbc));
    }

    @Bean
    SigningPeers signingPeers(
            PeerEndpoints endpoints,
            InternalClients clients,
            NodeIdentity node,
            SigningProperties properties,
            GatherProperties gathering) {
        return new SigningPeers(
                peers(endpoints, clients, node, gathering.answerWithin()),
                peers(endpoints, clients, node, properties.prepareWithin()));
    }

    private static Map<Integer, EndorserSigningApi> peers(
            PeerEndpoints endpoints, InternalClients clients, NodeIdentity node, Duration within) {
        Map<Integer, EndorserSigningApi> peers = new TreeMap<>();
        for (Endpoint endpoint : endpoints.endorsers()) {
            if (endpoint.id() != node.id()) {
                peers.put(
                        endpoint.id(),
                        clients.proxy(
                                EndorserSigningApi.class,
                                new Peer(NodeRole.ENDORSER, endpoint.id()),
                                endpoint.requireInternal(),
                                within));
            }
        }
        return peers;
    }

    private static Path directory(SigningProperties properties, NetworkProperties network, NodeIdentity node) {
        return Optional.ofNullable(properties.directory())
                .orElseGet(() ->
                        network.directory().resolve(node.self().directoryName()).resolve(DIRECTORY));
    }

    @Bean(destroyMethod = "close")
    PartialSigner partialSigner(
            NodeIdentity node, SigningPeers peers, SigningProperties properties, NetworkProperties network) {
        return new PartialSigner(
                node::endorsing,
                group -> peers.epochSeen(group, node.networkId(), new PresigningBatch.Member(node.id(), node.key())),
                directory(properties, network, node),
                properties.outstandingMax(),
                properties.ledgerMax().toBytes(),
                new SecureRandom());
    }

    @Bean(destroyMethod = "")
    SigningPreparation signingPreparation(
            NodeIdentity node, SigningPreparation.Parts parts, SigningProperties properties, FaultHandler faults) {
        return new SigningPreparation(
                EndorserWiring.name(node, "signing"), parts, properties, faults, new SecureRandom());
    }

    @Bean
    SigningPreparation.Parts preparationParts(
            NodeIdentity node,
            FollowedPosition ledger,
            PartialSigner signing,
            SigningPeers peers,
            NonceEpochs epochs,
            SigningProperties properties,
            GatherProperties gathering,
            NetworkProperties network) {
        var surroundings = new SigningSurroundings(
                new PresigningBatch.Member(node.id(), node.key()), node.networkId(), ledger, node::endorsing);
        return new SigningPreparation.Parts(
                surroundings, signing, peers, epochs, directory(properties, network, node), gathering.answerWithin());
    }

    @Bean
    MeterBinder signingMetrics(PartialSigner signing, SigningPreparation preparations) {
        return meters -> {
            Gauge.builder(NAMES.name("signing", "refusing"), signing, PartialSigner::refusing)
                    .description("Keys whose ledger of one-time secrets refuses")
                    .register(meters);
            Gauge.builder(NAMES.name("signing", "ledger"), signing, PartialSigner::ledgerBytes)
                    .description("Size of the ledgers of one-time secrets")
                    .baseUnit("bytes")
                    .register(meters);
            Gauge.builder(NAMES.name("signing", "presignatures"), preparations, SigningPreparation::presignaturesReady)
                    .description("Presignatures at hand")
                    .register(meters);
        };
    }
}
