package io.florin.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// A fresh, empty PostgreSQL database on a real server, dropped at [#close()].
///
/// The server is one per JVM: a container where a Docker engine answers, an embedded server otherwise; the first use
/// prints which. Databases of the same wished name never meet, because each gets a number of its own.
public final class PostgresUnderTest implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,39}");
    private static final AtomicInteger NEXT = new AtomicInteger(1);

    private final PostgresServer server;
    private final String databaseName;

    private PostgresUnderTest(PostgresServer server, String databaseName) {
        this.server = server;
        this.databaseName = databaseName;
    }

    /// Creates the database `<databaseName>_<number>`.
    public static PostgresUnderTest start(String databaseName) {
        return create(databaseName, "");
    }

    /// Creates the database `<databaseName>_<number>` with all that another one has, to which nobody may be connected
    /// then: much cheaper than making it all again.
    public static PostgresUnderTest copyOf(PostgresUnderTest template, String databaseName) {
        return create(databaseName, " TEMPLATE " + template.databaseName());
    }

    private static PostgresUnderTest create(String databaseName, String from) {
        if (!NAME.matcher(databaseName).matches()) {
            throw new IllegalArgumentException(
                    "a database name is lower-case letters, digits and '_', not '" + databaseName + "'");
        }
        PostgresServer server = PostgresServer.shared();
        String name = databaseName + "_" + NEXT.getAndIncrement();
        execute(server, "CREATE DATABASE " + name + from);
        return new PostgresUnderTest(server, name);
    }

    public String jdbcUrl() {
        return server.jdbcUrl(databaseName);
    }

    public String username() {
        return server.username();
    }

    public String password() {
        return server.password();
    }

    public String databaseName() {
        return databaseName;
    }

    /// Says which kind of server this is, e.g. `embedded PostgreSQL 18`.
    public String kind() {
        return server.kind();
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), username(), password());
    }

    /// Drops the database and ends whatever is still connected to it.
    @Override
    public void close() {
        execute(server, "DROP DATABASE IF EXISTS " + databaseName + " WITH (FORCE)");
    }

    private static void execute(PostgresServer server, String sql) {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("postgres"), server.username(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL refused: " + sql, e);
        }
    }
}
