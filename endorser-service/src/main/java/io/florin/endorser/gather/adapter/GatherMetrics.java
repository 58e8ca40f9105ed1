package io.florin.endorser.gather.adapter;

import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/// Metrics of gathering.
public final class GatherMetrics {

    private static final Metrics NAMES = new Metrics("endorser");
    private static final String FEATURE = "gather";

    private final MeterRegistry registry;
    private final DistributionSummary bundleSize;
    private final Timer latency;
    private final Counter published;
    private final Counter publishFailures;
    private final Counter republished;
    private final Counter recovered;

    public GatherMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.bundleSize = DistributionSummary.builder(NAMES.name(FEATURE, "bundle.transactions"))
                .register(registry);
        this.latency = Timer.builder(NAMES.name(FEATURE, "latency"))
                .description("from the proposal of a bundle to its signature")
                .publishPercentileHistogram()
                .register(registry);
        this.published = registry.counter(NAMES.name(FEATURE, "published"));
        this.publishFailures = registry.counter(NAMES.name(FEATURE, "publish.failures"));
        this.republished = registry.counter(NAMES.name(FEATURE, "republished"));
        this.recovered = registry.counter(NAMES.name(FEATURE, "recovered"));
    }

    void endorsed(int transactions, long millis) {
        bundleSize.record(transactions);
        latency.record(Duration.ofMillis(millis));
    }

    void published() {
        published.increment();
    }

    void publishFailed() {
        publishFailures.increment();
    }

    /// A bundle signed before was published again.
    void republished() {
        republished.increment();
    }

    void recovered(int transactions) {
        recovered.increment(transactions);
    }

    /// @param reason `unreachable`, `declined`, `bad`, `spoiled`, `stale`, `unprepared` or `other-shares`
    void shareFailed(int member, String reason) {
        registry.counter(
                        NAMES.name(FEATURE, "share.failures"),
                        "endorser",
                        Integer.toString(member),
                        Metrics.REASON,
                        reason)
                .increment();
    }

    void checkFailed(int member) {
        registry.counter(NAMES.name(FEATURE, "check.failures"), "endorser", Integer.toString(member))
                .increment();
    }

    void direct(int party, boolean taken) {
        registry.counter(
                        NAMES.name(FEATURE, "direct"),
                        Metrics.PARTY,
                        Integer.toString(party),
                        "taken",
                        Boolean.toString(taken))
                .increment();
    }

    void watch(String what, Supplier<Number> value) {
        Gauge.builder(NAMES.name(FEATURE, what), value).register(registry);
    }
}
