package io.florin.auditor.proofs.adapter;

import io.florin.ledger.Invariant;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Findings about proofs in the database. One thread writes.
final class ProofStore {
    private final JdbcClient jdbc;
    private final TransactionOperations transactions;

    ProofStore(JdbcClient jdbc, TransactionOperations transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    enum State {
        /// Not found so far.
        OPEN,
        /// No endorser has it; asked for again, seldom.
        MISSING,
        /// The transaction that was found is not the one that was endorsed. Final.
        WRONG
    }

    /// A payment that is not verified.
    record Unverified(long block, long place, String transactionId, State state, int attempts, Instant nextAt) {}

    /// @param block looked at, with all before it
    /// @param verified how many payments were verified
    /// @param firstUnverified first block with a case of any state, 0 without
    /// @param firstUnproven first block with a case that is missing or wrong, 0 without
    /// @param open cases that may still be found
    record Progress(long block, long verified, long firstUnverified, long firstUnproven, long open) {
        static final Progress NONE = new Progress(0, 0, 0, 0, 0);

        long provenThrough() {
            return firstUnverified == 0 ? block : Math.min(block, firstUnverified - 1);
        }
    }

    Progress progress() {
        return jdbc.sql("""
            select p.block, p.verified,
                   (select coalesce(min(block), 0) from audit_proof_case),
                   (select coalesce(min(block), 0) from audit_proof_case where state <> 'OPEN'),
                   (select count(*) from audit_proof_case where state <> 'WRONG')
            from audit_proof_position p where p.id = 1
            """)
                .query((row, _) ->
                        new Progress(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)))
                .single();
    }

    /// Blocks up to a number were looked at.
    ///
    /// @param verified payments in them that are right
    void advance(long from, long to, long verified, List<Unverified> unverified, Runnable more) {
        transactions.executeWithoutResult(_ -> {
            unverified.forEach(this::insert);
            int moved = jdbc.sql("update audit_proof_position set block = ?, verified = verified + ? "
                            + "where id = 1 and block = ?")
                    .params(to, verified, from)
                    .update();
            Invariant.check(moved == 1, "somebody else verifies proofs into this database");
            more.run();
        });
    }

    /// Cases were looked at again.
    ///
    /// @param verified those that are right now
    void settle(List<Unverified> verified, List<Unverified> still, Runnable more) {
        transactions.executeWithoutResult(_ -> {
            verified.forEach(each -> jdbc.sql("delete from audit_proof_case where block = ? and place = ?")
                    .params(each.block(), each.place())
                    .update());
            still.forEach(each -> jdbc.sql("update audit_proof_case set state = ?, attempts = ?, next_at = ? "
                            + "where block = ? and place = ?")
                    .params(
                            each.state().name(),
                            each.attempts(),
                            Timestamp.from(each.nextAt()),
                            each.block(),
                            each.place())
                    .update());
            jdbc.sql("update audit_proof_position set verified = verified + ? where id = 1")
                    .param(verified.size())
                    .update();
            more.run();
        });
    }

    private void insert(Unverified each) {
        jdbc.sql("insert into audit_proof_case (block, place, transaction_id, state, attempts, next_at) "
                        + "values (?, ?, ?, ?, ?, ?)")
                .params(
                        each.block(),
                        each.place(),
                        each.transactionId(),
                        each.state().name(),
                        each.attempts(),
                        Timestamp.from(each.nextAt()))
                .update();
    }

    /// Cases to look at again, oldest block first.
    List<Unverified> due(Instant now, int limit) {
        return jdbc.sql("select block, place, transaction_id, state, attempts, next_at from audit_proof_case "
                        + "where state <> 'WRONG' and next_at <= ? order by block, place limit ?")
                .params(Timestamp.from(now), limit)
                .query((row, _) -> new Unverified(
                        row.getLong("block"),
                        row.getLong("place"),
                        row.getString("transaction_id"),
                        State.valueOf(row.getString("state")),
                        row.getInt("attempts"),
                        row.getTimestamp("next_at").toInstant()))
                .list();
    }
}
