package io.florin.auditor.replay.adapter;

import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.chain.BlockSource;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Counters of the replay; metrics keep the word trail.
public final class ReplayMetrics {
    private static final Metrics NAMES = new Metrics("auditor");

    private final MeterRegistry registry;
    private final LongAdder fromTopics = new LongAdder();
    private final LongAdder fromStores = new LongAdder();
    private final LongAdder switches = new LongAdder();

    public ReplayMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void accepted(BlockSource source) {
        (source.kind() == BlockSource.Kind.STORE ? fromStores : fromTopics).increment();
        registry.counter(
                        NAMES.name("trail", "blocks"),
                        "source",
                        source.kind() == BlockSource.Kind.STORE ? "store" : "topic")
                .increment();
    }

    /// Outcomes of a block's transactions, by the own replay.
    void judged(List<TransactionOutcome> outcomes) {
        Map<TransactionStatus, Integer> counts = new EnumMap<>(TransactionStatus.class);
        outcomes.forEach(outcome -> counts.merge(outcome.status(), 1, Integer::sum));
        counts.forEach((status, count) -> registry.counter(
                        NAMES.name("trail", "transactions"),
                        Metrics.STATUS,
                        status.name().toLowerCase(Locale.ROOT))
                .increment(count));
    }

    void refused(IncidentKind kind) {
        registry.counter(
                        NAMES.name("trail", "refused"),
                        Metrics.REASON,
                        kind.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    void switched() {
        switches.increment();
        registry.counter(NAMES.name("trail", "switches")).increment();
    }

    long fromTopics() {
        return fromTopics.sum();
    }

    long fromStores() {
        return fromStores.sum();
    }

    long switches() {
        return switches.sum();
    }
}
