package io.florin.decisions;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.runtime.console.ListPage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// The log in the database: append-only tables `decision` and `decision_head`. Appending holds a lock until the
/// caller's transaction ends, so numbers have no gap.
public class DecisionStore implements DecisionLog {
    static final int PAGE_MAX = 500;
    private static final String COMMON = "sequence, at_millis, actor, action, subject, reason, previous_hash, hash";

    private final DecisionFormat format;
    private final String columns;
    private final JdbcClient jdbc;
    private final DecisionHash hashes;
    private final Ed25519KeyPair node;
    private final InstantSource clock;
    private final LogEnd remembered;
    private final LogRows rows = new Tables();

    /// A log whose end is remembered while the service runs.
    public DecisionStore(
            DecisionFormat format, JdbcClient jdbc, NetworkId network, Ed25519KeyPair node, InstantSource clock) {
        this(format, jdbc, network, node, clock, LogEnd.inMemory());
    }

    public DecisionStore(
            DecisionFormat format,
            JdbcClient jdbc,
            NetworkId network,
            Ed25519KeyPair node,
            InstantSource clock,
            LogEnd remembered) {
        this.remembered = remembered;
        this.format = format;
        this.columns = format.lists() ? COMMON + ", list_version" : COMMON;
        this.jdbc = jdbc;
        this.hashes = new DecisionHash(format, network);
        this.node = node;
        this.clock = clock;
    }

    @Override
    @Transactional(propagation = Propagation.MANDATORY)
    public void append(Decision decision) {
        if (!format.lists() && !decision.listVersion().isEmpty()) {
            throw new IllegalArgumentException("this log keeps no version of a list");
        }
        lock();
        Optional<DecisionHead> head = head();
        Bytes32 previous = head.map(DecisionHead::lastHash).orElseGet(hashes::first);
        long sequence = 1 + head.map(DecisionHead::lastSequence).orElse(0L);
        DecisionRow unhashed = new DecisionRow(
                sequence,
                clock.millis(),
                decision.actor(),
                decision.action(),
                decision.subject(),
                decision.reason(),
                decision.listVersion(),
                previous,
                Bytes32.ZERO);
        Bytes32 hash = hashes.next(previous, unhashed);
        insert(unhashed, hash);
        Bytes signature = node.sign(hashes.headMessage(sequence, hash));
        jdbc.sql("insert into decision_head (id, last_sequence, last_hash, signature) values (1, ?, ?, ?) "
                        + "on conflict (id) do update set last_sequence = excluded.last_sequence, "
                        + "last_hash = excluded.last_hash, signature = excluded.signature")
                .params(sequence, hash.toArray(), signature.toArray())
                .update();
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                remembered.advance(sequence, hash);
            }
        });
    }

    /// Takes the log's lock until the caller's transaction ends: nobody appends before.
    @Transactional(propagation = Propagation.MANDATORY)
    public void lock() {
        jdbc.sql("select pg_advisory_xact_lock(" + format.lockId() + ")")
                .query((_, _) -> true)
                .single();
    }

    private void insert(DecisionRow row, Bytes32 hash) {
        List<Object> values = new ArrayList<>(List.of(
                row.sequence(),
                row.atMillis(),
                row.actor(),
                row.action(),
                row.subject(),
                row.reason(),
                row.previousHash().toArray(),
                hash.toArray()));
        if (format.lists()) {
            values.add(row.listVersion());
        }
        String places = String.join(", ", Collections.nCopies(values.size(), "?"));
        jdbc.sql("insert into decision (" + columns + ") values (" + places + ")")
                .params(values)
                .update();
    }

    @Override
    @Transactional(readOnly = true)
    public List<Entry> of(String subject) {
        return jdbc.sql("select " + columns + " from decision where subject = ? order by sequence limit " + PAGE_MAX)
                .param(subject)
                .query(this::entry)
                .list();
    }

    /// The last entry with the head's signature, in the transaction that appended it: nobody appends meanwhile.
    ///
    /// @throws IllegalStateException when there is none, or the log does not end with it
    @Transactional(propagation = Propagation.MANDATORY)
    public SignedEntry signedEnd() {
        lock();
        DecisionHead head = head().orElseThrow(() -> new IllegalStateException("an empty log"));
        return pageAfter(head.lastSequence() - 1).stream()
                .filter(row -> row.hash().equals(head.lastHash()))
                .findFirst()
                .map(row -> SignedEntry.of(row, head))
                .orElseThrow(() -> new IllegalStateException("the log does not end where its head says"));
    }

    /// A page of the log, newest first, of entries before the number given.
    @Transactional(readOnly = true)
    public List<Entry> before(long before, int limit) {
        return jdbc.sql("select " + columns + " from decision where sequence < ? order by sequence desc limit ?")
                .params(before, Math.min(limit, PAGE_MAX))
                .query(this::entry)
                .list();
    }

    /// A page of a part of the log, as it stands.
    ///
    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another order
    @Transactional(readOnly = true)
    public ListPage<Entry> find(DecisionQuery query, @Nullable String cursor, int size) {
        return query.order()
                .list()
                .read(
                        jdbc,
                        query.rows("select " + columns + " from decision"),
                        cursor,
                        Math.min(size, PAGE_MAX),
                        this::entry);
    }

    /// Number of the newest entry, 0 while there is none.
    @Transactional(readOnly = true)
    public long newest() {
        return jdbc.sql("select coalesce(max(sequence), 0) from decision")
                .query(Long.class)
                .single();
    }

    /// Reads the whole log in one snapshot and checks it.
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public LogCheck check() {
        return reading(_ -> false).goOn(rows);
    }

    /// The entries about a subject, in one snapshot, of a log that is as it was written as far as [CheckedLog] says:
    /// what another query finds may be something else.
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public CheckedEntries checked(CheckedLog log, List<String> subjects) {
        return log.look(rows, () -> reading(log::follows), subjects);
    }

    private LogReading reading(Predicate<String> followed) {
        return new LogReading(hashes, node.publicKey(), remembered, followed);
    }

    private final class Tables implements LogRows {
        @Override
        public List<DecisionRow> after(long sequence) {
            return pageAfter(sequence);
        }

        @Override
        public Map<String, List<DecisionRow>> about(List<String> subjects) {
            return rowsOf(subjects).stream().collect(Collectors.groupingBy(DecisionRow::subject));
        }

        @Override
        public Optional<DecisionHead> head() {
            return DecisionStore.this.head();
        }
    }

    /// By number; as many as fit a page for each subject.
    private List<DecisionRow> rowsOf(List<String> subjects) {
        return jdbc.sql("select " + columns + " from decision where subject = any(?) order by sequence limit ?")
                .params(new SqlArrayValue("text", subjects.toArray()), (long) PAGE_MAX * subjects.size())
                .query(this::row)
                .list();
    }

    private List<DecisionRow> pageAfter(long after) {
        return jdbc.sql("select " + columns + " from decision where sequence > ? order by sequence limit " + PAGE_MAX)
                .param(after)
                .query(this::row)
                .list();
    }

    private Optional<DecisionHead> head() {
        return jdbc.sql("select last_sequence, last_hash, signature from decision_head where id = 1")
                .query((row, _) -> new DecisionHead(
                        UnreadableRow.number(row, "last_sequence", UnreadableRow.HEAD),
                        UnreadableRow.hash(row, "last_hash", UnreadableRow.HEAD),
                        Bytes.of(UnreadableRow.bytes(row, "signature", UnreadableRow.HEAD))))
                .optional();
    }

    /// @throws UnreadableRow for a value that nothing here has written
    private DecisionRow row(ResultSet row, int number) throws SQLException {
        long sequence = row.getLong("sequence");
        return new DecisionRow(
                sequence,
                UnreadableRow.number(row, "at_millis", sequence),
                UnreadableRow.text(row, "actor", sequence),
                UnreadableRow.text(row, "action", sequence),
                UnreadableRow.text(row, "subject", sequence),
                UnreadableRow.text(row, "reason", sequence),
                format.lists() ? UnreadableRow.text(row, "list_version", sequence) : "",
                UnreadableRow.hash(row, "previous_hash", sequence),
                UnreadableRow.hash(row, "hash", sequence));
    }

    /// As it stands, to be looked at: a damaged row is shown too.
    private Entry entry(ResultSet row, int number) throws SQLException {
        byte[] hash = row.getBytes("hash");
        return new Entry(
                row.getLong("sequence"),
                Instant.ofEpochMilli(row.getLong("at_millis")),
                Objects.requireNonNullElse(row.getString("actor"), ""),
                Objects.requireNonNullElse(row.getString("action"), ""),
                Objects.requireNonNullElse(row.getString("subject"), ""),
                Objects.requireNonNullElse(row.getString("reason"), ""),
                format.lists() ? Objects.requireNonNullElse(row.getString("list_version"), "") : "",
                hash == null ? "" : HexFormat.of().formatHex(hash));
    }
}
