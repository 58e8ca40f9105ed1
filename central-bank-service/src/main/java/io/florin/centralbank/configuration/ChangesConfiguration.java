package io.florin.centralbank.configuration;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.officers.KeyFileOfficers;
import io.florin.centralbank.supply.Network;
import io.florin.decisions.DecisionLog;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.activity.Activity;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.console.OverviewTile;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.loop.BackgroundLoop.Pace;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.florin.runtime.submission.SubmissionClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ChangeProperties.class)
public class ChangesConfiguration {
    private static final Metrics METRICS = new Metrics("centralbank");

    /// Longest pause while nothing happens at the central bank.
    private static final Duration REST = Duration.ofSeconds(5);

    /// Ids of proposals and keys of forms.
    public interface IdSource extends Supplier<UUID> {}

    @Bean
    LedgerConfiguration ledgerConfiguration(
            NodeIdentity node, CommitterApi committer, Network followed, Incidents incidents, SecureRandom random) {
        return new LedgerConfiguration(node.genesis(), committer, followed, incidents, random);
    }

    @Bean
    ChangeStore changeStore(JdbcClient jdbc) {
        return new ChangeStore(jdbc);
    }

    @Bean
    ChangeService changeService(
            ChangeStore store,
            LedgerConfiguration ledger,
            ChangeService.Office office,
            PlatformTransactionManager transactions,
            ChangeProperties properties) {
        return new ChangeService(store, ledger, office, new TransactionTemplate(transactions), properties);
    }

    @Bean
    ChangeService.Office changeOffice(KeyFileOfficers officers, DecisionLog log, InstantSource clock, IdSource ids) {
        return new ChangeService.Office(officers, log, clock, ids);
    }

    @Bean
    BackgroundLoop changeLoop(
            ChangeStore store,
            ChangeService changes,
            LedgerConfiguration ledger,
            CommitterApi committer,
            SubmissionClient endorsers,
            Incidents incidents,
            ChangeProperties properties,
            Activity activity,
            FaultHandler faults,
            InstantSource clock) {
        ChangeSubmitter submitter = new ChangeSubmitter(store, changes, ledger, committer, endorsers, incidents, clock);
        Duration poll = properties.poll();
        Pace pace = new Pace(poll, poll, poll.compareTo(REST) < 0 ? REST : poll);
        return BackgroundLoop.resting("central-bank-configuration", pace, activity, faults, submitter::step);
    }

    @Bean
    OverviewTile waitingChanges(ChangeService changes) {
        return OverviewTile.ofCount(
                "Changes of the configuration that wait for officers", "/console/configuration", changes::waitingCount);
    }

    @Bean
    MeterBinder changeMetrics(ChangeService changes, LedgerConfiguration ledger) {
        return registry -> {
            Gauge.builder(METRICS.name("configuration", "waiting"), changes, ChangeService::waitingCount)
                    .register(registry);
            Gauge.builder(
                            METRICS.name("configuration", "version"),
                            ledger,
                            known -> known.known().configuration().version())
                    .register(registry);
        };
    }
}
