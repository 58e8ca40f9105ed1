package io.florin.benchmarks.platform;

import static io.florin.benchmarks.platform.PlatformBench.text;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.process.ProcessStatus;
import io.florin.sandbox.run.ProcessForm;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/// The sandbox as one process for each service: how long it takes to start and what each process holds afterwards.
final class ProcessesSession {

    private final Results results;
    private final BenchOptions options;
    private final SandboxPlan plan;
    private final Calibration calibration;

    ProcessesSession(Results results, BenchOptions options, SandboxPlan plan, Calibration calibration) {
        this.results = results;
        this.options = options;
        this.plan = plan;
        this.calibration = calibration;
    }

    void run() {
        ProcessForm processes = new ProcessForm(plan);
        AtomicBoolean ended = new AtomicBoolean();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endInterrupted(processes, ended), "processes-stop"));
        try {
            long begin = System.nanoTime();
            processes.up(name -> results.progress("ready: %s", name));
            double seconds = (System.nanoTime() - begin) / 1e9;
            results.progress("processes started in %.1f s", seconds);
            if (options.takes(PlatformBench.PROCESSES_START)) {
                results.add(new Measurement(
                        PlatformBench.PROCESSES_START,
                        "s",
                        List.of(seconds),
                        calibration,
                        text(
                                "%d processes, wave by wave, until every service is ready; empty data directory, so"
                                        + " genesis, databases and topics are made too",
                                processes.status().size())));
            }
            if (options.takes(PlatformBench.PROCESSES_MEMORY)) {
                memory(processes);
            }
        } finally {
            processes.down(name -> results.progress("ended: %s", name));
            ended.set(true);
        }
    }

    /// The processes would outlive a benchmark that is interrupted.
    private static void endInterrupted(ProcessForm processes, AtomicBoolean ended) {
        if (!ended.get()) {
            processes.down(_ -> {});
        }
    }

    private void memory(ProcessForm processes) {
        ProcessMemory memory = ProcessMemory.ofThisMachine();
        Map<String, Double> megabytes = new TreeMap<>();
        for (ProcessStatus process : processes.status()) {
            BenchFailure.require(
                    process.state() == ProcessStatus.State.RUNNING, process.name() + " does not run any more");
            long bytes = process.pid().isPresent()
                    ? memory.residentBytes(process.pid().getAsLong()).orElseThrow()
                    : PostgresMemory.of(plan, memory);
            megabytes.put(process.name(), PlatformBench.megabytes(bytes));
        }
        String each = megabytes.entrySet().stream()
                .map(entry -> text("%s %.0f", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        results.add(new Measurement(
                PlatformBench.PROCESSES_MEMORY,
                "MB",
                List.of(megabytes.values().stream().mapToDouble(one -> one).sum()),
                calibration,
                "resident after the start, without load: " + each + " (shared pages of its processes counted once for"
                        + " postgres)"));
    }
}
