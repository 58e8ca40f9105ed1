package io.florin.endorser.wiring;

import io.florin.endorser.directory.RegistrationFollower;
import io.florin.endorser.endorse.Endorser;
import io.florin.endorser.endorse.EndorsingContext;
import io.florin.endorser.gather.adapter.GatherLoop;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.TransactionStore;
import io.florin.endorser.protocol.Verdict;
import io.florin.endorser.status.adapter.CommitterInquiry;
import io.florin.endorser.status.adapter.ConfigurationChangesApi;
import io.florin.endorser.status.adapter.FollowerDriver;
import io.florin.endorser.status.adapter.LedgerPositionStore;
import io.florin.endorser.status.adapter.StatusProperties;
import io.florin.endorser.status.adapter.StatusReaders;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Submission;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.http.PublicClients;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalProperties;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/// Following the ledger: the topic of statuses, and committers where it stays away.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StatusProperties.class)
class StatusWiring {

    @Bean
    FollowerDriver followerDriver(
            NodeIdentity node,
            FollowedPosition view,
            TransactionStore store,
            LedgerPositionStore followed,
            GatherLoop listener,
            InstantSource clock) {
        return new FollowerDriver(node.networkId(), view, store, followed, listener, clock);
    }

    @Bean(destroyMethod = "")
    StatusReaders statusReaders(
            NodeIdentity node,
            FollowerDriver driver,
            LedgerPositionStore followed,
            KafkaProperties kafka,
            StatusProperties properties,
            FaultHandler faults,
            MeterRegistry meters) {
        return new StatusReaders(
                EndorserWiring.name(node, "statuses"), driver, followed, kafka, properties, faults, meters);
    }

    @Bean(destroyMethod = "close")
    PublicClients publicClients(JsonMapper json, InternalProperties internal, StatusProperties properties) {
        return new PublicClients(json, internal.connectTimeout(), properties.answerWithin());
    }

    @Bean
    CommitterInquiry.Sources committerSources(
            PeerEndpoints endpoints, PublicClients committers, InternalClients clients, NodeIdentity node) {
        List<CommitterApi> apis = endpoints.committers().stream()
                .map(endpoint -> committers.proxy(CommitterApi.class, endpoint.requireApi()))
                .toList();
        List<ConfigurationChangesApi> peers = endpoints.endorsers().stream()
                .filter(endpoint -> endpoint.id() != node.id())
                .map(endpoint -> clients.proxy(
                        ConfigurationChangesApi.class,
                        new Peer(NodeRole.ENDORSER, endpoint.id()),
                        endpoint.requireInternal()))
                .toList();
        return new CommitterInquiry.Sources(apis, peers);
    }

    @Bean
    CommitterInquiry.Receiver inquiryReceiver(FollowerDriver driver, FollowedPosition view, TransactionStore store) {
        return new CommitterInquiry.Receiver(driver, view, store);
    }

    /// The rules themselves check a change that this endorser did not see when it was endorsed, as of the block before
    /// its expiry.
    @Bean
    CommitterInquiry.ConfigurationCheck configurationCheck(
            NodeIdentity node, Endorser endorser, FollowedPosition view, RegistrationFollower enrollments) {
        return (ConfigurationChange change) -> {
            var position = new LedgerPosition(
                    view.now().configuration(), change.header().expiryHeight() - 1);
            var context = new EndorsingContext(node.networkId(), position, enrollments);
            return endorser.check(Submission.of(change), context, true, 0) instanceof Verdict.Accepted;
        };
    }

    @Bean(destroyMethod = "")
    CommitterInquiry committerInquiry(
            NodeIdentity node,
            CommitterInquiry.Sources sources,
            CommitterInquiry.ConfigurationCheck changes,
            CommitterInquiry.Receiver receiver,
            StatusProperties properties,
            FaultHandler faults) {
        return new CommitterInquiry(
                EndorserWiring.name(node, "inquiry"), node.networkId(), sources, changes, receiver, properties, faults);
    }
}
