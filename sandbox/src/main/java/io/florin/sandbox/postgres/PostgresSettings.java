package io.florin.sandbox.postgres;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Directories of the server's data and binaries, its port, and the password of its superuser `postgres`. Durability
/// stays on (`fsync`, `synchronous_commit`): services promise what they have stored.
public record PostgresSettings(Path directory, Path binaries, int port, String superuserPassword) {
    static final String HOST = "127.0.0.1";
    static final String SUPERUSER = "postgres";
    static final String SCRAM_ITERATIONS = "1";

    public PostgresSettings {
        if (port <= 0) {
            throw new IllegalArgumentException("a port is needed, not " + port);
        }
        if (superuserPassword.isBlank()) {
            throw new IllegalArgumentException("the superuser needs a password");
        }
        directory = directory.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://" + HOST + ":" + port + "/" + database;
    }

    Path dataDirectory() {
        return directory.resolve("data");
    }

    Path logFile() {
        return directory.resolve("postgres.log");
    }

    /// The record never prints the password.
    @Override
    public String toString() {
        return "PostgresSettings[" + directory + ", port " + port + "]";
    }

    /// Small memory, many short connections, no parallel query: some fifteen services share two cores. Passwords are
    /// drawn at full length, so that stretching them would make each connection slow and nothing safer.
    Map<String, String> serverParameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("port", Integer.toString(port));
        parameters.put("listen_addresses", HOST);
        parameters.put("unix_socket_directories", "");
        parameters.put("max_connections", "160");
        parameters.put("shared_buffers", "96MB");
        parameters.put("work_mem", "4MB");
        parameters.put("maintenance_work_mem", "32MB");
        parameters.put("min_wal_size", "64MB");
        parameters.put("max_wal_size", "512MB");
        parameters.put("max_parallel_workers_per_gather", "0");
        parameters.put("max_worker_processes", "2");
        parameters.put("io_method", "sync");
        parameters.put("jit", "off");
        parameters.put("scram_iterations", SCRAM_ITERATIONS);
        parameters.put("timezone", "UTC");
        parameters.put("log_timezone", "UTC");
        parameters.put("log_checkpoints", "off");
        return parameters;
    }
}
