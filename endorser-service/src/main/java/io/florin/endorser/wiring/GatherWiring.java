package io.florin.endorser.wiring;

import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.endorse.adapter.CorePool;
import io.florin.endorser.endorse.adapter.EndorsingService;
import io.florin.endorser.gather.EndorsementGatherer;
import io.florin.endorser.gather.KeysHeld;
import io.florin.endorser.gather.adapter.EndorserPeers;
import io.florin.endorser.gather.adapter.GatherLoop;
import io.florin.endorser.gather.adapter.GatherMetrics;
import io.florin.endorser.gather.adapter.GatherProperties;
import io.florin.endorser.gather.adapter.GatherWork;
import io.florin.endorser.gather.adapter.RecoveryRounds;
import io.florin.endorser.gather.adapter.Routers;
import io.florin.endorser.gather.adapter.TransactionPublisher;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.signing.adapter.SigningPreparation;
import io.florin.endorser.status.adapter.CommitterInquiry;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Party;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.api.PeerEndpoints.Endpoint;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Gathering: the core, its loop, and its ways to peers, Kafka and routers.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GatherProperties.class)
class GatherWiring {

    private static final int TOPIC_PARTITIONS = 1;

    @Bean
    GatherMetrics gatherMetrics(MeterRegistry meters) {
        return new GatherMetrics(meters);
    }

    @Bean
    EndorserPeers endorserPeers(
            PeerEndpoints endpoints, InternalClients clients, NodeIdentity node, GatherProperties properties) {
        Map<Integer, EndorserInternalApi> peers = new TreeMap<>();
        for (Endpoint endpoint : endpoints.endorsers()) {
            if (endpoint.id() != node.id()) {
                peers.put(
                        endpoint.id(),
                        clients.proxy(
                                EndorserInternalApi.class,
                                new Peer(NodeRole.ENDORSER, endpoint.id()),
                                endpoint.requireInternal(),
                                properties.answerWithin()));
            }
        }
        return new EndorserPeers(peers);
    }

    @Bean
    Routers routers(
            PeerEndpoints endpoints, InternalClients clients, GatherProperties properties, GatherMetrics metrics) {
        Map<Integer, OrderingInternalApi> parties = new TreeMap<>();
        for (Endpoint endpoint : endpoints.ordering()) {
            parties.put(
                    endpoint.id(),
                    clients.proxy(
                            OrderingInternalApi.class,
                            new Peer(NodeRole.ORDERING, endpoint.id()),
                            endpoint.requireInternal()));
        }
        return new Routers(parties, properties.direct().callsMax(), metrics);
    }

    @Bean(destroyMethod = "close")
    TopicCreator transactionTopics(KafkaProperties kafka, FollowedPosition ledger) {
        return TopicCreator.start(
                kafka,
                ledger.now().configuration().ordering().parties().stream()
                        .map(Party::id)
                        .map(party -> Topics.transactionsSpec(party, TOPIC_PARTITIONS))
                        .toList());
    }

    @Bean(destroyMethod = "close")
    TopicWriter transactionWriter(KafkaProperties kafka, NodeIdentity node) {
        return new TopicWriter(kafka, EndorserWiring.name(node, "writer"));
    }

    @Bean
    TransactionPublisher transactionPublisher(TopicWriter writer, FollowedPosition ledger, NodeIdentity node) {
        return new TransactionPublisher(writer, ledger, node.self().uri(node.networkName()));
    }

    @Bean(destroyMethod = "")
    GatherWork gatherWork(
            NodeIdentity node,
            EndorsingService endorsing,
            SigningPreparation preparations,
            GatherWork.Outside outside,
            TransactionStore store,
            CorePool cores,
            FaultHandler faults,
            GatherMetrics metrics) {
        var inside = new GatherWork.Inside(node.id(), node.networkId(), endorsing, preparations, endorsing::stored);
        return new GatherWork(inside, outside, store, cores, faults, metrics);
    }

    @Bean
    GatherWork.Outside outside(EndorserPeers peers, TransactionPublisher publisher, Routers routers) {
        return new GatherWork.Outside(peers, publisher, routers);
    }

    @Bean(destroyMethod = "")
    GatherLoop gatherLoop(
            NodeIdentity node,
            FollowedPosition ledger,
            GatherWork work,
            GatherProperties properties,
            FaultHandler faults,
            InstantSource clock) {
        var gatherer = new EndorsementGatherer(
                node.id(), ledger.now().configuration(), properties.settings(), keysHeld(node), new SecureRandom());
        return new GatherLoop(EndorserWiring.name(node, "gather"), gatherer, work, properties, faults, clock);
    }

    private static KeysHeld keysHeld(NodeIdentity node) {
        return new KeysHeld() {
            @Override
            public boolean holdsShareOf(EndorserGroup configured) {
                return node.holdsShareOf(configured);
            }

            @Override
            public EndorserGroup inUse(EndorserGroup configured) {
                return node.inUse(configured);
            }
        };
    }

    @Bean(destroyMethod = "")
    RecoveryRounds recoveryRounds(
            NodeIdentity node,
            RecoveryRounds.Sources sources,
            GatherLoop gathering,
            GatherProperties properties,
            GatherMetrics metrics,
            FaultHandler faults,
            InstantSource clock) {
        return new RecoveryRounds(
                EndorserWiring.name(node, "recovery"), sources, gathering, properties, metrics, faults, clock);
    }

    @Bean
    RecoveryRounds.Sources recoverySources(
            TransactionStore store,
            CommitterInquiry committer,
            EndorsingService checks,
            FollowedPosition ledger,
            RegistrationFollower enrollments) {
        return new RecoveryRounds.Sources(store, committer, checks, ledger, enrollments);
    }
}
