package io.florin.auditor.supply.adapter;

import io.florin.auditor.events.adapter.EventOutbox;
import io.florin.auditor.proofs.adapter.ProofAuditor;
import io.florin.auditor.protocol.AuditedCurrency;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.Money;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReportSection;
import io.florin.auditor.status.adapter.CheckpointReconciler;
import io.florin.auditor.supply.Figures;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The proof of supply.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SupplyProperties.class)
class SupplyConfiguration {
    private static final Metrics NAMES = new Metrics("auditor");

    @Bean
    SupplyBook supplyBook(
            JdbcClient jdbc,
            IncidentLog incidents,
            EventOutbox events,
            CheckpointReconciler agreement,
            ObjectProvider<ProofAuditor> proofs,
            NodeIdentity node,
            SupplyProperties properties) {
        return new SupplyBook(jdbc, incidents, events, agreement, proofs::getObject, node, properties);
    }

    @Bean
    MeterBinder supplyGauges(SupplyBook book) {
        return registry -> {
            Gauge.builder(
                            NAMES.name("supply", "holds"),
                            book,
                            supply -> supply.latest().holds() ? 1 : 0)
                    .register(registry);
            Gauge.builder(
                            NAMES.name("supply", "violations"),
                            book,
                            supply -> supply.shown().violations())
                    .register(registry);
        };
    }

    @Bean
    AuditedCurrency auditedCurrency(ReplayPosition ledger, SupplyProperties properties) {
        return () -> ledger.configuration()
                .namespace(new NamespaceId(properties.namespace()))
                .map(Money::of)
                .orElse(new Money("", 0));
    }

    @Bean
    ReportSection supplyReport(SupplyBook book) {
        return new ReportSection() {
            @Override
            public String name() {
                return "supply";
            }

            @Override
            public String title() {
                return "Supply";
            }

            @Override
            public Map<String, Object> facts() {
                SupplyBook.Shown shown = book.shown();
                Figures figures = shown.figures();
                Map<String, Object> facts = new LinkedHashMap<>();
                facts.put("block", figures.block());
                facts.put("namespace", figures.namespace());
                facts.put("issued", figures.issued());
                facts.put("redeemed", figures.redeemed());
                facts.put("outstanding", figures.outstanding());
                facts.put("onRails", figures.onRails());
                facts.put("holds", book.holds(figures));
                facts.put("evidence", book.evidence());
                facts.put("provenThrough", book.latest().provenThrough());
                facts.put("notProvenFrom", book.latest().notProvenFrom());
                facts.put("violations", shown.violations());
                Map<String, Object> banks = new LinkedHashMap<>();
                figures.byParticipant()
                        .forEach((bank, share) -> banks.put(
                                Integer.toString(bank),
                                Map.of("issued", share.issued(), "redeemed", share.redeemed())));
                facts.put("byParticipant", banks);
                return facts;
            }

            @Override
            public boolean sound() {
                return book.latest().holds();
            }
        };
    }
}
