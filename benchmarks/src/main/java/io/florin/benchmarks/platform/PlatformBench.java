package io.florin.benchmarks.platform;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.BenchOptions;
import io.florin.benchmarks.Scratch;
import io.florin.benchmarks.ServiceLogs;
import io.florin.benchmarks.report.Calibration;
import io.florin.benchmarks.report.Measurement;
import io.florin.benchmarks.report.Results;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The rows of the whole platform: every service in one JVM, driven through the banks' REST API, and then once more as
/// processes, for start-up time and memory.
@Command(
        name = "platform",
        description = "Every service: start-up, memory, payroll, payments per second and their latency.")
public final class PlatformBench implements Callable<Integer> {
    static final String START = "platform.start";
    static final String MEMORY = "platform.memory";
    static final String IDLE = "platform.idle";
    static final String PAYROLL = "platform.payroll";
    static final String END_TO_END = "platform.e2e";
    static final String BATCH = "platform.batch";
    static final String CPU_JVM = "platform.cpu.jvm";
    static final String CPU_DATABASE = "platform.cpu.database";
    static final String LATENCY = "platform.p99";
    static final String STAGES = "platform.stages";
    static final String BESIDE_FILE = "platform.beside-file";
    static final String PROCESSES_START = "platform.processes.start";
    static final String PROCESSES_MEMORY = "platform.processes.memory";

    private static final List<String> ROWS = List.of(
            START,
            MEMORY,
            IDLE,
            PAYROLL,
            END_TO_END,
            BATCH,
            CPU_JVM,
            CPU_DATABASE,
            LATENCY,
            STAGES,
            BESIDE_FILE,
            PROCESSES_START,
            PROCESSES_MEMORY);
    private static final double BYTES_PER_MEGABYTE = 1024.0 * 1024;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--offered",
            defaultValue = "500",
            paramLabel = "N",
            description =
                    "Payments per second offered for the latency (default: ${DEFAULT-VALUE}); where less than this"
                            + " and a tenth is sustained, half of what is.")
    private int offered = 500;

    @Option(
            names = "--at-once",
            defaultValue = "4",
            paramLabel = "N",
            description =
                    "Payments that each wallet has open at a time in the closed loop (default: ${DEFAULT-VALUE}).")
    private int atOnce = 4;

    @Option(
            names = "--port-offset",
            defaultValue = "7000",
            paramLabel = "N",
            description = "Added to every port of the sandbox (default: ${DEFAULT-VALUE}).")
    private int portOffset = 7_000;

    @Override
    public Integer call() throws InterruptedException {
        options.check(ROWS);
        BenchFailure.require(atOnce >= 1 && offered >= 1, "there is at least one payment");
        Results results = new Results("platform", spec.commandLine(), options.out());
        double upSeconds = ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0;
        Calibration calibration = Calibration.measure();
        try (Scratch scratch = Scratch.in(options)) {
            if (options.keep()) {
                results.progress("data and logs stay in %s", scratch.directory());
            }
            if (takesAny(
                    START,
                    MEMORY,
                    IDLE,
                    PAYROLL,
                    END_TO_END,
                    BATCH,
                    CPU_JVM,
                    CPU_DATABASE,
                    LATENCY,
                    STAGES,
                    BESIDE_FILE)) {
                oneJvm(results, plan(scratch, "one-jvm"), calibration, upSeconds);
            }
            if (!options.quick() && takesAny(PROCESSES_START, PROCESSES_MEMORY)) {
                new ProcessesSession(results, options, plan(scratch, "processes"), calibration).run();
            }
        }
        return 0;
    }

    private void oneJvm(Results results, SandboxPlan plan, Calibration calibration, double upSeconds)
            throws InterruptedException {
        ServiceLogs.into(plan.dataDirectory().resolve("logs"));
        long begin = System.nanoTime();
        try (OneJvm sandbox = OneJvm.start(plan, name -> results.progress("ready: %s", name))) {
            Runtime.getRuntime().addShutdownHook(new Thread(sandbox::close, "sandbox-stop"));
            started(results, calibration, upSeconds + (System.nanoTime() - begin) / 1e9);
            new PlatformSession(results, options, sandbox, calibration).run(atOnce, offered);
        }
    }

    private boolean takesAny(String... rows) {
        return List.of(rows).stream().anyMatch(options::takes);
    }

    private SandboxPlan plan(Scratch scratch, String name) {
        return SandboxPlan.of(new SandboxOptions(scratch.directory().resolve(name), portOffset));
    }

    private void started(Results results, Calibration calibration, double seconds) {
        results.progress("started in %.1f s", seconds);
        if (options.takes(START)) {
            results.add(new Measurement(
                    START,
                    "s",
                    List.of(seconds),
                    calibration,
                    "one JVM with Kafka and every service, PostgreSQL as its child; from the start of the JVM"
                            + " until every service is ready; empty data directory, so genesis, databases and"
                            + " topics are made too"));
        }
    }

    static double megabytes(long bytes) {
        return bytes / BYTES_PER_MEGABYTE;
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
