package io.florin.certifier.adapter;

import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/// Shares, refusals and flaws.
public final class CertifierMetrics {

    private static final Metrics NAMES = new Metrics("certifier");

    private final MeterRegistry meters;
    private final Counter shares;
    private final Counter refused;
    private final Timer blocks;

    public CertifierMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.shares = meters.counter(NAMES.name("sign", "shares"));
        this.refused = meters.counter(NAMES.name("sign", "refused"));
        this.blocks = meters.timer(NAMES.name("sign", "blocks"));
    }

    /// @param nanos that the shares of one block took
    void signed(long nanos) {
        blocks.record(nanos, TimeUnit.NANOSECONDS);
    }

    void certified(int count) {
        shares.increment(count);
    }

    void refused() {
        refused.increment();
    }

    /// @param source `block` or `statuses`
    void flaw(String source) {
        meters.counter(NAMES.name("follow", "flaws"), "source", source).increment();
    }
}
