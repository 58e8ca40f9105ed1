package io.florin.auditor.member.adapter;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// What the log says of shares that were given under a case.
@Component
class ShareHistory {
    private static final int LISTED = 200;

    private final JdbcClient jdbc;

    ShareHistory(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// @param subject `transaction/<id>`
    record Given(long sequence, Instant at, String actor, String subject, String detail) {}

    /// The newest, newest first.
    List<Given> under(String reference) {
        return jdbc.sql("select sequence, at_millis, actor, subject, reason from decision where action = 'share-given'"
                        + " and starts_with(reason, ?) order by sequence desc limit " + LISTED)
                .param("case " + reference + ", ")
                .query((row, _) -> new Given(
                        row.getLong("sequence"),
                        Instant.ofEpochMilli(row.getLong("at_millis")),
                        row.getString("actor"),
                        row.getString("subject"),
                        row.getString("reason")))
                .list();
    }
}
