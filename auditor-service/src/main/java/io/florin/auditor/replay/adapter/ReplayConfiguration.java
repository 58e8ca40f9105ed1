package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.Failure;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.Faults;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The replay: its store, its writer and its sources.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ReplayProperties.class, PeerEndpoints.class, KafkaProperties.class})
class ReplayConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");

    @Bean
    AcceptedBlocks blockStore(DataSource database) {
        return new AcceptedBlocks(database);
    }

    @Bean
    ReplayMetrics replayMetrics(MeterRegistry registry) {
        return new ReplayMetrics(registry);
    }

    @Bean
    ReplayWriter replayWriter(
            NodeIdentity node,
            AcceptedBlocks store,
            Snapshots snapshots,
            List<BlockObserver<?>> observers,
            IncidentLog incidents,
            ReplayMetrics metrics,
            InstantSource clock) {
        return new ReplayWriter(node.genesis(), store, snapshots, observers, incidents, metrics, clock);
    }

    @Bean
    Snapshots snapshots(
            JdbcTemplate jdbc,
            PlatformTransactionManager manager,
            NodeIdentity node,
            IncidentLog incidents,
            Faults faults,
            InstantSource clock,
            ReplayProperties properties) {
        SnapshotRows rows = new JdbcSnapshotRows(jdbc, new TransactionTemplate(manager), clock);
        return new Snapshots(new SnapshotStore(rows, node.genesis(), node.key()), incidents, faults, clock, properties);
    }

    @Bean
    BlockSources.Edge blockEdge(
            NodeIdentity node,
            KafkaProperties kafka,
            PeerEndpoints endpoints,
            InternalClients clients,
            Faults faults,
            InstantSource clock) {
        SortedMap<Integer, OrderingInternalApi> parties = new TreeMap<>();
        endpoints
                .ordering()
                .forEach(party -> parties.put(
                        party.id(),
                        clients.proxy(
                                OrderingInternalApi.class,
                                new Peer(NodeRole.ORDERING, party.id()),
                                party.requireInternal())));
        if (parties.isEmpty()) {
            throw new Failure("florin.endpoints.ordering names no party");
        }
        return new BlockSources.Edge(node.self().directoryName(), TopicReading.of(kafka), parties, faults, clock);
    }

    @Bean
    BlockSources blockSources(
            ReplayWriter writer,
            AcceptedBlocks store,
            BlockSources.Edge edge,
            ReplayProperties properties,
            ReplayMetrics metrics) {
        return new BlockSources(writer, store, edge, properties, metrics);
    }

    @Bean
    ReplayLifecycle replayLifecycle(ReplayWriter writer, BlockSources sources, Faults faults, InstantSource clock) {
        return new ReplayLifecycle(writer, sources, faults, clock);
    }

    @Bean
    Recount recount(NodeIdentity node, AcceptedBlocks store, ReplayWriter writer, InstantSource clock) {
        return new Recount(node.genesis(), store, writer, clock);
    }

    @Bean
    ReplayReport replayReport(
            ReplayWriter writer,
            AcceptedBlocks store,
            BlockSources sources,
            ReplayMetrics metrics,
            Snapshots snapshots) {
        return new ReplayReport(writer, store, sources, metrics, snapshots);
    }

    @Bean
    MeterBinder replayGauges(ReplayWriter writer, BlockSources sources) {
        return registry -> {
            Gauge.builder(NAMES.name("trail", "height"), writer, ReplayWriter::height)
                    .register(registry);
            Gauge.builder(NAMES.name("trail", "behind"), writer, replay -> replay.knownHead() - replay.height())
                    .register(registry);
            Gauge.builder(NAMES.name("trail", "party"), sources, BlockSources::followed)
                    .register(registry);
        };
    }
}
