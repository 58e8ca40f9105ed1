package io.florin.centralbank.supply;

import io.florin.crypto.Bytes32;
import java.sql.Timestamp;
import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Ids of all issues that this service ever made, in the caller's transaction: one is written with the issue before it
/// is sent, so what settles and is not here was not made here.
final class IssueAttempts {
    private final JdbcClient jdbc;

    IssueAttempts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void write(Bytes32 transaction, Bytes32 request, Instant now) {
        jdbc.sql("insert into supply_attempt (transaction_id, request_id, written_at) values (?, ?, ?)")
                .params(transaction.toArray(), request.toArray(), Timestamp.from(now))
                .update();
    }

    /// Whether the transaction was made here for this request.
    boolean isWritten(Bytes32 transaction, Bytes32 request) {
        return jdbc.sql("select count(*) from supply_attempt where transaction_id = ? and request_id = ?")
                        .params(transaction.toArray(), request.toArray())
                        .query(Long.class)
                        .single()
                == 1;
    }
}
