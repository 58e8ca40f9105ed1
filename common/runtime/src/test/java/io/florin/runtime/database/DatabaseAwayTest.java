package io.florin.runtime.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAwayTest {
    @Test
    void seesAPoolWithoutAFreeConnectionBehindOtherExceptions() {
        var wrapped = new IllegalStateException(
                "no transaction", new RuntimeException(new SQLTransientConnectionException("timed out after 30 s")));

        assertThat(DatabaseAway.isBehind(wrapped)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08001", "08006", "53100", "53300", "57P01", "57P02", "57P03", "57P05", "57014", "40001", "40003",
                "40P01"
            })
    void seesStatesThatPass(String state) {
        assertThat(DatabaseAway.isBehind(new RuntimeException(new SQLException("away", state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "42601", "40002", "25P02", "22001", "0800", "5"})
    void leavesRefusedStatementsToTheirHandlers(String state) {
        assertThat(DatabaseAway.isBehind(new RuntimeException(new SQLException("refused", state))))
                .isFalse();
    }

    /// The error of a rollback after the pool threw away a connection on which the database had died.
    @Test
    void seesTheConnectionThatThePoolThrewAway() {
        assertThat(DatabaseAway.isBehind(new IllegalStateException(
                        "Could not roll back",
                        new IllegalStateException(
                                "Unable to rollback against JDBC Connection",
                                new SQLException("Connection is closed")))))
                .isTrue();
        assertThat(DatabaseAway.isBehind(new SQLException("Connection is closed to you", (String) null)))
                .isFalse();
    }

    @Test
    void endsWithCausesThatLeadInACircle() {
        var first = new IllegalStateException("first");
        first.initCause(new IllegalStateException("second", first));

        assertThat(DatabaseAway.isBehind(first)).isFalse();
    }

    @Test
    void leavesBugsAlone() {
        assertThat(DatabaseAway.isBehind(new IllegalStateException("bug"))).isFalse();
        assertThat(DatabaseAway.isBehind(new SQLException("no state"))).isFalse();
    }
}
