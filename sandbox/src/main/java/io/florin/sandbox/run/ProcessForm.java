package io.florin.sandbox.run;

import io.florin.sandbox.kafka.KafkaProcess;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.ServiceLaunch;
import io.florin.sandbox.postgres.SandboxPostgres;
import io.florin.sandbox.process.ManagedProcess;
import io.florin.sandbox.process.ProcessStatus;
import io.florin.sandbox.process.ProcessSupervisor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/// The whole platform as processes: PostgreSQL, Kafka and one JVM per service, which stay when this JVM ends. Starting
/// again
/// starts only what does not run.
public final class ProcessForm {
    private static final String KAFKA = "kafka";
    private static final String POSTGRES = "postgres";
    private static final int KAFKA_HEAP_MEGABYTES = 256;
    private static final Duration START_TIMEOUT = Duration.ofMinutes(4);
    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final long PROBE_INTERVAL_MILLIS = 100;

    private final SandboxPlan plan;
    private final ProcessSupervisor supervisor;
    private final Function<String, List<String>> options;
    private final Optional<SharedClasses> shared;

    public ProcessForm(SandboxPlan plan) {
        this(plan, _ -> List.of());
    }

    /// @param options of a node's JVM besides, by its name
    public ProcessForm(SandboxPlan plan, Function<String, List<String>> options) {
        this(plan, options, Optional.empty());
    }

    private ProcessForm(SandboxPlan plan, Function<String, List<String>> options, Optional<SharedClasses> shared) {
        this.plan = plan;
        this.options = options;
        this.shared = shared;
        this.supervisor = new ProcessSupervisor(plan.dataDirectory());
    }

    /// The same, where [#up] first starts the first service once more, to keep the classes that it loads in an archive
    /// for all others: worth it where many are started. Unchanged on a class path that Java makes no archive of.
    public ProcessForm sharingClasses() {
        return new ProcessForm(plan, options, SharedClasses.in(plan.dataDirectory()));
    }

    /// Starts what does not run, all side by side, and returns when everything is ready: who needs a database waits for
    /// it, and whoever finds another one silent asks again.
    public void up(Consumer<String> progress) {
        try (var _ = Preparation.lock(plan)) {
            if (status().stream().noneMatch(one -> one.state() == ProcessStatus.State.RUNNING)) {
                SandboxPostgres.stop(plan.postgres());
                Preparation.requireFreePorts(plan);
            }
            if (!anyServiceRuns()) {
                Preparation.network(plan);
            }
            launchKafka();
            recordClasses();
            plan.services().stream()
                    .filter(service -> service.database().isEmpty())
                    .forEach(service -> supervisor.start(process(service)));
            startPostgres();
            progress.accept("PostgreSQL");
            plan.services().forEach(service -> supervisor.start(process(service)));
            awaitKafka();
            progress.accept("Kafka");
            for (ServiceLaunch service : plan.services()) {
                supervisor.awaitReady(List.of(process(service)), START_TIMEOUT);
                progress.accept(service.name());
            }
        }
    }

    /// The first service starts and ends once to leave them behind.
    private void recordClasses() {
        Optional<SharedClasses> missing = shared.filter(SharedClasses::isMissing);
        if (missing.isPresent()) {
            ManagedProcess first =
                    process(plan.services().getFirst(), missing.get().recording());
            supervisor.start(first);
            startPostgres();
            supervisor.awaitReady(List.of(first), START_TIMEOUT);
            supervisor.stop(List.of(first.name()), START_TIMEOUT);
        }
    }

    /// Stops services wave by wave in the opposite order of their start, then Kafka and PostgreSQL.
    ///
    /// @throws SandboxException if another command uses the data directory: a demo's database is not to be stopped
    public void down(Consumer<String> progress) {
        String atWork = "A demo, or another `florin up` or `florin down`, is at work in " + plan.dataDirectory()
                + ". End it with Ctrl-C in its terminal; `florin down` then stops what `florin up` has started.";
        try (var _ = Preparation.lock(plan, atWork)) {
            TreeMap<Integer, List<String>> waves = new TreeMap<>();
            for (ServiceLaunch service : plan.services()) {
                if (supervisor.status(service.name()).state() != ProcessStatus.State.STOPPED) {
                    waves.computeIfAbsent(service.wave(), wave -> new ArrayList<>())
                            .add(service.name());
                }
            }
            for (List<String> wave : waves.descendingMap().values()) {
                supervisor.stop(wave, GRACE);
                wave.forEach(progress);
            }
            supervisor.stop(List.of(KAFKA), GRACE);
            SandboxPostgres.stop(plan.postgres());
        }
    }

    /// Whether a command is at work in the data directory: a demo, whose services are none of these processes, or one
    /// that starts or stops them.
    public boolean isInUse() {
        return Preparation.isLocked(plan);
    }

    public List<ProcessStatus> status() {
        List<ProcessStatus> all = new ArrayList<>();
        boolean postgres = SandboxPostgres.isRunning(plan.postgres());
        all.add(new ProcessStatus(
                POSTGRES, postgres ? ProcessStatus.State.RUNNING : ProcessStatus.State.STOPPED, OptionalLong.empty()));
        all.add(supervisor.status(KAFKA));
        plan.services().forEach(service -> all.add(supervisor.status(service.name())));
        return all;
    }

    /// Ends one process by force, as a crash would, for tests and drills.
    public void kill(String name) {
        if (name.equals(POSTGRES)) {
            SandboxPostgres.crash(plan.postgres());
        } else {
            supervisor.kill(name);
        }
    }

    /// Stops one process where it stands, as a machine that hangs would, for tests and drills.
    public void pause(String name) {
        if (name.equals(POSTGRES)) {
            SandboxPostgres.pause(plan.postgres());
        } else {
            supervisor.pause(name);
        }
    }

    /// Lets a paused process go on.
    public void resume(String name) {
        if (name.equals(POSTGRES)) {
            SandboxPostgres.resume(plan.postgres());
        } else {
            supervisor.resume(name);
        }
    }

    /// Starts processes again, all before waiting for any: parties are ready only together, and who finds no broker yet
    /// asks again.
    public void restart(List<String> names) {
        if (names.contains(KAFKA)) {
            launchKafka();
        }
        if (names.contains(POSTGRES)) {
            startPostgres();
        }
        List<ManagedProcess> services = names.stream()
                .filter(name -> !name.equals(KAFKA) && !name.equals(POSTGRES))
                .map(name -> process(plan.service(name)))
                .toList();
        services.forEach(supervisor::start);
        if (names.contains(KAFKA)) {
            awaitKafka();
        }
        supervisor.awaitReady(services, START_TIMEOUT);
    }

    private boolean anyServiceRuns() {
        return plan.services().stream()
                .anyMatch(service -> supervisor.status(service.name()).state() == ProcessStatus.State.RUNNING);
    }

    private void startPostgres() {
        if (SandboxPostgres.isRunning(plan.postgres())) {
            return;
        }
        SandboxPostgres server = SandboxPostgres.start(plan.postgres());
        plan.databases().entrySet().parallelStream()
                .forEach(database -> server.provide(database.getKey(), database.getValue()));
    }

    private void launchKafka() {
        supervisor.start(new ManagedProcess(
                KAFKA,
                JavaCommand.of(
                        KAFKA_HEAP_MEGABYTES,
                        List.of("-Dlogback.configurationFile=logback-kafka.xml"),
                        KafkaProcess.MAIN_CLASS,
                        KafkaProcess.prepare(plan.kafka())),
                Map.of(),
                Optional.empty()));
    }

    private void awaitKafka() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!accepts(plan.ports().port(KAFKA))) {
            if (supervisor.status(KAFKA).state() != ProcessStatus.State.RUNNING || System.nanoTime() - deadline >= 0) {
                throw new SandboxException("Kafka does not start; see " + supervisor.log(KAFKA));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PROBE_INTERVAL_MILLIS));
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(SandboxPlan.HOST, port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private ManagedProcess process(ServiceLaunch service) {
        return process(service, shared.map(SharedClasses::using).orElse(List.of()));
    }

    private ManagedProcess process(ServiceLaunch service, List<String> classes) {
        List<String> all = new ArrayList<>(options.apply(service.name()));
        all.addAll(classes);
        return new ManagedProcess(
                service.name(),
                JavaCommand.of(
                        service.heapMegabytes(),
                        all,
                        service.applicationClass(),
                        service.arguments(plan.configDirectory())),
                Map.of(),
                Optional.of(service.readiness()));
    }
}
