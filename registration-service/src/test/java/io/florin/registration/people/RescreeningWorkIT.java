package io.florin.registration.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.testkit.PostgresUnderTest;
import java.util.List;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Rows that the look for people on an old list reads: those of these people, not those of everybody.
class RescreeningWorkIT {
    private static final int MANY = 5_000;
    private static final UUID FIRST = new UUID(0, 0);

    private final PostgresUnderTest database = PostgresUnderTest.start("rescreening");
    private final JdbcClient jdbc = JdbcClient.create(
            new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()));

    @BeforeEach
    void admitMany() {
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations("classpath:db/migration/registration-service")
                .load()
                .migrate();
        jdbc.sql("insert into participant (id, name, bic, admitted_by, admitted_at, standing)"
                        + " values (1, 'A bank', 'HBLTXFA1XXX', 'nobody', now(), 'ACTIVE')")
                .update();
        jdbc.sql("""
            insert into enrollment (id, participant, reference, request_digest, full_name, country, document_type,
                document_number, tier, custodial, owner_key, note_key, applied_at, state, list_version, standing,
                holding_share)
            select gen_random_uuid(), 1, n::text, '', 'N', 'FI', 'PASSPORT', n::text, 1, true, n::text, '', now(),
                'APPROVED', 'list-2', 'ACTIVE', 0
            from generate_series(1, ?) n
            """).param(MANY).update();
        jdbc.sql("vacuum analyze enrollment").update();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private List<UUID> due(String listVersion) {
        return bound(EnrollmentRepository.DUE, listVersion).query(UUID.class).list();
    }

    private static JdbcClient.StatementSpec with(JdbcClient.StatementSpec statement, String listVersion) {
        return statement.param("listVersion", listVersion).param("after", FIRST).param("most", 100);
    }

    private JdbcClient.StatementSpec bound(String sql, String listVersion) {
        return with(jdbc.sql(sql), listVersion);
    }

    /// Of the table or of an index of it.
    private long rowsRead(String sql, String listVersion) {
        String plan = bound("explain (analyze, format json) " + sql, listVersion)
                .query(String.class)
                .single();
        return rows(JsonMapper.shared().readTree(plan).get(0).get("Plan"));
    }

    private static long rows(JsonNode node) {
        long rows = node.has("Relation Name") || node.has("Index Name")
                ? Math.round(node.get("Actual Rows").asDouble())
                        + Math.round(node.path("Rows Removed by Filter").asDouble(0))
                        + Math.round(node.path("Rows Removed by Index Recheck").asDouble(0))
                : 0;
        for (JsonNode child : node.path("Plans")) {
            rows += rows(child);
        }
        return rows;
    }

    @Test
    void nobodyIsLookedAtWhereEverybodyWasScreened() {
        assertThat(due("list-2")).isEmpty();
        assertThat(rowsRead(EnrollmentRepository.DUE, "list-2")).isLessThan(10);
        assertThat(rowsRead(EnrollmentRepository.COUNT_DUE, "list-2")).isLessThan(10);
    }

    @Test
    void thoseOnAnOlderOrANewerListAreDue() {
        jdbc.sql("update enrollment set list_version = 'list-1' where reference = '7'")
                .update();
        jdbc.sql("update enrollment set list_version = 'list-3' where reference = '8'")
                .update();
        jdbc.sql("update enrollment set list_version = 'list-1', standing = 'REVOKED' where reference = '9'")
                .update();

        assertThat(due("list-2")).hasSize(2);
        assertThat(rowsRead(EnrollmentRepository.DUE, "list-2")).isLessThan(20);
        assertThat(due("list-4")).hasSize(100);
    }
}
