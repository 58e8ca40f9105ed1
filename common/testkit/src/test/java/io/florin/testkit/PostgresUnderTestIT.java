package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class PostgresUnderTestIT {

    @Test
    void databasesOfTheSameNameDoNotMeet() throws SQLException {
        try (PostgresUnderTest first = PostgresUnderTest.start("bank");
                PostgresUnderTest second = PostgresUnderTest.start("bank")) {
            execute(first, "CREATE TABLE payment (id int)");
            execute(second, "CREATE TABLE payment (id int)");

            assertThat(first.jdbcUrl()).isNotEqualTo(second.jdbcUrl());
            assertThat(first.kind()).isEqualTo(second.kind()).contains("ostgre");
        }
    }

    @Test
    void runsPostgres18() throws SQLException {
        try (PostgresUnderTest postgres = PostgresUnderTest.start("version");
                Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW server_version")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).startsWith("18");
        }
    }

    @Test
    void closingDropsTheDatabaseUnderOpenConnections() throws SQLException {
        PostgresUnderTest postgres = PostgresUnderTest.start("dropped");
        try (Connection open = postgres.connect()) {
            postgres.close();

            assertThat(open.isValid(5)).isFalse();
            assertThatThrownBy(postgres::connect).hasMessageContaining("does not exist");
        }
    }

    @Test
    void aCopyHasWhatItsTemplateHadAndGoesItsOwnWay() throws SQLException {
        try (PostgresUnderTest template = PostgresUnderTest.start("template_of")) {
            execute(template, "CREATE TABLE payment (id int)");
            try (PostgresUnderTest copy = PostgresUnderTest.copyOf(template, "copy_of")) {
                execute(copy, "DROP TABLE payment");
                execute(template, "INSERT INTO payment VALUES (1)");
            }
        }
    }

    @Test
    void refusesANameThatIsNotPlain() {
        assertThatThrownBy(() -> PostgresUnderTest.start("bank; DROP DATABASE postgres"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void execute(PostgresUnderTest postgres, String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
