package io.florin.benchmarks.platform;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// Processor time that was used since the start.
///
/// @param jvmNanos of this process: all services and the generator
/// @param databaseNanos of its child processes that live: PostgreSQL
record ProcessorTime(long jvmNanos, long databaseNanos) {

    static ProcessorTime now() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new ProcessorTime(
                system.getProcessCpuTime(),
                ProcessHandle.current()
                        .descendants()
                        .flatMap(child -> child.info().totalCpuDuration().stream())
                        .mapToLong(Duration::toNanos)
                        .sum());
    }

    /// Microseconds since then, for each of so many payments.
    Spent since(ProcessorTime then, long payments) {
        return new Spent(
                (jvmNanos - then.jvmNanos) / 1e3 / Math.max(1, payments),
                (databaseNanos - then.databaseNanos) / 1e3 / Math.max(1, payments));
    }

    /// Microseconds of processor for each payment.
    record Spent(double jvmMicros, double databaseMicros) {}
}
