package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class CountedStatementsIT {

    private static void insert(CountedStatements source, int rows) {
        try (Connection connection = source.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into payment values (?)")) {
            for (int row = 0; row < rows; row++) {
                insert.setInt(1, row);
                insert.addBatch();
            }
            insert.executeBatch();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void aBatchIsOneStatement() throws SQLException {
        try (PostgresUnderTest database = PostgresUnderTest.start("counted")) {
            PGSimpleDataSource connections = new PGSimpleDataSource();
            connections.setUrl(database.jdbcUrl());
            connections.setUser(database.username());
            connections.setPassword(database.password());
            CountedStatements source = new CountedStatements(connections);
            try (Connection connection = source.getConnection();
                    PreparedStatement create = connection.prepareStatement("create table payment (id int)")) {
                create.execute();
            }
            assertThat(source.statements()).isEqualTo(1);

            assertThat(source.of(() -> insert(source, 100))).isEqualTo(1);
            assertThat(source.of(() -> {
                        insert(source, 1);
                        insert(source, 1);
                    }))
                    .isEqualTo(2);
        }
    }

    @Test
    void whatFailsFailsAsItWouldWithoutBeingCounted() throws SQLException {
        try (PostgresUnderTest database = PostgresUnderTest.start("counted")) {
            PGSimpleDataSource connections = new PGSimpleDataSource();
            connections.setUrl(database.jdbcUrl());
            connections.setUser(database.username());
            connections.setPassword(database.password());
            Connection connection = new CountedStatements(connections).getConnection();
            connection.close();
            assertThatThrownBy(() -> connection.prepareStatement("select 1")).isInstanceOf(SQLException.class);
        }
    }
}
