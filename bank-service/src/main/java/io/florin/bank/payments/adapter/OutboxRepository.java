package io.florin.bank.payments.adapter;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

interface OutboxRepository extends JpaRepository<OutboxTransaction, Long> {

    /// The first of what is due, held until the transaction ends, but for what somebody else holds: that is being
    /// ended.
    ///
    /// What is due is asked twice: between the two it may have become final, which would be sent as if it were open,
    /// and its payment made again when it expires.
    default Due due(Instant now, int limit) {
        List<Long> first = firstDue(now, limit);
        if (first.isEmpty()) {
            return new Due(List.of(), false);
        }
        Map<Long, OutboxTransaction> held = new HashMap<>();
        heldDue(first, now).forEach(each -> held.put(each.seq(), each));
        return new Due(
                first.stream()
                        .flatMap(seq -> Optional.ofNullable(held.get(seq)).stream())
                        .toList(),
                first.size() == limit);
    }

    /// @param rows in the order in which they go
    /// @param more whether others may be due behind them
    record Due(List<OutboxTransaction> rows, boolean more) {}

    /// A later stage only when nothing of an earlier one of its plan is open, and inside a stage nothing before what
    /// waits for the auditor.
    ///
    /// Payments come before what is of files, and in both the wallets take turns: the first transaction of each, then
    /// the second of each. The splits of a plan are one turn and stay together in their order.
    ///
    /// All open rows are read once, and no two sets of them are joined: after a burst the database does not know yet
    /// that there are many, and would compare each with each.
    @Query(nativeQuery = true, value = """
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
            where o.next_attempt_at <= :now and not o.lacks_audit and o.stage = o.first_stage
              and (o.stage > 0 or o.first_lacking is null or o.seq < o.first_lacking)),
        turns as (
            select d.seq, d.of_file,
                   case when d.stage = 0 then min(d.place) over (partition by d.plan, d.stage) else d.place end as turn
            from due d)
        select t.seq from turns t order by t.of_file, t.turn, t.seq limit :limit
        """)
    List<Long> firstDue(Instant now, int limit);

    @Query(nativeQuery = true, value = """
        select o.* from outgoing o
        where o.seq in (:seqs) and o.state <> 'FINAL' and o.next_attempt_at <= :now for update of o skip locked
        """)
    List<OutboxTransaction> heldDue(Collection<Long> seqs, Instant now);

    /// When the next one is due that is not due yet.
    @Query("select min(o.nextAttemptAt) from OutboxTransaction o where o.nextAttemptAt > :now and "
            + "o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL")
    @Nullable
    Instant nextAttempt(Instant now);

    /// Of files, sent and not final.
    @Query(nativeQuery = true, value = "select count(*) from outgoing where of_file and state = 'SENT'")
    int filesUnderWay();

    @Query("select o from OutboxTransaction o where o.auditRequired and o.audit is null and o.nextAttemptAt <= :now"
            + " and o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL order by o.seq")
    List<OutboxTransaction> lackingAudit(Instant now, Limit limit);

    /// Traces of the submissions that carried these transactions.
    @Query("select o.transactionId as transactionId, o.traceId as traceId from OutboxTransaction o "
            + "where o.transactionId in :transactions")
    List<SubmissionTrace> tracesOf(Collection<byte[]> transactions);

    /// The trace of a submission that carried a transaction.
    interface SubmissionTrace {
        byte[] getTransactionId();

        String getTraceId();
    }

    List<OutboxTransaction> findByTransactionIdIn(Collection<byte[]> transactionIds);

    /// Those of these transactions that are open, in the order of making.
    @Query("""
        select new io.florin.bank.payments.adapter.OpenTransaction(o.seq, o.transactionId, o.plan, o.stage, o.wallet)
        from OutboxTransaction o where o.transactionId in :transactions
            and o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL order by o.seq
        """)
    List<OpenTransaction> openOf(Collection<byte[]> transactions);

    @Query("""
        select new io.florin.bank.payments.adapter.OpenTransaction(o.seq, o.transactionId, o.plan, o.stage, o.wallet)
        from OutboxTransaction o where o.expiryHeight <= :height
            and o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL order by o.seq
        """)
    List<OpenTransaction> expiredAt(long height);

    /// Later stages of a plan that no endorser has seen.
    @Query(nativeQuery = true, value = """
        select o.* from outgoing o
        where o.plan in (:plans) and o.stage > 0 and o.state = 'NEW' and o.attempts = 0
        order by o.seq for update
        """)
    List<OutboxTransaction> unsentOf(Collection<UUID> plans);

    /// @return how many of them were open
    @Modifying
    @Query("""
        update OutboxTransaction o set o.state = io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL
        where o.seq in :seqs and o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL
        """)
    int finish(Collection<Long> seqs);

    /// Signed for payments before it, and never sent: what is sent is marked so before it leaves.
    @Query(nativeQuery = true, value = """
        select o.* from outgoing o
        where o.state = 'NEW' and o.attempts = 0 and exists (
            select 1 from payment p
            where p.transaction_id = o.transaction_id and p.state = 'SUBMITTED' and p.submitted_at <= :since)
        order by o.seq limit :limit for update of o skip locked
        """)
    List<OutboxTransaction> neverSentSince(Instant since, int limit);

    @Modifying
    @Query("update OutboxTransaction o set o.nextAttemptAt = :next where o.transactionId in :ids and "
            + "o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL")
    int postpone(Collection<byte[]> ids, Instant next);

    /// @return how many were put off until after the time
    @Modifying
    @Query("update OutboxTransaction o set o.nextAttemptAt = :now where o.nextAttemptAt > :beyond and "
            + "o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL")
    int recall(Instant now, Instant beyond);

    /// No endorser has taken it: it counts as never sent.
    @Modifying
    @Query("update OutboxTransaction o set o.nextAttemptAt = :next, o.attempts = 0, "
            + "o.state = io.florin.bank.payments.adapter.OutboxTransaction$State.NEW where o.transactionId in :ids and "
            + "o.state <> io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL")
    int untouched(Collection<byte[]> ids, Instant next);

    @Modifying
    @Query("update OutboxTransaction o set o.audit = :audit, o.disclosure = null where o.transactionId = :id")
    int audited(byte[] id, byte[] audit);

    @Query("select count(o) from OutboxTransaction o where o.state <>"
            + " io.florin.bank.payments.adapter.OutboxTransaction$State.FINAL")
    long countOpen();
}
