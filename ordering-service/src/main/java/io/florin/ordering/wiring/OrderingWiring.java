package io.florin.ordering.wiring;

import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ordering.assembler.ConfigurationHistory;
import io.florin.ordering.batcher.Batcher;
import io.florin.ordering.blockstore.adapter.BlockFiles;
import io.florin.ordering.chain.adapter.ChainLoop;
import io.florin.ordering.chain.adapter.ChainProperties;
import io.florin.ordering.consenter.bftsmart.adapter.BftSmartConsensus;
import io.florin.ordering.consenter.bftsmart.adapter.ConsensusProperties;
import io.florin.ordering.intake.ConfigurationGate;
import io.florin.ordering.intake.adapter.BundleIngress;
import io.florin.ordering.intake.adapter.IntakeProperties;
import io.florin.ordering.intake.adapter.OrderingController;
import io.florin.ordering.intake.adapter.TopicIntake;
import io.florin.ordering.link.adapter.PartyApi;
import io.florin.ordering.link.adapter.PartyController;
import io.florin.ordering.link.adapter.PartyLinks;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Ed25519PartyKeys;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.protocol.PartyKeys;
import io.florin.ordering.protocol.PublishedPosition;
import io.florin.ordering.publisher.adapter.BlockPublisher;
import io.florin.ordering.router.Router;
import io.florin.ordering.wiring.PartyEngine.Parts;
import io.florin.ordering.wiring.SubmissionLoop.Outside;
import io.florin.ordering.wiring.SubmissionLoop.Stores;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.FlorinKafka;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicCreator;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// One party. [OrderingLifecycle] starts and stops what is built here.
@Configuration(proxyBeanMethods = false)
@Import({FlorinIdentity.class, FlorinKafka.class})
@EnableConfigurationProperties({
    PeerEndpoints.class,
    OrderingProperties.class,
    ChainProperties.class,
    ConsensusProperties.class,
    IntakeProperties.class
})
class OrderingWiring {
    private static final long SESSIONS = 1L << 31;

    @Bean
    Parties parties(NodeIdentity node) {
        return Parties.of(ordering(node));
    }

    private static NetworkConfiguration.Ordering ordering(NodeIdentity node) {
        return node.genesis().configuration().ordering();
    }

    @Bean
    PartyKeys partyKeys(NodeIdentity node) {
        return new Ed25519PartyKeys(node.id(), node.key(), ordering(node));
    }

    @Bean
    Certificates certificates(NodeIdentity node, Parties parties, PartyKeys keys) {
        return new Certificates(node.networkId(), parties, keys);
    }

    @Bean
    BlockFiles blockFiles(OrderingProperties properties, NodeIdentity node) {
        return new BlockFiles(properties.dataDirectory().resolve("blocks"), node.networkId());
    }

    @Bean(destroyMethod = "")
    BlockPublisher blockPublisher(
            NodeIdentity node, KafkaProperties kafka, BlockFiles blocks, PassageTimes times, FaultHandler faults) {
        var positions = new BlockPublisher.Positions() {
            @Override
            public Optional<PublishedPosition> load() {
                return blocks.published();
            }

            @Override
            public void save(PublishedPosition position) {
                blocks.published(position);
                times.published(position.number());
            }
        };
        return new BlockPublisher(node.self(), node.networkName(), kafka, blocks, positions, faults);
    }

    @Bean
    TopicCreator partyTopics(NodeIdentity node, KafkaProperties kafka, IntakeProperties properties) {
        return BlockPublisher.createTopics(node.id(), properties.partitions(), kafka);
    }

    @Bean
    PassageTimes passageTimes() {
        return new PassageTimes(InstantSource.system());
    }

    @Bean
    OrderingMetrics orderingMetrics(MeterRegistry meters, PassageTimes times) {
        return new OrderingMetrics(meters, times);
    }

    @Bean(destroyMethod = "")
    PartyEngine partyEngine(NodeIdentity node, BlockFiles blocks, BlockPublisher publisher, OrderingMetrics metrics) {
        return new PartyEngine(node.id(), node.networkId(), node.genesis().configuration(), blocks, publisher, metrics);
    }

    @Bean(destroyMethod = "")
    ChainLoop chainLoop(
            NodeIdentity node,
            Parties parties,
            PartyKeys keys,
            OrderingProperties ordering,
            ChainProperties chain,
            BlockFiles blocks,
            PartyEngine engine,
            FaultHandler faults) {
        return new ChainLoop(
                ordering.dataDirectory(), node.networkId(), parties, keys, chain, blocks.last(), engine, faults);
    }

    @Bean(destroyMethod = "")
    BftSmartConsensus consensus(
            NodeIdentity node,
            Parties parties,
            Certificates certificates,
            OrderingProperties ordering,
            ConsensusProperties properties,
            PartyEngine engine) {
        return new BftSmartConsensus(
                ordering.dataDirectory(), parties, node.id(), certificates, node.tls(), properties, engine);
    }

    @Bean(destroyMethod = "")
    PartyLinks partyLinks(NodeIdentity node, PeerEndpoints endpoints, InternalClients clients, PartyEngine engine) {
        Map<Integer, PartyApi> parties = new TreeMap<>();
        Map<Integer, OrderingInternalApi> stores = new TreeMap<>();
        for (PeerEndpoints.Endpoint endpoint : endpoints.ordering()) {
            if (endpoint.id() != node.id()) {
                var peer = new Peer(NodeRole.ORDERING, endpoint.id());
                parties.put(endpoint.id(), clients.proxy(PartyApi.class, peer, endpoint.requireInternal()));
                stores.put(endpoint.id(), clients.proxy(OrderingInternalApi.class, peer, endpoint.requireInternal()));
            }
        }
        return new PartyLinks(new OrderingLog(node.id()), parties, stores, engine::isUnderWay);
    }

    /// With a history of its own: the one that follows the group's decisions must not wait for a flood.
    @Bean
    ConfigurationGate configurationGate(NodeIdentity node, IntakeProperties properties, BlockFiles blocks) {
        var history = new ConfigurationHistory(node.networkId(), node.genesis().configuration(), blocks);
        return new ConfigurationGate(
                node.networkId(), () -> history.at(blocks.head().number()).inForce(), properties.configurationChecks());
    }

    @Bean
    BundleIngress bundleIngress(
            NodeIdentity node,
            IntakeProperties properties,
            ConfigurationGate gate,
            SubmissionRoom room,
            MeterRegistry meters) {
        return new BundleIngress(properties, gate, room::take, new OrderingLog(node.id()), meters);
    }

    /// Lets the ingress and the loop, which need each other, be built one after the other.
    @Bean
    SubmissionRoom submissionRoom() {
        return new SubmissionRoom();
    }

    @Bean(destroyMethod = "")
    SubmissionLoop submissionLoop(
            NodeIdentity node,
            Parties parties,
            Certificates certificates,
            OrderingProperties properties,
            BlockFiles blocks,
            BundleIngress ingress,
            SubmissionRoom room,
            PassageTimes times,
            PartyEngine engine,
            FaultHandler faults) {
        OrderingProperties.BatchProperties batch = properties.batch();
        var router = new Router(parties, node.id(), properties.standIn().toMillis());
        var batcher = new Batcher(new Batcher.Limits(
                batch.lanes(),
                (int) Math.min(batch.cut().toBytes(), Batch.ENTRIES_BYTES_MAX),
                Batch.ENTRIES_BYTES_MAX,
                Batch.ENTRIES_MAX,
                batch.spacing().toMillis(),
                batch.company().toMillis()));
        var loop = new SubmissionLoop(
                node.id(),
                new SecureRandom().nextLong(SESSIONS),
                router,
                batcher,
                batch,
                new Stores(blocks, certificates, times),
                new Outside(engine::submit, ingress::settled, engine::waiting, () -> engine.away(parties)),
                faults);
        room.open(loop);
        return loop;
    }

    @Bean(destroyMethod = "")
    TopicIntake topicIntake(
            NodeIdentity node,
            IntakeProperties properties,
            KafkaProperties kafka,
            BundleIngress ingress,
            BlockFiles blocks,
            FaultHandler faults) {
        var positions = new TopicIntake.Positions() {
            @Override
            public long load(int partition) {
                return blocks.readingPosition(partition);
            }

            @Override
            public void save(int partition, long offset) {
                blocks.readingPosition(partition, offset);
            }
        };
        return new TopicIntake(node.id(), properties, kafka, ingress, positions, faults);
    }

    @Bean
    OrderingController orderingController(BundleIngress ingress, BlockFiles blocks) {
        return new OrderingController(ingress, blocks);
    }

    @Bean
    PartyController partyController(PartyEngine engine) {
        return new PartyController(engine);
    }

    @Bean
    Parts parts(ChainLoop chain, BftSmartConsensus consensus, PartyLinks links, SubmissionLoop submissions) {
        return new Parts(chain, consensus, links, submissions);
    }
}
