package io.florin.fakenet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.florin.testkit.CountedStatements;
import io.florin.testkit.PostgresUnderTest;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// A bank's database with all tables and nothing in them, and connections that are kept: the copy of one in which the
/// migrations were made once.
public final class BankDatabase implements AutoCloseable {

    private final PostgresUnderTest database = copy();
    private final HikariDataSource connections;
    private final CountedStatements source;

    public BankDatabase() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setUsername(database.username());
        config.setPassword(database.password());
        config.setMinimumIdle(0);
        config.setMaximumPoolSize(8);
        connections = new HikariDataSource(config);
        source = new CountedStatements(connections);
    }

    /// Statements so far; a batch of the same one is one.
    public long statements() {
        return source.statements();
    }

    /// Without connections.
    static PostgresUnderTest copy() {
        return PostgresUnderTest.copyOf(Migrated.TEMPLATE, "bank");
    }

    /// Migrations of a bank as far as the version, or `latest`.
    public static void migrate(PostgresUnderTest database, String target) {
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations("classpath:db/migration/bank-service")
                .target(target)
                .load()
                .migrate();
    }

    /// Whether another database transaction waits for a row that the caller's has locked.
    public static boolean isWaitedFor(JdbcClient jdbc) {
        return jdbc.sql("""
            select exists (select 1 from pg_locks
                where not granted and locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid)
            """).query(Boolean.class).single();
    }

    public JdbcClient jdbc() {
        return JdbcClient.create(source);
    }

    public JdbcTemplate batches() {
        return new JdbcTemplate(source);
    }

    public TransactionTemplate transactions() {
        return new TransactionTemplate(new JdbcTransactionManager(source));
    }

    @Override
    public void close() {
        connections.close();
        database.close();
    }

    /// Holder idiom: made at first use, and gone with its server.
    private static final class Migrated {
        static final PostgresUnderTest TEMPLATE = migrated();

        private static PostgresUnderTest migrated() {
            PostgresUnderTest database = PostgresUnderTest.start("bank_template");
            migrate(database, "latest");
            return database;
        }
    }
}
