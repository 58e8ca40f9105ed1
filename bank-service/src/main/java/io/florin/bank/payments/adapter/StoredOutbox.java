package io.florin.bank.payments.adapter;

import io.florin.runtime.api.ProgressTicket;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Signed transactions in PostgreSQL. A statement's text does not depend on how many it is about, so that it is planned
/// once for each connection.
final class StoredOutbox implements OutboxRepository {

    private static final String INSERT = """
        insert into outgoing (seq, transaction_id, content, audit_required, disclosure, plan, stage, state,
            expiry_height, attempts, next_attempt_at, trace_id, wallet, of_file, progress_tickets, payments)
        select nextval('outgoing_seq'), u.transaction_id, u.content, u.audit_required, u.disclosure, u.plan, u.stage,
            'NEW', u.expiry_height, 0, u.next_attempt_at, '', u.wallet, u.of_file, '',
            u.payments::uuid[]
        from unnest(?::bytea[], ?::bytea[], ?::boolean[], ?::bytea[], ?::uuid[], ?::int[], ?::bigint[],
            ?::timestamptz[], ?::bigint[], ?::boolean[], ?::text[])
            as u (transaction_id, content, audit_required, disclosure, plan, stage, expiry_height, next_attempt_at,
                wallet, of_file, payments)
        """;

    /// All open rows are read once, and no two sets of them are joined: after a burst the database does not know yet
    /// that there are many, and would compare each with each.
    private static final String FIRST_DUE = """
        with open as (
            select o.seq, o.plan, o.stage, o.of_file, o.wallet, o.next_attempt_at,
                   o.audit_required and o.audit is null as lacks_audit,
                   min(o.stage) over (partition by o.plan) as first_stage,
                   min(case when o.stage = 0 and o.audit_required and o.audit is null then o.seq end)
                       over (partition by o.plan) as first_lacking
            from outgoing o where o.state <> 'FINAL'),
        due as (
            select o.seq, o.plan, o.stage, o.of_file,
                   row_number() over (partition by o.wallet, o.of_file order by o.seq) as place
            from open o
            where o.next_attempt_at <= ? and not o.lacks_audit and o.stage = o.first_stage
              and (o.stage > 0 or o.first_lacking is null or o.seq < o.first_lacking)),
        turns as (
            select d.seq, d.of_file,
                   case when d.stage = 0 then min(d.place) over (partition by d.plan, d.stage) else d.place end as turn
            from due d)
        select t.seq from turns t order by t.of_file, t.turn, t.seq limit ?
        """;

    private static final String OPEN = "select o.seq, o.transaction_id, o.plan, o.stage, o.wallet from outgoing o ";

    private final JdbcClient jdbc;

    StoredOutbox(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void insert(List<OutboxTransaction> made) {
        if (made.isEmpty()) {
            return;
        }
        List<OutboxTransaction.New> rows =
                made.stream().map(OutboxTransaction::asNew).toList();
        jdbc.sql(INSERT)
                .params(
                        rows.stream().map(OutboxTransaction.New::id).toArray(byte[][]::new),
                        rows.stream().map(OutboxTransaction.New::content).toArray(byte[][]::new),
                        column("boolean", rows, OutboxTransaction.New::auditRequired),
                        disclosures(rows),
                        column("uuid", rows, OutboxTransaction.New::plan),
                        column("int", rows, OutboxTransaction.New::stage),
                        column("bigint", rows, OutboxTransaction.New::expiryHeight),
                        column("timestamptz", rows, OutboxTransaction.New::nextAttemptAt),
                        column("bigint", rows, OutboxTransaction.New::wallet),
                        column("boolean", rows, OutboxTransaction.New::ofFile),
                        column("text", rows, StoredOutbox::payments))
                .update();
    }

    /// As the text of an array: rows have as many as they like.
    private static String payments(OutboxTransaction.New row) {
        return row.payments().stream().map(UUID::toString).collect(Collectors.joining(",", "{", "}"));
    }

    private static byte[] @Nullable [] disclosures(List<OutboxTransaction.New> rows) {
        byte[] @Nullable [] disclosures = new byte[rows.size()][];
        for (int i = 0; i < disclosures.length; i++) {
            disclosures[i] = rows.get(i).disclosure();
        }
        return disclosures;
    }

    private static <T> SqlArrayValue column(String type, List<T> rows, Function<T, @Nullable Object> of) {
        return new SqlArrayValue(type, rows.stream().map(of).toArray());
    }

    private static SqlArrayValue array(String type, Collection<?> values) {
        return new SqlArrayValue(type, values.toArray());
    }

    private static Object bytes(Collection<byte[]> values) {
        return values.toArray(byte[][]::new);
    }

    /// Due transactions, read twice: one that became final between the two reads would be sent as if it were open, and
    /// its payment made again when it expires.
    @Override
    public Due due(Instant now, int limit) {
        List<Long> first = jdbc.sql(FIRST_DUE)
                .params(Timestamp.from(now), limit)
                .query(Long.class)
                .list();
        if (first.isEmpty()) {
            return new Due(List.of(), false);
        }
        Map<Long, OutboxTransaction> held = new HashMap<>();
        jdbc.sql("""
            select o.* from outgoing o
            where o.seq = any(?) and o.state <> 'FINAL' and o.next_attempt_at <= ? for update of o skip locked
            """)
                .params(array("bigint", first), Timestamp.from(now))
                .query(StoredOutbox::transaction)
                .list()
                .forEach(each -> held.put(each.seq(), each));
        return new Due(
                first.stream()
                        .flatMap(seq -> Optional.ofNullable(held.get(seq)).stream())
                        .toList(),
                first.size() == limit);
    }

    @Override
    public void claim(Collection<OutboxTransaction> held, Instant next, String trace, ProgressTicket ticket) {
        if (held.isEmpty()) {
            return;
        }
        jdbc.sql("""
            update outgoing set state = 'SENT', attempts = attempts + 1, next_attempt_at = ?, trace_id = ?,
                progress_tickets = case when length(progress_tickets) < ? then progress_tickets || ?
                    else progress_tickets end
            where seq = any(?)
            """)
                .params(
                        Timestamp.from(next),
                        trace,
                        OutboxTransaction.TICKET_BYTES_MAX,
                        ticket.value().toArray(),
                        array(
                                "bigint",
                                held.stream().map(OutboxTransaction::seq).toList()))
                .update();
        held.forEach(each -> each.claimed(next, trace, ticket));
    }

    @Override
    public Optional<Instant> nextAttempt(Instant now) {
        return jdbc.sql("""
            select min(next_attempt_at) as next from outgoing where next_attempt_at > ? and state <> 'FINAL'
            """)
                .param(Timestamp.from(now))
                .query((row, _) -> Optional.ofNullable(Payment.instant(row, "next")))
                .single();
    }

    @Override
    public int filesUnderWay() {
        return jdbc.sql("select count(*) from outgoing where of_file and state = 'SENT'")
                .query(Integer.class)
                .single();
    }

    @Override
    public List<OutboxTransaction> lackingAudit(Instant now, int limit) {
        return jdbc.sql("""
            select o.* from outgoing o
            where o.audit_required and o.audit is null and o.next_attempt_at <= ? and o.state <> 'FINAL'
            order by o.seq limit ?
            """)
                .params(Timestamp.from(now), limit)
                .query(StoredOutbox::transaction)
                .list();
    }

    @Override
    public Optional<OutboxTransaction> find(byte[] transaction) {
        return jdbc.sql("select o.* from outgoing o where o.transaction_id = ?")
                .param(transaction)
                .query(StoredOutbox::transaction)
                .optional();
    }

    @Override
    public List<OpenTransaction> openOf(Collection<byte[]> transactions) {
        return jdbc.sql(OPEN + "where o.transaction_id = any(?::bytea[]) and o.state <> 'FINAL' order by o.seq")
                .param(bytes(transactions))
                .query(StoredOutbox::open)
                .list();
    }

    @Override
    public List<OpenTransaction> expiredAt(long height) {
        return jdbc.sql(OPEN + "where o.expiry_height <= ? and o.state <> 'FINAL' order by o.seq")
                .param(height)
                .query(StoredOutbox::open)
                .list();
    }

    @Override
    public List<OpenTransaction> unsentOf(Collection<UUID> plans) {
        return jdbc.sql(OPEN + """
            where o.plan = any(?) and o.stage > 0 and o.state = 'NEW' and o.attempts = 0 order by o.seq for update
            """)
                .param(array("uuid", plans))
                .query(StoredOutbox::open)
                .list();
    }

    @Override
    public int finish(Collection<Long> seqs) {
        return jdbc.sql("update outgoing set state = 'FINAL' where seq = any(?) and state <> 'FINAL'")
                .param(array("bigint", seqs))
                .update();
    }

    @Override
    public List<OpenTransaction> neverSentSince(Instant since, int limit) {
        return jdbc.sql(OPEN + """
            where o.state = 'NEW' and o.attempts = 0 and exists (
                select 1 from payment p
                where p.id = any(o.payments) and p.transaction_id = o.transaction_id and p.state = 'SUBMITTED' and p.submitted_at <= ?)
            order by o.seq limit ? for update of o skip locked
            """)
                .params(Timestamp.from(since), limit)
                .query(StoredOutbox::open)
                .list();
    }

    @Override
    public int postpone(Collection<byte[]> transactions, Instant next) {
        return jdbc.sql("""
            update outgoing set next_attempt_at = ? where transaction_id = any(?::bytea[]) and state <> 'FINAL'
            """).params(Timestamp.from(next), bytes(transactions)).update();
    }

    @Override
    public int recall(Instant now, Instant beyond) {
        return jdbc.sql("update outgoing set next_attempt_at = ? where next_attempt_at > ? and state <> 'FINAL'")
                .params(Timestamp.from(now), Timestamp.from(beyond))
                .update();
    }

    @Override
    public int untouched(Collection<byte[]> transactions, Instant next) {
        return jdbc.sql("""
            update outgoing set next_attempt_at = ?, attempts = 0, state = 'NEW'
            where transaction_id = any(?::bytea[]) and state <> 'FINAL'
            """).params(Timestamp.from(next), bytes(transactions)).update();
    }

    @Override
    public int audited(byte[] transaction, byte[] approval) {
        return jdbc.sql("update outgoing set audit = ?, disclosure = null where transaction_id = ?")
                .params(approval, transaction)
                .update();
    }

    @Override
    public long countOpen() {
        return jdbc.sql("select count(*) from outgoing where state <> 'FINAL'")
                .query(Long.class)
                .single();
    }

    private static OutboxTransaction transaction(ResultSet row, int number) throws SQLException {
        return OutboxTransaction.of(row);
    }

    private static OpenTransaction open(ResultSet row, int number) throws SQLException {
        return new OpenTransaction(
                row.getLong("seq"),
                row.getBytes("transaction_id"),
                row.getObject("plan", UUID.class),
                row.getInt("stage"),
                row.getLong("wallet"));
    }
}
