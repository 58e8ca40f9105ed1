package io.florin.centralbank.supply;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.officers.KeyFileOfficers;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.protocol.Treasuries;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.decisions.DecisionLog;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.audit.AuditBook;
import io.florin.runtime.chain.ResultReader;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.submission.SubmissionClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SupplyProperties.class)
public class SupplyConfiguration {
    private static final Metrics METRICS = new Metrics("centralbank");

    @Bean
    Network network(NodeIdentity node, Treasuries treasuries, SecureRandom random, SupplyProperties properties) {
        return new Network(node.genesis(), treasuries, random, node.key()::sign);
    }

    @Bean
    SupplyService supplyService(
            RequestRepository requests,
            Network network,
            SupplyService.Parts parts,
            JdbcClient jdbc,
            InstantSource clock,
            SupplyProperties properties) {
        return new SupplyService(requests, network, parts, jdbc, clock, properties.requestLifetime());
    }

    @Bean
    RequestList requestList(JdbcClient jdbc, SupplyService supply) {
        return new RequestList(jdbc, supply);
    }

    @Bean
    SupplyService.Parts parts(
            ReserveLedger reserves,
            KeyFileOfficers officers,
            Incidents incidents,
            Treasuries treasuries,
            DecisionLog log,
            MoneyText money,
            PlatformTransactionManager transactions) {
        return new SupplyService.Parts(
                reserves, officers, incidents, treasuries, log, money, new TransactionTemplate(transactions));
    }

    @Bean
    ResultReader.Observer refusedResults(Incidents incidents) {
        return new RefusedResults(incidents);
    }

    @Bean
    SupplyFollower supplyFollower(
            ResultReader results,
            Network network,
            RequestRepository requests,
            ReserveLedger reserves,
            Incidents incidents,
            SupplyFollower.Store store) {
        return new SupplyFollower(results, network, requests, reserves, incidents, store);
    }

    @Bean
    SupplyFollower.Store followerStore(
            JdbcClient jdbc, PlatformTransactionManager transactions, SupplyService supply, InstantSource clock) {
        return new SupplyFollower.Store(jdbc, new TransactionTemplate(transactions), supply::recount, clock);
    }

    @Bean
    SupplySummary supplyBook(
            SupplyFollower follower,
            RequestRepository requests,
            ReserveLedger reserves,
            Incidents incidents,
            JdbcClient jdbc,
            PlatformTransactionManager transactions) {
        return new SupplySummary(follower, requests, reserves, incidents, jdbc, snapshot(transactions));
    }

    @Bean
    SupplyCheck supplyCheck(
            SupplySummary book,
            RequestRepository requests,
            ObjectProvider<AuditorApi> auditor,
            Incidents incidents,
            PlatformTransactionManager transactions,
            AgreementWatch watch) {
        return new SupplyCheck(
                book,
                requests,
                Optional.ofNullable(auditor.getIfAvailable()),
                incidents,
                snapshot(transactions),
                watch);
    }

    @Bean
    AuditComparison auditorsWord(
            AuditBook audit, SupplySummary book, Network network, MoneyText money, InstantSource clock) {
        return new AuditComparison(audit, book, network, money, clock);
    }

    @Bean
    AgreementWatch agreementWatch(SupplyProperties properties, InstantSource clock) {
        return new AgreementWatch(properties.agreementWithin(), clock);
    }

    private static TransactionTemplate snapshot(PlatformTransactionManager transactions) {
        TransactionTemplate snapshot = new TransactionTemplate(transactions);
        snapshot.setReadOnly(true);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        return snapshot;
    }

    @Bean
    Issuer issuer(
            SupplyService supply,
            Network network,
            CommitterApi committer,
            SubmissionClient endorsers,
            ObjectProvider<AuditorApi> auditor,
            Incidents incidents,
            InstantSource clock) {
        return new Issuer(
                supply, network, committer, endorsers, Optional.ofNullable(auditor.getIfAvailable()), incidents, clock);
    }

    @Bean
    MeterBinder supplyMetrics(SupplyFollower follower, SupplyService supply) {
        return registry -> {
            Gauge.builder(
                            METRICS.name("supply", "block"),
                            follower,
                            f -> f.position().block())
                    .register(registry);
            Gauge.builder(
                            METRICS.name("supply", "issued"),
                            follower,
                            f -> f.position().issued())
                    .register(registry);
            Gauge.builder(
                            METRICS.name("supply", "redeemed"),
                            follower,
                            f -> f.position().redeemed())
                    .register(registry);
            Gauge.builder(METRICS.name("requests", "waiting"), supply, SupplyService::waitingCount)
                    .register(registry);
        };
    }
}
