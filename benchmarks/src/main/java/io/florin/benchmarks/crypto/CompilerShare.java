package io.florin.benchmarks.crypto;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Share of the time since it was made in which the JVM has compiled: its compiler takes a core from what is measured.
final class CompilerShare {
    private static final double PERCENT = 100;

    private final LongSupplier compiledMillis;
    private final LongSupplier nanos;
    private final long compiledMillisBefore;
    private final long beganNanos;

    /// @param compiledMillis by all of the compiler's threads together
    CompilerShare(LongSupplier compiledMillis, LongSupplier nanos) {
        this.compiledMillis = compiledMillis;
        this.nanos = nanos;
        this.compiledMillisBefore = compiledMillis.getAsLong();
        this.beganNanos = nanos.getAsLong();
    }

    static CompilerShare ofThisJvm() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return new CompilerShare(compiler::getTotalCompilationTime, System::nanoTime);
    }

    /// Above a hundred where several of its threads compiled all the time.
    double percent() {
        long compiled = TimeUnit.MILLISECONDS.toNanos(compiledMillis.getAsLong() - compiledMillisBefore);
        return PERCENT * compiled / Math.max(1, nanos.getAsLong() - beganNanos);
    }
}
