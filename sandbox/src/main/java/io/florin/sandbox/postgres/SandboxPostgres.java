package io.florin.sandbox.postgres;

import io.florin.sandbox.process.ProcessSupervisor;
import io.florin.sandbox.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A PostgreSQL server on a data directory of ours. It runs in a session of its own, so that Ctrl-C in a terminal
/// reaches
/// the services first; [#close] stops it in order. A server left behind by a killed JVM is found through
/// `postmaster.pid` and stopped before a new one starts; [#stop] does the same from another JVM.
public final class SandboxPostgres implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(90);
    private static final int STOP_SECONDS_MAX = 30;
    private static final long PROBE_INTERVAL_MILLIS = 50;

    private final PostgresSettings settings;
    private final Process process;

    private SandboxPostgres(PostgresSettings settings, Process process) {
        this.settings = settings;
        this.process = process;
    }

    /// Whether the server is not run by the user of this process, who then must let it pass to its directory.
    public static boolean runsAsAnotherUser(PostgresSettings settings) {
        return UnprivilegedRun.of(settings.dataDirectory()) instanceof UnprivilegedRun.AsNobody;
    }

    /// Creates the data directory on first use, starts the server and returns when it answers queries.
    public static SandboxPostgres start(PostgresSettings settings) {
        return start(settings, UnprivilegedRun.of(settings.dataDirectory()));
    }

    static SandboxPostgres start(PostgresSettings settings, UnprivilegedRun run) {
        Path home = PostgresBinaries.unpacked(settings.binaries());
        try {
            stop(settings);
            if (!Files.exists(settings.dataDirectory().resolve("PG_VERSION"))) {
                initialize(settings, home, run);
            }
            SandboxPostgres server = new SandboxPostgres(settings, launch(settings, home, run));
            server.awaitReady();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start PostgreSQL in " + settings.directory(), e);
        }
    }

    public String jdbcUrl(String database) {
        return settings.jdbcUrl(database);
    }

    /// Pid of the postmaster, for a pid file.
    public long pid() {
        return process.pid();
    }

    /// Creates a database and the role that owns it, both of this name; others cannot connect to it. Repeating the call
    /// changes nothing but the password.
    public void provide(String name, String password) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a database name: " + name);
        }
        if (!password.matches("[A-Za-z0-9._-]{8,128}")) {
            throw new IllegalArgumentException("passwords of the sandbox have 8 to 128 letters, digits, '.', '_', '-'");
        }
        try (Connection connection = superuserConnection();
                Statement statement = connection.createStatement()) {
            if (!exists(connection, "select 1 from pg_roles where rolname = ?", name)) {
                statement.execute("create role " + name + " login");
            }
            statement.execute("alter role " + name + " with password '" + password + "'");
            if (!exists(connection, "select 1 from pg_database where datname = ?", name)) {
                statement.execute("create database " + name + " owner " + name);
                statement.execute("revoke connect on database " + name + " from public");
            }
        } catch (SQLException e) {
            throw new PostgresException("cannot create the database " + name, e);
        }
    }

    @Override
    public void close() {
        stop(settings);
    }

    /// Stops the server of this data directory if one runs: first in order, then at once. Works from any JVM.
    public static void stop(PostgresSettings settings) {
        if (!isRunning(settings)) {
            return;
        }
        for (String mode : List.of("fast", "immediate")) {
            try {
                stop(settings, mode);
            } catch (PostgresException e) {
                if ("immediate".equals(mode) && isRunning(settings)) {
                    throw e;
                }
            }
            if (!isRunning(settings)) {
                return;
            }
        }
    }

    /// Ends the server as a crash would: all its processes by force, the first one before the others, which it would
    /// start again. The next start recovers by the write-ahead log.
    public static void crash(PostgresSettings settings) {
        postmaster(settings).ifPresent(first -> {
            List<ProcessHandle> family =
                    Stream.concat(Stream.of(first), first.descendants()).toList();
            family.forEach(ProcessSupervisor::end);
        });
    }

    private static void stop(PostgresSettings settings, String mode) {
        Path home = PostgresBinaries.unpacked(settings.binaries());
        UnprivilegedRun run = UnprivilegedRun.of(settings.dataDirectory());
        String data = settings.dataDirectory().toString();
        String control = home.resolve("bin/pg_ctl").toString();
        String seconds = Integer.toString(STOP_SECONDS_MAX);
        execute(run.wrap(List.of(control, "stop", "-D", data, "-m", mode, "-w", "-t", seconds)));
    }

    /// Whether `postmaster.pid` names a live PostgreSQL process.
    public static boolean isRunning(PostgresSettings settings) {
        return postmaster(settings).isPresent();
    }

    /// Stops the server where it stands, as a machine that hangs would: the first process before the others, so that it
    /// starts no more of them.
    public static void pause(PostgresSettings settings) {
        postmaster(settings).ifPresent(first -> {
            Signal.STOP.sendTo(first.pid());
            first.descendants().forEach(one -> Signal.STOP.sendTo(one.pid()));
        });
    }

    /// Lets a paused server go on.
    public static void resume(PostgresSettings settings) {
        postmaster(settings).ifPresent(first -> {
            first.descendants().forEach(one -> Signal.CONT.sendTo(one.pid()));
            Signal.CONT.sendTo(first.pid());
        });
    }

    private static Optional<ProcessHandle> postmaster(PostgresSettings settings) {
        Path pidFile = settings.dataDirectory().resolve("postmaster.pid");
        try {
            if (!Files.exists(pidFile)) {
                return Optional.empty();
            }
            List<String> lines = Files.readAllLines(pidFile, StandardCharsets.UTF_8);
            long pid = lines.isEmpty() ? -1 : Long.parseLong(lines.getFirst().strip());
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(handle -> handle.info()
                            .command()
                            .filter(command -> command.endsWith("/bin/postgres"))
                            .isPresent());
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static void initialize(PostgresSettings settings, Path home, UnprivilegedRun run) throws IOException {
        Path data = settings.dataDirectory();
        Files.createDirectories(data);
        Path passwordFile = settings.directory().resolve("superuser.password");
        Files.deleteIfExists(passwordFile);
        Files.createFile(
                passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(passwordFile, settings.superuserPassword(), StandardCharsets.UTF_8);
            run.own(settings.directory());
            execute(run.wrap(List.of(
                    home.resolve("bin/initdb").toString(),
                    "--pgdata=" + data,
                    "--username=" + PostgresSettings.SUPERUSER,
                    "--auth=scram-sha-256",
                    "--set=scram_iterations=" + PostgresSettings.SCRAM_ITERATIONS,
                    "--pwfile=" + passwordFile,
                    "--encoding=UTF8",
                    "--locale=C",
                    "--no-instructions")));
        } finally {
            Files.deleteIfExists(passwordFile);
        }
    }

    private static Process launch(PostgresSettings settings, Path home, UnprivilegedRun run) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/postgres").toString());
        command.add("-D");
        command.add(settings.dataDirectory().toString());
        settings.serverParameters().forEach((name, value) -> {
            command.add("-c");
            command.add(name + "=" + value);
        });
        List<String> detached = new ArrayList<>(List.of("setsid"));
        detached.addAll(run.wrap(command));
        return new ProcessBuilder(detached)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(settings.logFile().toFile()))
                .start();
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        SQLException last = null;
        while (System.nanoTime() - deadline < 0) {
            try (Connection connection = superuserConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("select 1");
                return;
            } catch (SQLException e) {
                last = e;
            }
            try {
                if (process.waitFor(PROBE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                    throw new PostgresException("PostgreSQL ended at start: " + logTail(), last);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        process.destroyForcibly();
        throw new PostgresException("PostgreSQL does not answer on port " + settings.port() + ": " + logTail(), last);
    }

    private Connection superuserConnection() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", PostgresSettings.SUPERUSER);
        properties.setProperty("password", settings.superuserPassword());
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "60");
        return DriverManager.getConnection(settings.jdbcUrl("postgres"), properties);
    }

    private static boolean exists(Connection connection, String sql, String name) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, name);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    private String logTail() {
        try {
            List<String> lines = Files.readAllLines(settings.logFile(), StandardCharsets.UTF_8);
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
        } catch (IOException e) {
            return "no log in " + settings.logFile();
        }
    }

    private static void execute(List<String> command) {
        try {
            Path output = Files.createTempFile("florin-postgres-", ".out");
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                if (!process.waitFor(COMMAND_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new PostgresException(command.getLast() + " took longer than " + COMMAND_TIMEOUT);
                }
                if (process.exitValue() != 0) {
                    throw new PostgresException(String.join(" ", command) + " failed: "
                            + Files.readString(output, StandardCharsets.UTF_8).strip());
                }
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.getFirst(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PostgresException("interrupted while running " + command.getFirst(), e);
        }
    }
}
