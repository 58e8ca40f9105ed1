package io.florin.sandbox.run;

import io.florin.runtime.service.FlorinService;
import io.florin.sandbox.kafka.SandboxKafka;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.plan.ServiceLaunch;
import io.florin.sandbox.postgres.SandboxPostgres;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/// The whole platform inside this JVM: PostgreSQL as a child process, Kafka and every service in memory. All start side
/// by side: a service waits for its keys and its database, and asks again where another one does not answer yet. They
/// are closed wave by wave, so that each finds those that it depends on, servers last. If one service fails to start,
/// all that runs is closed again.
public final class OneJvm implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OneJvm.class);

    private final SandboxPlan plan;
    private final Consumer<String> progress;
    private final Deque<AutoCloseable> servers = new ArrayDeque<>();
    private final Map<String, ConfigurableApplicationContext> contexts = new ConcurrentHashMap<>();
    private final Object lifecycle = new Object();
    private boolean closed;

    private OneJvm(SandboxPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /// Starts everything and returns when every service answers.
    ///
    /// @param progress told one line per step
    public static OneJvm start(SandboxPlan plan, Consumer<String> progress) {
        OneJvm sandbox = new OneJvm(plan, progress);
        try {
            sandbox.startAll();
            return sandbox;
        } catch (RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    public SandboxPlan plan() {
        return plan;
    }

    /// The running context of a service instance, for acceptance checks and tests.
    public ConfigurableApplicationContext context(String service) {
        ConfigurableApplicationContext context = contexts.get(service);
        if (context == null) {
            throw new IllegalArgumentException(service + " does not run");
        }
        return context;
    }

    /// Closes one instance and starts it again, as after a crash of its process.
    public void restart(String service) {
        stop(service);
        start(service);
    }

    /// Closes instances and starts them again, side by side.
    public void restart(Collection<String> services) {
        inParallel(services.stream()
                .map(service -> Executors.callable(() -> stop(service)))
                .toList());
        startServices(services.stream().map(plan::service).toList());
    }

    /// Closes one instance, as when its process ends.
    public void stop(String service) {
        context(service).close();
        contexts.remove(service);
    }

    /// Starts an instance that was stopped.
    public void start(String service) {
        startServices(List.of(plan.service(service)));
    }

    private void startAll() {
        own(Preparation.lock(plan));
        Preparation.requireNoProcesses(plan);
        SandboxPostgres.stop(plan.postgres());
        Preparation.requireFreePorts(plan);
        CompletableFuture<Boolean> network = new CompletableFuture<>();
        CompletableFuture<SandboxPostgres> postgres = new CompletableFuture<>();
        List<Callable<?>> starts = new ArrayList<>();
        starts.add(() -> told(postgres, this::startPostgres));
        starts.add(() -> told(network, () -> {
            Preparation.network(plan);
            return true;
        }));
        starts.add(this::startKafka);
        for (ServiceLaunch service : plan.services()) {
            starts.add(() -> {
                network.join();
                service.database().ifPresent(database -> database.provide(postgres.join()));
                return startService(service);
            });
        }
        inParallel(starts);
    }

    /// Runs a start and tells those who wait for it, of its failure, too.
    private static <T> T told(CompletableFuture<T> waiting, Callable<T> start) throws Exception {
        try {
            T started = start.call();
            waiting.complete(started);
            return started;
        } catch (Exception | Error e) {
            waiting.completeExceptionally(e);
            throw e;
        }
    }

    private SandboxPostgres startPostgres() {
        SandboxPostgres server = SandboxPostgres.start(plan.postgres());
        own(server);
        progress.accept("PostgreSQL");
        return server;
    }

    private SandboxKafka startKafka() {
        SandboxKafka kafka = SandboxKafka.start(plan.kafka());
        own(kafka);
        progress.accept("Kafka");
        return kafka;
    }

    private void startServices(List<ServiceLaunch> services) {
        List<Callable<?>> starts = new ArrayList<>();
        for (ServiceLaunch service : services) {
            starts.add(() -> startService(service));
        }
        inParallel(starts);
    }

    private TreeMap<Integer, List<ServiceLaunch>> waves() {
        TreeMap<Integer, List<ServiceLaunch>> waves = new TreeMap<>();
        for (ServiceLaunch service : plan.services()) {
            waves.computeIfAbsent(service.wave(), _ -> new ArrayList<>()).add(service);
        }
        return waves;
    }

    private void closeServices(List<ServiceLaunch> services) {
        inParallel(services.stream()
                .map(service -> Optional.ofNullable(contexts.remove(service.name())))
                .flatMap(Optional::stream)
                .map(context -> Executors.callable(() -> closeQuietly(context)))
                .toList());
    }

    private ConfigurableApplicationContext startService(ServiceLaunch service) {
        String[] arguments = service.arguments(plan.configDirectory()).toArray(String[]::new);
        try {
            Class<?> application = Class.forName(service.applicationClass());
            ConfigurableApplicationContext context =
                    FlorinService.runEmbedded(application, service.configName(), arguments);
            contexts.put(service.name(), context);
            progress.accept(service.name());
            return context;
        } catch (ClassNotFoundException e) {
            throw new SandboxException(service.name() + " is not on the class path: " + service.applicationClass(), e);
        } catch (RuntimeException e) {
            throw new SandboxException(service.name() + " does not start: " + rootMessage(e), e);
        }
    }

    private void own(AutoCloseable server) {
        synchronized (servers) {
            servers.push(server);
        }
    }

    /// Runs all to their end, then throws the first failure if there was one.
    private static void inParallel(Collection<? extends Callable<?>> tasks) {
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("sandbox-start-", 1).factory())) {
            List<Future<?>> started = new ArrayList<>();
            for (Callable<?> task : tasks) {
                started.add(threads.submit(task));
            }
            RuntimeException first = null;
            for (Future<?> one : started) {
                try {
                    one.get();
                } catch (ExecutionException e) {
                    RuntimeException failure = e.getCause() instanceof RuntimeException cause
                            ? cause
                            : new SandboxException("start failed: " + e.getCause(), e);
                    first = first == null ? failure : first;
                }
            }
            if (first != null) {
                throw first;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted while starting", e);
        }
    }

    private static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    @Override
    public void close() {
        synchronized (lifecycle) {
            if (closed) {
                return;
            }
            closed = true;
            boolean interrupted = Thread.interrupted(); // who is told to hurry closes everything nevertheless
            try {
                waves().descendingMap().values().forEach(this::closeServices);
            } finally {
                synchronized (servers) {
                    servers.forEach(OneJvm::closeQuietly);
                    servers.clear();
                }
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /// One server that does not close must not keep the others open.
    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            log.warn("not closed in order: {}", closeable.getClass().getSimpleName(), e);
        }
    }
}
