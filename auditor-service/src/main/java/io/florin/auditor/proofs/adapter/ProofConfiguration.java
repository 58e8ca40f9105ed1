package io.florin.auditor.proofs.adapter;

import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.api.EndorserInternalApi;
import io.florin.runtime.api.PeerEndpoints;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.runtime.observability.Metrics;
import io.florin.runtime.service.Faults;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The check of proofs.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ProofProperties.class)
class ProofConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");

    @Bean
    PaymentArchive paymentArchive(PeerEndpoints endpoints, InternalClients clients) {
        return new PaymentArchive(endpoints.endorsers().stream()
                .filter(endorser -> endorser.internal() != null)
                .map(endorser -> clients.proxy(
                        EndorserInternalApi.class,
                        new Peer(NodeRole.ENDORSER, endorser.id()),
                        endorser.requireInternal()))
                .toList());
    }

    @Bean
    ProofAuditor.Office proofOffice(IncidentLog incidents, ProofProperties properties, InstantSource clock) {
        return new ProofAuditor.Office(incidents, properties, clock);
    }

    @Bean
    ProofAuditor proofAuditor(
            NodeIdentity node,
            ReplayPosition ledger,
            ReplayedBlocks blocks,
            PaymentArchive archive,
            JdbcClient jdbc,
            PlatformTransactionManager manager,
            ProofAuditor.Office office) {
        return new ProofAuditor(
                ledger,
                blocks,
                archive,
                new ProofReview(node.networkId(), new SecureRandom()),
                new ProofStore(jdbc, new TransactionTemplate(manager)),
                office);
    }

    @Bean
    BackgroundLoop proofLoop(ProofAuditor auditor, Faults faults, ProofProperties properties) {
        return new BackgroundLoop("proof-review", properties.poll(), faults, auditor::step);
    }

    @Bean
    MeterBinder proofGauges(ProofAuditor auditor) {
        return registry -> {
            Gauge.builder(NAMES.name("proofs", "through"), auditor, ProofAuditor::provenThrough)
                    .register(registry);
            Gauge.builder(
                            NAMES.name("proofs", "verified"),
                            auditor,
                            proofs -> proofs.progress().verified())
                    .register(registry);
            Gauge.builder(
                            NAMES.name("proofs", "open"),
                            auditor,
                            proofs -> proofs.progress().open())
                    .register(registry);
        };
    }
}
