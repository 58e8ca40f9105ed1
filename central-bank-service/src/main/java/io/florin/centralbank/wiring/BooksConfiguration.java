package io.florin.centralbank.wiring;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.participants.DirectoryKeeper;
import io.florin.centralbank.participants.RegistrationView;
import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.reserves.Adjustments;
import io.florin.centralbank.reserves.BookCheck;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.supply.SupplyService;
import io.florin.centralbank.supply.SupplySummary;
import io.florin.decisions.DecisionFormat;
import io.florin.decisions.DecisionLog;
import io.florin.decisions.FlorinDecisions;
import io.florin.decisions.LogWatch;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.audit.FlorinAudit;
import io.florin.runtime.console.OverviewTile;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.kafka.OrderedTopicReader;
import io.florin.runtime.kafka.Topics;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.FaultHandler;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Books, incidents, the log of decisions, the view of registration, and what they show of themselves.
@Configuration(proxyBeanMethods = false)
@Import({FlorinDecisions.class, FlorinAudit.class})
@EnableConfigurationProperties(KafkaProperties.class)
class BooksConfiguration {
    private static final Metrics METRICS = new Metrics("centralbank");
    /// The lock of the log of decisions in the database.
    private static final int APPENDING_DECISIONS = 7_101;
    private static final Duration LOG_CHECK = Duration.ofMinutes(10);
    private static final Duration DIRECTORY_KEEPING = Duration.ofMinutes(1);

    @Bean
    ReserveLedger reserveLedger(JdbcClient jdbc, InstantSource clock) {
        return new ReserveLedger(jdbc, clock);
    }

    @Bean
    Adjustments adjustments(
            JdbcClient jdbc,
            ReserveLedger ledger,
            DecisionLog log,
            InstantSource clock,
            MoneyText money,
            RegistrationView view) {
        return new Adjustments(jdbc, ledger, log, clock, money, view, UUID::randomUUID);
    }

    @Bean
    BookCheck bookCheck(JdbcClient jdbc, Incidents incidents, InstantSource clock) {
        return new BookCheck(jdbc, incidents, clock);
    }

    @Bean
    Incidents incidents(JdbcClient jdbc, DecisionLog decisions, InstantSource clock) {
        return new Incidents(jdbc, decisions, clock);
    }

    @Bean
    DecisionFormat decisionFormat() {
        return new DecisionFormat("central-bank-decision", false, APPENDING_DECISIONS);
    }

    @Bean
    BackgroundLoop logChecks(LogWatch watch, FaultHandler faults) {
        return BackgroundLoop.periodic("decision-log-check", LOG_CHECK, faults, watch::checkNow);
    }

    @Bean
    DirectoryKeeper directoryKeeper(JdbcClient jdbc, NodeIdentity node) {
        return new DirectoryKeeper(jdbc, node.networkId(), node.key());
    }

    @Bean
    RegistrationView registrationView(NodeIdentity node, DirectoryKeeper keeper, InstantSource clock) {
        NetworkConfiguration configuration = node.genesis().configuration();
        RegistrationView view = new RegistrationView(
                node.networkId(),
                configuration.registrationKey(),
                configuration.limits().heartbeatMillisMax(),
                clock);
        keeper.load().ifPresent(view::resume);
        return view;
    }

    /// A topic that lost its records stops the reader; the next start reads it from its beginning.
    @Bean(initMethod = "start")
    OrderedTopicReader registrationReader(
            KafkaProperties kafka, RegistrationView view, DirectoryKeeper keeper, FaultHandler faults) {
        return new OrderedTopicReader(
                kafka,
                "central-bank-registration",
                new TopicPartition(Topics.ENROLLMENTS, Topics.ONLY_PARTITION),
                view::nextOffset,
                batch -> batch.forEach(record -> view.apply(record.value(), record.offset() + 1)),
                (component, bug) -> {
                    if (bug.getCause() instanceof InvalidOffsetException) {
                        keeper.forget();
                    }
                    faults.stopped(component, bug);
                });
    }

    @Bean
    BackgroundLoop directoryKeeping(RegistrationView view, DirectoryKeeper keeper, FaultHandler faults) {
        return BackgroundLoop.periodic(
                "registration-directory",
                DIRECTORY_KEEPING,
                faults,
                () -> view.kept().ifPresent(keeper::keep));
    }

    @Bean
    DisposableBean directoryKeptAtTheEnd(RegistrationView view, DirectoryKeeper keeper) {
        return () -> view.kept().ifPresent(keeper::keep);
    }

    /// Down while an incident is open; not part of readiness, since officers must reach the pages then.
    @Bean("supplyHealthIndicator")
    HealthIndicator supplyHealth(Incidents incidents) {
        return () -> {
            long open = incidents.openCount();
            return (open == 0 ? Health.up() : Health.down())
                    .withDetail("openIncidents", open)
                    .build();
        };
    }

    /// Ready while the log of decisions is whole.
    @Bean("serviceHealthIndicator")
    HealthIndicator serviceHealth(LogWatch watch, RegistrationView view) {
        return () -> {
            boolean intact = watch.isWhole();
            return (intact ? Health.up() : Health.down())
                    .withDetail("decisionLogIntact", intact)
                    .withDetail("registrationCurrent", view.isCurrent())
                    .build();
        };
    }

    @Bean
    MeterBinder bookMetrics(Incidents incidents, LogWatch watch, RegistrationView view) {
        return registry -> {
            Gauge.builder(METRICS.name("incidents", "open"), incidents, Incidents::openCount)
                    .register(registry);
            Gauge.builder(METRICS.name("issues", "not.attempted"), incidents, all -> all.count("issue-not-attempted"))
                    .register(registry);
            Gauge.builder(METRICS.name("decisions", "broken"), watch, log -> log.isBroken() ? 1 : 0)
                    .register(registry);
            Gauge.builder(METRICS.name("registration", "record"), view, RegistrationView::lastSequence)
                    .register(registry);
        };
    }

    @Bean
    @Order(1)
    OverviewTile outstanding(SupplySummary book, MoneyText money) {
        return new OverviewTile(
                "Supply: outstanding (FLN)",
                "/console/supply",
                () -> money.text(book.view().outstanding()));
    }

    @Bean
    @Order(2)
    OverviewTile reserves(SupplySummary book, MoneyText money) {
        return new OverviewTile(
                "Reserves, free (FLN)",
                "/console/reserves",
                () -> money.text(book.view().reserves()));
    }

    @Bean
    OverviewTile waitingRequests(SupplyService supply) {
        return OverviewTile.ofCount("Requests that wait for officers", "/console/approvals", supply::waitingCount);
    }

    @Bean
    OverviewTile openIncidents(Incidents incidents) {
        return OverviewTile.ofCount("Open incidents", "/console/incidents", incidents::openCount);
    }

    @Bean
    OverviewTile banks(RegistrationView view) {
        return OverviewTile.ofCount("Participants", "/console/participants", () ->
                (long) view.participants().size());
    }
}
