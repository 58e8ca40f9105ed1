package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Payments in PostgreSQL. A statement's text does not depend on how many payments it is about, so that it is planned
/// once for each connection.
final class StoredPayments implements PaymentRepository {

    private static final String ACCEPT = """
        insert into payment (seq, version, id, wallet, payee, payee_owner, payee_name, payee_account, payee_name_match,
            amount, end_to_end_id, uetr, remittance, purpose, state, trace_id, file_id, line, execution_date,
            accepted_at, plan_after, scheduled_at)
        select nextval('payment_seq'), 0, u.id, u.wallet, u.payee, u.payee_owner, u.payee_name, u.payee_account,
            u.payee_name_match, u.amount, u.end_to_end_id, u.uetr, u.remittance, u.purpose, u.state, u.trace_id,
            u.file_id, u.line, u.execution_date, n.now, n.now, case when u.state = 'SCHEDULED' then n.now end
        from (select ?::timestamptz as now) n, unnest(?::uuid[], ?::bigint[], ?::text[], ?::bytea[], ?::text[],
            ?::text[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
            ?::uuid[], ?::int[], ?::date[])
            as u (id, wallet, payee, payee_owner, payee_name, payee_account, payee_name_match, amount, end_to_end_id,
                uetr, remittance, purpose, state, trace_id, file_id, line, execution_date)
        """;

    private static final String SAVE = """
        update payment set version = version + 1, state = ?, reason = ?, attempts = ?, plan_after = ?,
            transaction_id = ?, output = ?, prepared_transaction = ?, prepared_output = ?, prepared_at = ?, alone = ?,
            accepted_at = ?, final_at = ?
        where seq = ? and version = ?
        """;

    /// A payment that was in a transaction before the one that it is in now is not carried by it any more.
    private static final String CARRIED =
            " from outgoing o join payment p on p.id = any(o.payments) and p.transaction_id = o.transaction_id ";

    private static final String VIEWS = """
        select p.*, o.trace_id as submission_trace
        from payment p left join outgoing o on o.transaction_id = p.transaction_id
        """;

    private static final String OUTLOOKS = """
        select p.wallet,
            count(*) filter (where p.state = 'ACCEPTED' and p.plan_after <= n.now and p.file_id is null) as singles,
            count(*) filter (where p.state = 'ACCEPTED' and p.plan_after <= n.now and p.file_id is not null) as lines,
            min(p.plan_after) filter (where p.state = 'ACCEPTED' and p.plan_after > n.now) as next_plan,
            min(p.prepared_at) filter (where p.state = 'ACCEPTED' and p.prepared_at >= n.patience) as prepared,
            count(distinct p.transaction_id) filter (where p.state = 'SUBMITTED') as under_way
        from (select ?::timestamptz as now, ?::timestamptz as patience) n, payment p
        where p.wallet = any(?) and p.phase = 'OPEN' group by p.wallet
        """;

    private final JdbcClient jdbc;
    private final JdbcOperations batches;

    StoredPayments(JdbcClient jdbc, JdbcOperations batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    @Override
    public void insert(List<Payment> accepted, Instant acceptedAt) {
        if (accepted.isEmpty()) {
            return;
        }
        List<Payment.New> rows = accepted.stream().map(Payment::asNew).toList();
        jdbc.sql(ACCEPT)
                .params(
                        Timestamp.from(acceptedAt),
                        column("uuid", rows, Payment.New::id),
                        column("bigint", rows, Payment.New::wallet),
                        column("text", rows, Payment.New::payee),
                        rows.stream().map(Payment.New::payeeOwner).toArray(byte[][]::new),
                        column("text", rows, Payment.New::payeeName),
                        column("text", rows, Payment.New::payeeAccount),
                        column("text", rows, row -> row.payeeNameMatch().name()),
                        column("bigint", rows, Payment.New::amount),
                        column("text", rows, Payment.New::endToEndId),
                        column("text", rows, Payment.New::uetr),
                        column("text", rows, Payment.New::remittance),
                        column("text", rows, Payment.New::purpose),
                        column("text", rows, row -> row.state().name()),
                        column("text", rows, Payment.New::traceId),
                        column("uuid", rows, Payment.New::file),
                        column("int", rows, Payment.New::line),
                        column("date", rows, Payment.New::executionDate))
                .update();
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

    @Override
    public void save(Collection<Payment> changed) {
        if (changed.isEmpty()) {
            return;
        }
        int[] counts = batches.batchUpdate(
                SAVE,
                changed.stream().map(payment -> payment.changes().toArray()).toList());
        if (Arrays.stream(counts).anyMatch(count -> count != 1)) {
            throw new OptimisticLockingFailureException("a payment was changed by somebody else");
        }
        changed.forEach(Payment::saved);
    }

    @Override
    public List<Long> walletsWithAccepted() {
        return jdbc.sql("select distinct p.wallet from payment p where p.phase = 'OPEN' and p.state = 'ACCEPTED' order"
                        + " by p.wallet")
                .query(Long.class)
                .list();
    }

    @Override
    public List<Outlook> outlooks(Collection<Long> wallets, Instant now, Instant patience) {
        return jdbc.sql(OUTLOOKS)
                .params(Timestamp.from(now), Timestamp.from(patience), array("bigint", wallets))
                .query((row, _) -> new Outlook(
                        row.getLong("wallet"),
                        row.getLong("singles"),
                        row.getLong("lines"),
                        Payment.instant(row, "next_plan"),
                        Payment.instant(row, "prepared"),
                        row.getInt("under_way")))
                .list();
    }

    @Override
    public List<Payment> accepted(Collection<Long> wallets, boolean lines, Instant now, int limit) {
        return jdbc.sql("""
            select p.* from payment p
            where p.wallet = any(?) and p.phase = 'OPEN' and p.state = 'ACCEPTED' and p.plan_after <= ? and (p.file_id is not null) = ?
            order by p.seq limit ?
            """)
                .params(array("bigint", wallets), Timestamp.from(now), lines, limit)
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public List<Payment> plannable(long wallet, Instant now, Instant patience, int limit) {
        return jdbc.sql("""
            select p.* from payment p
            where p.wallet = ? and p.phase = 'OPEN' and p.state = 'ACCEPTED' and p.plan_after <= ?
              and not exists (
                    select 1 from outgoing o where o.transaction_id = p.prepared_transaction and o.state <> 'FINAL')
              and not (p.prepared_at >= ? and exists (
                    select 1 from token t where t.transaction_id = p.prepared_transaction
                      and t.output = p.prepared_output and not t.spendable and t.spent_block is null))
            order by (p.file_id is not null), p.seq limit ?
            """)
                .params(wallet, Timestamp.from(now), Timestamp.from(patience), limit)
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public int recall(Instant now, Instant beyond) {
        return jdbc.sql("""
            update payment p set version = p.version + 1,
                plan_after = case when p.plan_after > n.beyond then n.now else p.plan_after end,
                prepared_at = case when p.prepared_at > n.beyond then n.now else p.prepared_at end
            from (select ?::timestamptz as now, ?::timestamptz as beyond) n
            where p.phase = 'OPEN' and p.state = 'ACCEPTED' and (p.plan_after > n.beyond or p.prepared_at > n.beyond)
            """).params(Timestamp.from(now), Timestamp.from(beyond)).update();
    }

    @Override
    public int submitted(List<Signed> signed, Instant now) {
        return jdbc.sql("""
            update payment p set version = p.version + 1, state = 'SUBMITTED', transaction_id = u.transaction_id,
                output = u.output, submitted_at = ?
            from unnest(?::uuid[], ?::bytea[], ?::int[]) as u (id, transaction_id, output)
            where p.id = u.id and p.state = 'ACCEPTED'
            """)
                .params(
                        Timestamp.from(now),
                        column("uuid", signed, Signed::payment),
                        signed.stream().map(Signed::transaction).toArray(byte[][]::new),
                        column("int", signed, Signed::output))
                .update();
    }

    @Override
    public int prepared(Collection<UUID> ids, byte[] transaction, int output, Instant now) {
        return jdbc.sql("""
            update payment set version = version + 1, prepared_transaction = ?, prepared_output = ?, prepared_at = ?
            where id = any(?) and state = 'ACCEPTED'
            """)
                .params(transaction, output, Timestamp.from(now), array("uuid", ids))
                .update();
    }

    @Override
    public int splitsSettled(Collection<byte[]> transactions, Instant now) {
        return jdbc.sql("""
            update payment set version = version + 1, prepared_at = ?
            where prepared_transaction = any(?::bytea[]) and phase = 'OPEN' and state = 'ACCEPTED'
            """).params(Timestamp.from(now), bytes(transactions)).update();
    }

    @Override
    public List<Payment> preparedBy(Collection<byte[]> transactions) {
        return jdbc.sql("""
            select p.* from payment p
            where p.prepared_transaction = any(?::bytea[]) and p.phase = 'OPEN' and p.state = 'ACCEPTED' order by p.seq
            """)
                .param(bytes(transactions))
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public List<Payment> waitingSince(Instant since, int limit) {
        return jdbc.sql("""
            select p.* from payment p
            where p.phase = 'OPEN' and p.state = 'ACCEPTED' and greatest(p.accepted_at, p.plan_after, p.prepared_at) <= ?
            order by p.seq limit ? for update skip locked
            """)
                .params(Timestamp.from(since), limit)
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public List<Long> walletsWithDue(boolean lines, LocalDate today, int limit) {
        return jdbc.sql("""
            select distinct p.wallet from payment p
            where p.phase = 'SCHEDULED' and p.execution_date <= ? and (p.file_id is not null) = ?
            order by p.wallet limit ?
            """).params(today, lines, limit).query(Long.class).list();
    }

    @Override
    public List<Payment> due(long wallet, boolean lines, LocalDate today, int limit) {
        return jdbc.sql("""
            select p.* from payment p
            where p.wallet = ? and p.phase = 'SCHEDULED' and p.execution_date <= ? and (p.file_id is not null) = ?
            order by p.execution_date, p.seq limit ? for update skip locked
            """)
                .params(wallet, today, lines, limit)
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public Optional<Payment> held(UUID id) {
        return jdbc.sql("select p.* from payment p where p.id = ? for update")
                .param(id)
                .query(StoredPayments::payment)
                .optional();
    }

    @Override
    public List<Payment> waitingOfFile(UUID file, LocalDate today) {
        return jdbc.sql("""
            select p.* from payment p
            where p.file_id = ? and p.phase = 'SCHEDULED' and p.execution_date > ?
            order by p.seq for update
            """).params(file, today).query(StoredPayments::payment).list();
    }

    @Override
    public boolean existsByFileIdAndState(UUID file, PaymentState state) {
        return jdbc.sql("select exists (select 1 from payment where file_id = ? and state = ?)")
                .params(file, state.name())
                .query(Boolean.class)
                .single();
    }

    @Override
    public @Nullable Instant oldestWaiting() {
        return jdbc.sql("select min(plan_after) as oldest from payment where phase = 'OPEN' and state = 'ACCEPTED'")
                .query((row, _) -> Optional.ofNullable(Payment.instant(row, "oldest")))
                .single()
                .orElse(null);
    }

    @Override
    public List<Payment> findByIdIn(Collection<UUID> ids) {
        return jdbc.sql("select p.* from payment p where p.id = any(?)")
                .param(array("uuid", ids))
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public List<Payment> findByTransactionIdIn(Collection<byte[]> transactions) {
        return jdbc.sql("select p.*" + CARRIED + "where o.transaction_id = any(?::bytea[]) order by p.seq")
                .param(bytes(transactions))
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public List<Payment> findByFileIdOrderByLine(UUID file) {
        return jdbc.sql("select p.* from payment p where p.file_id = ? order by p.line")
                .param(file)
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public List<Payment> findBySeqIn(Collection<Long> seqs) {
        return jdbc.sql("select p.* from payment p where p.seq = any(?)")
                .param(array("bigint", seqs))
                .query(StoredPayments::payment)
                .list();
    }

    @Override
    public List<PaymentView> viewsOf(Collection<UUID> ids) {
        return jdbc.sql(VIEWS + "where p.id = any(?)")
                .param(array("uuid", ids))
                .query(StoredPayments::view)
                .list();
    }

    @Override
    public List<PaymentView> viewsByUetr(String uetr) {
        return jdbc.sql(VIEWS + "where p.uetr = ? and p.uetr <> '' order by p.seq")
                .param(uetr)
                .query(StoredPayments::view)
                .list();
    }

    @Override
    public List<CarriedPayment> carriedBy(Collection<byte[]> transactions) {
        return jdbc.sql("select p.id, p.transaction_id, p.state, p.wallet, p.payee_account, p.amount, p.purpose"
                        + CARRIED + "where o.transaction_id = any(?::bytea[]) order by p.seq")
                .param(bytes(transactions))
                .query((row, _) -> new CarriedPayment(
                        row.getObject("id", UUID.class),
                        row.getBytes("transaction_id"),
                        PaymentState.valueOf(row.getString("state")),
                        row.getLong("wallet"),
                        row.getString("payee_account"),
                        row.getLong("amount"),
                        row.getString("purpose")))
                .list();
    }

    @Override
    public int settled(Collection<UUID> ids, long block, Instant at) {
        return jdbc.sql("""
            update payment set version = version + 1, state = 'SETTLED', block = ?, final_at = ?
            where id = any(?) and state in ('ACCEPTED', 'SUBMITTED')
            """)
                .params(block, Timestamp.from(at), array("uuid", ids))
                .update();
    }

    @Override
    public List<String> twoTracesOf(Collection<UUID> plans) {
        return jdbc.sql("select distinct p.trace_id" + CARRIED
                        + "where o.plan = any(?) and o.state <> 'FINAL' and p.trace_id <> '' limit 2")
                .param(array("uuid", plans))
                .query(String.class)
                .list();
    }

    @Override
    public Map<PaymentState, Long> countByState() {
        Map<PaymentState, Long> counts = new EnumMap<>(PaymentState.class);
        jdbc.sql("select state, count(*) as payments from payment group by state")
                .query(row -> {
                    counts.put(PaymentState.valueOf(row.getString("state")), row.getLong("payments"));
                });
        return counts;
    }

    @Override
    public long openAlone(long max) {
        return jdbc.sql("""
            select count(*) from (
                select 1 from payment where phase = 'OPEN' and file_id is null limit ?) p
            """).param(max).query(Long.class).single();
    }

    private static Payment payment(ResultSet row, int number) throws SQLException {
        return Payment.of(row);
    }

    private static PaymentView view(ResultSet row, int number) throws SQLException {
        PaymentView view = Payment.of(row).view();
        String trace = row.getString("submission_trace");
        return trace == null ? view : view.sentIn(trace);
    }
}
