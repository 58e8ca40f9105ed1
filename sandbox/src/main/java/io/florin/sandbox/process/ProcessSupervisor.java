package io.florin.sandbox.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// Starts processes that outlive this JVM, and finds and stops them later from another one. Each has a log file under
/// `logs` and a pid file under `run`. Only a process named by such a file, with the start time written there, is ever
/// signalled: first to end in order, then, after a grace period, by force.
public final class ProcessSupervisor {
    private static final long PROBE_INTERVAL_MILLIS = 100;
    private static final Duration FORCE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(2);

    private final Path runDirectory;
    private final Path logDirectory;

    public ProcessSupervisor(Path dataDirectory) {
        this.runDirectory = dataDirectory.resolve("run");
        this.logDirectory = dataDirectory.resolve("logs");
        try {
            Files.createDirectories(runDirectory);
            Files.createDirectories(logDirectory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + runDirectory, e);
        }
    }

    /// Starts the process unless it runs already; returns its pid.
    public long start(ManagedProcess spec) {
        try {
            Optional<ProcessHandle> running = live(spec.name());
            if (running.isPresent()) {
                return running.get().pid();
            }
            List<String> command = new ArrayList<>(List.of("setsid"));
            command.addAll(spec.command());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(log(spec.name()).toFile()));
            builder.environment().putAll(spec.environment());
            Process process = builder.start();
            PidFile.of(process.toHandle()).write(pidFile(spec.name()));
            return process.pid();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + spec.name(), e);
        }
    }

    /// Waits until every process answers at its readiness address; one that ends before is named with its log's last
    /// words.
    public void awaitReady(List<ManagedProcess> specs, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PROBE_TIMEOUT).build()) {
            for (ManagedProcess spec : specs) {
                if (spec.readiness().isPresent()) {
                    awaitReady(client, spec, spec.readiness().get(), deadline);
                }
            }
        }
    }

    /// Stops processes: asks all of them to end, waits for the grace period, then ends by force those that remain.
    /// Repeating it is harmless.
    public void stop(List<String> names, Duration grace) {
        List<ProcessHandle> running = new ArrayList<>();
        for (String name : names) {
            find(name).ifPresent(running::add);
        }
        running.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + grace.toNanos();
        for (ProcessHandle handle : running) {
            if (!endsBefore(deadline, handle)) {
                end(handle);
            }
        }
        for (String name : names) {
            try {
                Files.deleteIfExists(pidFile(name));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot forget " + name, e);
            }
        }
    }

    /// Ends one process at once, as a crash would; its pid file stays.
    public void kill(String name) {
        find(name).ifPresent(ProcessSupervisor::end);
    }

    /// Stops a process where it stands, as a machine that hangs would: it keeps its sockets and files, and says
    /// nothing.
    public void pause(String name) {
        find(name).ifPresent(handle -> Signal.STOP.sendTo(handle.pid()));
    }

    /// Lets a paused process go on.
    public void resume(String name) {
        find(name).ifPresent(handle -> Signal.CONT.sendTo(handle.pid()));
    }

    public ProcessStatus status(String name) {
        try {
            Optional<PidFile> file = PidFile.read(pidFile(name));
            if (file.isEmpty()) {
                return new ProcessStatus(name, ProcessStatus.State.STOPPED, OptionalLong.empty());
            }
            return file.get()
                    .process()
                    .map(handle -> new ProcessStatus(name, ProcessStatus.State.RUNNING, OptionalLong.of(handle.pid())))
                    .orElseGet(() -> new ProcessStatus(name, ProcessStatus.State.DIED, OptionalLong.empty()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the pid file of " + name, e);
        }
    }

    /// Names of all processes that have a pid file.
    public List<String> known() {
        try (Stream<Path> files = Files.list(runDirectory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".pid"))
                    .map(name -> name.substring(0, name.length() - ".pid".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + runDirectory, e);
        }
    }

    public Path log(String name) {
        return logDirectory.resolve(name + ".log");
    }

    private Path pidFile(String name) {
        return runDirectory.resolve(name + ".pid");
    }

    private Optional<ProcessHandle> live(String name) throws IOException {
        return PidFile.read(pidFile(name)).flatMap(PidFile::process);
    }

    private Optional<ProcessHandle> find(String name) {
        try {
            return live(name);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the pid file of " + name, e);
        }
    }

    /// Ends a process by force and waits until it is gone.
    public static void end(ProcessHandle handle) {
        handle.destroyForcibly();
        if (!endsBefore(System.nanoTime() + FORCE_TIMEOUT.toNanos(), handle)) {
            throw new ProcessException("process " + handle.pid() + " does not end");
        }
    }

    private static boolean endsBefore(long deadline, ProcessHandle handle) {
        while (PidFile.isRunning(handle)) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PROBE_INTERVAL_MILLIS));
        }
        return true;
    }

    private void awaitReady(HttpClient client, ManagedProcess spec, URI address, long deadline) {
        while (System.nanoTime() - deadline < 0) {
            if (status(spec.name()).state() != ProcessStatus.State.RUNNING) {
                throw new ProcessException(spec.name() + " ended at start: " + lastWords(spec.name()));
            }
            try {
                HttpRequest request =
                        HttpRequest.newBuilder(address).timeout(PROBE_TIMEOUT).build();
                if (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (IOException e) {
                // not listening yet
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ProcessException("interrupted while waiting for " + spec.name(), e);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PROBE_INTERVAL_MILLIS));
        }
        throw new ProcessException(spec.name() + " is not ready at " + address + ": " + lastWords(spec.name()));
    }

    /// The last cause that the log names, or its last line.
    private String lastWords(String name) {
        try {
            List<String> lines = Files.readAllLines(log(name), StandardCharsets.UTF_8);
            String words = lines.isEmpty() ? "nothing" : lines.getLast();
            for (String line : lines) {
                words = line.startsWith("Caused by: ") ? line : words;
            }
            return words + " (" + log(name) + ")";
        } catch (IOException e) {
            return "no log in " + log(name);
        }
    }
}
