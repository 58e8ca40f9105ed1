package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.OfficerDesk;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.wallet.submit.adapter.EndorserClient;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.IntSupplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/// Builds the feature.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SupplyProperties.class)
public class SupplyConfiguration {

    /// One step of following the ledger; answers blocks applied.
    public interface FollowStep extends IntSupplier {}

    /// One step of issuing.
    public interface IssueStep extends IntSupplier {}

    @Bean
    Network network(NodeIdentity node, CommitterApi committer) {
        return new Network(node.genesis(), committer, new SecureRandom());
    }

    @Bean
    Reserves reserves(JdbcClient jdbc, InstantSource clock) {
        return new Reserves(jdbc, clock);
    }

    @Bean
    SupplyDesk supplyDesk(
            RequestRepository requests,
            Reserves reserves,
            OfficerDesk officers,
            Network network,
            JdbcClient jdbc,
            InstantSource clock) {
        return new SupplyDesk(requests, reserves, officers, network, jdbc, clock);
    }

    @Bean
    SupplyFollower supplyFollower(
            CommitterApi committer,
            Network network,
            RequestRepository requests,
            Reserves reserves,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        return new SupplyFollower(
                committer, network, requests, reserves, jdbc, new TransactionTemplate(transactions), clock);
    }

    @Bean
    SupplyBook supplyBook(
            SupplyFollower follower, Reserves reserves, JdbcClient jdbc, PlatformTransactionManager transactions) {
        TransactionTemplate snapshot = new TransactionTemplate(transactions);
        snapshot.setReadOnly(true);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return new SupplyBook(follower, reserves, jdbc, snapshot);
    }

    @Bean
    FollowStep followStep(SupplyFollower follower) {
        return follower::follow;
    }

    @Bean
    IssueStep issueStep(SupplyDesk desk, Network network, CommitterApi committer, EndorserClient endorsers) {
        Issuer issuer = new Issuer(desk, network, committer, endorsers);
        return issuer::step;
    }
}
