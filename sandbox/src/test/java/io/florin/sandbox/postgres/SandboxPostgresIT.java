package io.florin.sandbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.sandbox.ports.FreePorts;
import io.florin.testkit.MissingTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs as whoever runs the build; on a machine where that is root this also shows that root may start the server.
class SandboxPostgresIT {
    private static final String PASSWORD = "a-test-password";

    @Test
    void keepsRowsOverARestartAndAfterALeftoverServer(@TempDir Path directory) throws SQLException {
        PostgresSettings settings = settings(directory);
        try (SandboxPostgres server = SandboxPostgres.start(settings)) {
            server.provide("bank_1", PASSWORD);
            server.provide("bank_1", PASSWORD);
            execute(server, "bank_1", "create table payment (id int primary key); insert into payment values (7)");
        }
        assertThat(SandboxPostgres.isRunning(settings)).isFalse();

        // never closed: as after a JVM that was killed; the next start finds and stops it
        SandboxPostgres leftover = SandboxPostgres.start(settings);
        assertThat(SandboxPostgres.isRunning(settings)).isTrue();
        execute(leftover, "bank_1", "insert into payment values (8)");

        try (SandboxPostgres server = SandboxPostgres.start(settings);
                Connection connection = connect(server, "bank_1", "bank_1");
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select sum(id) from payment")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(15);
            assertThat(server.pid()).isNotEqualTo(leftover.pid());
        }
        assertThat(SandboxPostgres.isRunning(settings)).isFalse();
    }

    @Test
    void keepsServicesOutOfEachOthersDatabases(@TempDir Path directory) {
        try (SandboxPostgres server = SandboxPostgres.start(settings(directory))) {
            server.provide("bank_1", PASSWORD);
            server.provide("bank_2", PASSWORD);

            assertThatThrownBy(() -> connect(server, "bank_2", "bank_1")).isInstanceOf(SQLException.class);
        }
    }

    /// The way for containers that forbid user namespaces; only root can take it.
    @Test
    void runsAsNobodyWhereRootMayNotMakeNamespaces(@TempDir Path directory) throws Exception {
        String tests = "test of PostgreSQL as nobody";
        if (!"root".equals(System.getProperty("user.name"))) {
            throw MissingTool.otherMachine(tests, "only root can become nobody", "run it as root");
        }
        if (!Files.getPosixFilePermissions(Path.of("/dev/null")).contains(PosixFilePermission.OTHERS_WRITE)) {
            throw MissingTool.otherMachine(tests, "initdb writes to /dev/null as nobody", "chmod 666 /dev/null");
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        PostgresSettings settings = settings(directory);
        try (SandboxPostgres server = SandboxPostgres.start(settings, new UnprivilegedRun.AsNobody())) {
            server.provide("bank_1", PASSWORD);
        }
        assertThat(SandboxPostgres.isRunning(settings)).isFalse();

        try (SandboxPostgres server = SandboxPostgres.start(settings)) {
            execute(server, "bank_1", "select 1");
        }
        assertThat(SandboxPostgres.isRunning(settings)).isFalse();
    }

    @Test
    void refusesNamesAndPasswordsThatWouldNeedQuoting(@TempDir Path directory) {
        try (SandboxPostgres server = SandboxPostgres.start(settings(directory))) {
            assertThatThrownBy(() -> server.provide("bank;drop", PASSWORD))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> server.provide("bank_1", "pass'word"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static PostgresSettings settings(Path directory) {
        return new PostgresSettings(
                directory.resolve("postgres"),
                MachineCache.directory().orElseThrow(),
                FreePorts.some(1).getFirst(),
                "superuser-of-a-test");
    }

    private static void execute(SandboxPostgres server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database, database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection connect(SandboxPostgres server, String database, String user) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database), user, PASSWORD);
    }
}
