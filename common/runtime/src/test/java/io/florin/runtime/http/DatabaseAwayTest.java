package io.florin.runtime.http;

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
    @ValueSource(strings = {"08001", "08006", "53300", "57P01", "57P02", "57P03", "40001", "40P01"})
    void seesStatesThatPass(String state) {
        assertThat(DatabaseAway.isBehind(new RuntimeException(new SQLException("away", state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "42601", "57014", "22001"})
    void leavesRefusedStatementsToTheirHandlers(String state) {
        assertThat(DatabaseAway.isBehind(new RuntimeException(new SQLException("refused", state))))
                .isFalse();
    }

    @Test
    void leavesBugsAlone() {
        assertThat(DatabaseAway.isBehind(new IllegalStateException("bug"))).isFalse();
        assertThat(DatabaseAway.isBehind(new SQLException("no state"))).isFalse();
    }
}
