package io.florin.auditor.trace.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testkit.PostgresUnderTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// Lines of the index in a real database, which has a bound on each word.
class TraceRowsIT {
    private PostgresUnderTest postgres;
    private JdbcClient jdbc;

    @BeforeEach
    void open() {
        postgres = PostgresUnderTest.start("auditor_trace");
        var source = new DriverManagerDataSource(postgres.jdbcUrl(), postgres.username(), postgres.password());
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/auditor-service")
                .load()
                .migrate();
        jdbc = JdbcClient.create(source);
    }

    @AfterEach
    void close() {
        postgres.close();
    }

    /// A kind or a status for which there is no room stops the auditor at the first block that has it.
    @Test
    void everyKindAndEveryStatusHasRoom() {
        var rows = new TraceRows(jdbc);
        List<TraceLine> lines = new ArrayList<>();
        for (TransactionKind kind : TransactionKind.values()) {
            for (TransactionStatus status : TransactionStatus.values()) {
                lines.add(new TraceLine(
                        1, lines.size(), "ab".repeat(32), status.name(), kind.name(), 1, TraceLine.Values.NONE));
            }
        }
        rows.insert(lines);

        assertThat(rows.ofTransaction("ab".repeat(32), lines.size())).isEqualTo(lines);
    }

    @Test
    void everyKindHasRoomAmongWhatAsksToBeSignedOff() {
        int room = jdbc.sql("select character_maximum_length from information_schema.columns"
                        + " where table_name = 'audit_approval' and column_name = 'kind'")
                .query(Integer.class)
                .single();
        Stream<String> kinds = Arrays.stream(TransactionKind.values()).map(Enum::name);

        assertThat(kinds).allSatisfy(kind -> assertThat(kind).hasSizeLessThanOrEqualTo(room));
    }
}
