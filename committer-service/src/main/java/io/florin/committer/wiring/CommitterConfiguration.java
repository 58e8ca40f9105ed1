package io.florin.committer.wiring;

import io.florin.committer.intake.adapter.BlockListener;
import io.florin.committer.intake.adapter.IntakeProperties;
import io.florin.committer.query.LedgerQueries;
import io.florin.committer.query.ResultQueries;
import io.florin.committer.reconciliation.adapter.ReconciliationLoop;
import io.florin.committer.reconciliation.adapter.ReconciliationProperties;
import io.florin.committer.reconciliation.adapter.ReconciliationStore;
import io.florin.committer.status.adapter.PublisherProperties;
import io.florin.committer.status.adapter.StatusPublisher;
import io.florin.identity.FlorinIdentity;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.http.AnswerSigningFilter;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.FlorinKafka;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Builds the committer: the engine, and around it intake, publisher, queries and reconciliation.
@Configuration(proxyBeanMethods = false)
@Import({FlorinIdentity.class, FlorinKafka.class})
@EnableConfigurationProperties({
    PeerEndpoints.class,
    CommitterProperties.class,
    IntakeProperties.class,
    PublisherProperties.class,
    ReconciliationProperties.class
})
class CommitterConfiguration {

    @Bean
    CommitterMetrics committerMetrics(MeterRegistry registry, CommitterProperties properties) {
        return new CommitterMetrics(registry, properties.slowBlock());
    }

    @Bean(destroyMethod = "close")
    CommitterEngine committerEngine(
            CommitterProperties properties,
            NodeIdentity node,
            CommitterMetrics metrics,
            FaultHandler faults,
            InstantSource clock)
            throws InterruptedException {
        return new CommitterEngine(
                properties.settings(), node.genesis(), committerIndex(node), node.key(), faults, metrics, clock);
    }

    /// The committers of the configuration are a list; a node's place in it is where its key stands.
    private static int committerIndex(NodeIdentity node) {
        int index = node.genesis()
                .configuration()
                .committers()
                .keys()
                .indexOf(node.key().publicKey());
        if (index < 0) {
            throw new Failure("the key of this node is not that of a committer");
        }
        return index;
    }

    @Bean
    LedgerQueries ledgerQueries(CommitterEngine engine) {
        return new LedgerQueries(engine);
    }

    @Bean
    ResultQueries resultQueries(CommitterEngine engine) {
        return new ResultQueries(engine);
    }

    /// Banks and wallets believe nothing of this port that is not signed.
    @Bean
    FilterRegistrationBean<AnswerSigningFilter> answerSigning(NodeIdentity node) {
        FilterRegistrationBean<AnswerSigningFilter> registration = new FilterRegistrationBean<>(
                new AnswerSigningFilter(node.genesis().networkId(), committerIndex(node), node.key()));
        registration.addUrlPatterns("/v1/*");
        return registration;
    }

    @Bean(destroyMethod = "")
    BlockListener blockListener(
            CommitterEngine engine,
            IntakeProperties properties,
            KafkaProperties kafka,
            PeerEndpoints endpoints,
            InternalClients clients,
            CommitterMetrics metrics,
            IntakeSurroundings surroundings)
            throws InterruptedException {
        return new BlockListener(
                properties,
                kafka,
                stores(endpoints, clients),
                engine,
                metrics,
                surroundings.clock(),
                surroundings.faults());
    }

    /// The clock, and who is told of bugs.
    record IntakeSurroundings(InstantSource clock, FaultHandler faults) {}

    @Bean
    IntakeSurroundings intakeSurroundings(InstantSource clock, FaultHandler faults) {
        return new IntakeSurroundings(clock, faults);
    }

    private static Map<Integer, OrderingInternalApi> stores(PeerEndpoints endpoints, InternalClients clients) {
        Map<Integer, OrderingInternalApi> stores = new TreeMap<>();
        for (PeerEndpoints.Endpoint party : endpoints.ordering()) {
            var expected = new Peer(NodeRole.ORDERING, party.id());
            stores.put(party.id(), clients.proxy(OrderingInternalApi.class, expected, party.requireInternal()));
        }
        return stores;
    }

    @Bean(destroyMethod = "close")
    TopicWriter statusWriter(KafkaProperties kafka, NodeIdentity node) {
        return new TopicWriter(kafka, node.self().directoryName() + "-statuses");
    }

    @Bean(destroyMethod = "")
    StatusPublisher statusPublisher(
            CommitterEngine engine,
            TopicWriter writer,
            NodeIdentity node,
            PublisherProperties properties,
            CommitterMetrics metrics,
            FaultHandler faults) {
        return new StatusPublisher(
                engine, engine.progress(), writer, node.self().uri(node.networkName()), properties, metrics, faults);
    }

    /// After the engine, which makes the directory.
    @Bean(destroyMethod = "close")
    ReconciliationStore reconciliationStore(CommitterProperties properties, CommitterEngine engine) {
        return new ReconciliationStore(properties.directory().resolve("reconciliation"));
    }

    @Bean(destroyMethod = "")
    ReconciliationLoop reconciliationLoop(
            CommitterEngine engine,
            ReconciliationStore store,
            PeerEndpoints endpoints,
            InternalClients clients,
            ReconciliationProperties properties,
            CommitterMetrics metrics,
            IntakeSurroundings surroundings) {
        List<EndorserInternalApi> endorsers = endpoints.endorsers().stream()
                .map(endorser -> clients.proxy(
                        EndorserInternalApi.class,
                        new Peer(NodeRole.ENDORSER, endorser.id()),
                        endorser.requireInternal()))
                .toList();
        return new ReconciliationLoop(
                engine, store, endorsers, properties, surroundings.clock(), metrics, surroundings.faults());
    }
}
