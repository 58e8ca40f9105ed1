package io.florin.centralbank.configuration;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Proposals and officers' signatures in the database, in the caller's transaction.
final class ChangeStore {
    private static final String ALL = "select * from configuration_change ";
    private static final PagedList<StoredChange> NEWEST = new PagedList<>(
            "changes",
            true,
            List.of(
                    new Key<>("proposed_at", Kind.TIME, StoredChange::proposedAt),
                    new Key<>("id", Kind.ID, StoredChange::id)));
    private static final String OPEN = "state in ('PROPOSED', 'APPROVED', 'SUBMITTED')";

    private final JdbcClient jdbc;

    ChangeStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// A proposal as it comes in.
    ///
    /// @param key the proposer's own, for repeats
    /// @param request SHA-256 of what was asked for
    record Proposal(
            UUID id,
            String key,
            Bytes32 request,
            NetworkConfiguration base,
            NetworkConfiguration next,
            String reason,
            String person) {}

    /// A signature as kept; whether it is genuine is for the reader to see.
    record Signature(int officer, String name, Bytes signature, Instant at) {}

    void insert(Proposal proposal, Instant at, Instant expiresAt) {
        jdbc.sql("""
            insert into configuration_change
                (id, idempotency_key, request, base, configuration, reason, state, proposed_by, proposed_at, expires_at)
            values (?, ?, ?, ?, ?, ?, 'PROPOSED', ?, ?, ?)
            """)
                .params(
                        proposal.id(),
                        proposal.key(),
                        proposal.request().toArray(),
                        proposal.base().encode(),
                        proposal.next().encode(),
                        proposal.reason(),
                        proposal.person(),
                        Timestamp.from(at),
                        Timestamp.from(expiresAt))
                .update();
    }

    /// A proposer's earlier request under a key.
    Optional<Bytes32> request(String person, String key) {
        return jdbc.sql("select request from configuration_change where proposed_by = ? and idempotency_key = ?")
                .params(person, key)
                .query((row, _) -> Bytes32.of(row.getBytes(1)))
                .optional();
    }

    Optional<StoredChange> byKey(String person, String key) {
        return jdbc.sql(ALL + "where proposed_by = ? and idempotency_key = ?")
                .params(person, key)
                .query(ChangeStore::row)
                .optional();
    }

    Optional<StoredChange> find(UUID id) {
        return jdbc.sql(ALL + "where id = ?").param(id).query(ChangeStore::row).optional();
    }

    /// For changing it: one step of a proposal at a time.
    Optional<StoredChange> lock(UUID id) {
        return jdbc.sql(ALL + "where id = ? for update")
                .param(id)
                .query(ChangeStore::row)
                .optional();
    }

    List<StoredChange> newest(int limit) {
        return jdbc.sql(ALL + "order by proposed_at desc, id limit ?")
                .param(limit)
                .query(ChangeStore::row)
                .list();
    }

    /// @param cursor null for the first page
    ListPage<StoredChange> newest(@Nullable String cursor, int size) {
        return NEWEST.read(jdbc, PagedList.Rows.all(ALL.strip()), cursor, size, ChangeStore::row);
    }

    /// All that have not ended, oldest first.
    List<StoredChange> open() {
        return jdbc.sql(ALL + "where " + OPEN + " order by proposed_at, id")
                .query(ChangeStore::row)
                .list();
    }

    long count(ChangeState state) {
        return jdbc.sql("select count(*) from configuration_change where state = ?")
                .param(state.name())
                .query(Long.class)
                .single();
    }

    long openCount() {
        return jdbc.sql("select count(*) from configuration_change where " + OPEN)
                .query(Long.class)
                .single();
    }

    List<Signature> signatures(UUID id) {
        return jdbc.sql("select officer, name, signature, approved_at from configuration_approval "
                        + "where change_id = ? order by officer")
                .param(id)
                .query((row, _) -> new Signature(
                        row.getInt("officer"),
                        row.getString("name"),
                        Bytes.of(row.getBytes("signature")),
                        row.getTimestamp("approved_at").toInstant()))
                .list();
    }

    /// Keeps an officer's signature in the place of whatever stood there.
    void sign(UUID id, Signature signature) {
        jdbc.sql("delete from configuration_approval where change_id = ? and (officer = ? or name = ?)")
                .params(id, signature.officer(), signature.name())
                .update();
        jdbc.sql("""
            insert into configuration_approval (change_id, officer, name, signature, approved_at) values (?, ?, ?, ?, ?)
            """)
                .params(
                        id,
                        signature.officer(),
                        signature.name(),
                        signature.signature().toArray(),
                        Timestamp.from(signature.at()))
                .update();
    }

    void approved(UUID id) {
        jdbc.sql("update configuration_change set state = 'APPROVED' where id = ?")
                .param(id)
                .update();
    }

    /// A transaction is stored before it is sent for the first time.
    void submitted(UUID id, ConfigurationChange change) {
        jdbc.sql("""
            update configuration_change set state = 'SUBMITTED', transaction_id = ?, transaction = ?, expiry_height = ?,
                attempts = attempts + 1, refusal = '' where id = ? and state = 'APPROVED'
            """)
                .params(
                        change.id().value().toArray(),
                        change.encode(),
                        change.header().expiryHeight(),
                        id)
                .update();
    }

    void attemptEnded(UUID id) {
        jdbc.sql("update configuration_change set state = 'APPROVED', transaction = null "
                        + "where id = ? and state = 'SUBMITTED'")
                .param(id)
                .update();
    }

    void refusal(UUID id, String code) {
        jdbc.sql("update configuration_change set refusal = ? where id = ? and refusal <> ?")
                .params(code, id, code)
                .update();
    }

    /// @param inForceFrom 0 where it is not in force, or not known since when
    void ended(UUID id, ChangeState state, String ending, long inForceFrom) {
        jdbc.sql("""
            update configuration_change set state = ?, ending = ?, in_force_from = ?, transaction = null where id = ?
            """).params(state.name(), ending, inForceFrom, id).update();
    }

    private static StoredChange row(ResultSet row, int number) throws SQLException {
        byte[] transaction = row.getBytes("transaction");
        byte[] transactionId = row.getBytes("transaction_id");
        return new StoredChange(
                row.getObject("id", UUID.class),
                ChangeState.valueOf(row.getString("state")),
                NetworkConfiguration.decode(row.getBytes("base")),
                NetworkConfiguration.decode(row.getBytes("configuration")),
                row.getString("reason"),
                row.getString("ending"),
                row.getString("proposed_by"),
                row.getTimestamp("proposed_at").toInstant(),
                row.getTimestamp("expires_at").toInstant(),
                Optional.ofNullable(transaction).map(ClientTransaction::decode),
                transactionId == null ? "" : HexFormat.of().formatHex(transactionId),
                row.getLong("expiry_height"),
                row.getInt("attempts"),
                row.getString("refusal"),
                row.getLong("in_force_from"));
    }
}
