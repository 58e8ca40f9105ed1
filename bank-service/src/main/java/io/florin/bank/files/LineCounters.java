package io.florin.bank.files;

import io.florin.bank.files.StoredFile.Line;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/// Counts lines of payment files, accepted and refused.
final class LineCounters {

    private static final Metrics METRICS = new Metrics("bank");

    private final Counter accepted;
    private final Counter refused;

    LineCounters(MeterRegistry meters) {
        accepted = Counter.builder(METRICS.name("files", "lines"))
                .tag(Metrics.STATUS, "accepted")
                .register(meters);
        refused = Counter.builder(METRICS.name("files", "lines"))
                .tag(Metrics.STATUS, "refused")
                .register(meters);
    }

    void count(List<Line> lines) {
        long good = lines.stream().filter(line -> line.code().isEmpty()).count();
        accepted.increment(good);
        refused.increment(lines.size() - good);
    }
}
