package io.florin.bank.payments.adapter;

import io.florin.bank.protocol.PaymentState;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

interface PaymentRepository extends JpaRepository<Payment, Long> {

    /// In ascending order.
    @Query("select distinct p.wallet from Payment p where "
            + "p.state = io.florin.bank.protocol.PaymentState.ACCEPTED order by p.wallet")
    List<Long> walletsWithAccepted();

    /// What of a wallet's accepted payments may be planned, and when there will be more.
    ///
    /// @param singles that came by themselves
    /// @param lines that came with files
    /// @param nextPlan when the next one may be planned
    /// @param prepared when the oldest token was made that is still waited for
    record Outlook(
            long wallet,
            long singles,
            long lines,
            @Nullable Instant nextPlan,
            @Nullable Instant prepared) {
        static Outlook none(long wallet) {
            return new Outlook(wallet, 0, 0, null, null);
        }

        Optional<Instant> next() {
            return Optional.ofNullable(nextPlan);
        }
    }

    /// Of those that have accepted payments.
    ///
    /// @param patience payments whose split settled before it wait for no certification
    @Query("""
        select new io.florin.bank.payments.adapter.PaymentRepository$Outlook(
            p.wallet,
            count(case when p.planAfter <= :now and p.fileId is null then 1 end),
            count(case when p.planAfter <= :now and p.fileId is not null then 1 end),
            min(case when p.planAfter > :now then p.planAfter end),
            min(case when p.preparedAt >= :patience then p.preparedAt end))
        from Payment p where p.wallet in :wallets and p.state = io.florin.bank.protocol.PaymentState.ACCEPTED
        group by p.wallet
        """)
    List<Outlook> outlooks(Collection<Long> wallets, Instant now, Instant patience);

    @Query("select p from Payment p where p.wallet in :wallets and "
            + "p.state = io.florin.bank.protocol.PaymentState.ACCEPTED and p.planAfter <= :now "
            + "and ((:lines = true and p.fileId is not null) or (:lines = false and p.fileId is null)) order by p.seq")
    List<Payment> accepted(Collection<Long> wallets, boolean lines, Instant now, Limit limit);

    /// What the wallet can pay, what came by itself before the lines of files, without those whose token is on its way:
    /// made by a split that is not final, or not certified yet.
    ///
    /// @param patience payments whose split settled before it wait for no certification
    @Query(nativeQuery = true, value = """
        select p.* from payment p
        where p.wallet = :wallet and p.state = 'ACCEPTED' and p.plan_after <= :now
          and not exists (
                select 1 from outgoing o where o.transaction_id = p.prepared_transaction and o.state <> 'FINAL')
          and not (p.prepared_at >= :patience and exists (
                select 1 from token t where t.transaction_id = p.prepared_transaction
                  and t.output = p.prepared_output and not t.spendable and t.spent_block is null))
        order by (p.file_id is not null), p.seq limit :limit
        """)
    List<Payment> plannable(long wallet, Instant now, Instant patience, int limit);

    /// @return how many were put off until after the time
    @Modifying
    @Query("""
        update Payment p set p.version = p.version + 1,
            p.planAfter = case when p.planAfter > :beyond then :now else p.planAfter end,
            p.preparedAt = case when p.preparedAt > :beyond then :now else p.preparedAt end
        where p.state = io.florin.bank.protocol.PaymentState.ACCEPTED
            and (p.planAfter > :beyond or p.preparedAt > :beyond)
        """)
    int recall(Instant now, Instant beyond);

    /// They wait for the token that the transaction makes for them.
    ///
    /// @return how many of them are still to be planned
    @Modifying
    @Query("update Payment p set p.preparedTransaction = :transaction, p.preparedOutput = :output, "
            + "p.preparedAt = :now, p.version = p.version + 1 "
            + "where p.id in :ids and p.state = io.florin.bank.protocol.PaymentState.ACCEPTED")
    int prepared(Collection<UUID> ids, byte[] transaction, int output, Instant now);

    /// The certification of what these transactions made for payments begins.
    @Modifying
    @Query("update Payment p set p.preparedAt = :now, p.version = p.version + 1 "
            + "where p.preparedTransaction in :transactions "
            + "and p.state = io.florin.bank.protocol.PaymentState.ACCEPTED")
    int splitsSettled(Collection<byte[]> transactions, Instant now);

    @Query("select p from Payment p where p.preparedTransaction in :transactions and "
            + "p.state = io.florin.bank.protocol.PaymentState.ACCEPTED order by p.seq")
    List<Payment> preparedBy(Collection<byte[]> transactions);

    /// What was accepted, or became plannable again, before it, and is not signed: no transaction that could still
    /// commit carries it.
    @Query(nativeQuery = true, value = """
        select p.* from payment p
        where p.state = 'ACCEPTED' and greatest(p.accepted_at, p.plan_after, p.prepared_at) <= :since
        order by p.seq limit :limit for update skip locked
        """)
    List<Payment> waitingSince(Instant since, int limit);

    /// Wallets with payments whose day has come, in ascending order.
    ///
    /// @param lines whether those that came with files are asked for, or the others
    @Query(nativeQuery = true, value = """
        select distinct p.wallet from payment p
        where p.state = 'SCHEDULED' and p.execution_date <= :today and (p.file_id is not null) = :lines
        order by p.wallet limit :limit
        """)
    List<Long> walletsWithDue(boolean lines, LocalDate today, int limit);

    /// The wallet's payments whose day has come, held; without those that somebody else holds.
    @Query(nativeQuery = true, value = """
        select p.* from payment p
        where p.wallet = :wallet and p.state = 'SCHEDULED' and p.execution_date <= :today
          and (p.file_id is not null) = :lines
        order by p.execution_date, p.seq limit :limit for update skip locked
        """)
    List<Payment> due(long wallet, boolean lines, LocalDate today, int limit);

    /// Held until the database transaction ends.
    @Query(nativeQuery = true, value = "select p.* from payment p where p.id = :id for update")
    Optional<Payment> held(UUID id);

    /// Payments of a file whose day has not come, held.
    @Query(nativeQuery = true, value = """
        select p.* from payment p
        where p.file_id = :file and p.state = 'SCHEDULED' and p.execution_date > :today
        order by p.seq for update
        """)
    List<Payment> waitingOfFile(UUID file, LocalDate today);

    boolean existsByFileIdAndState(UUID fileId, PaymentState state);

    @Query("select min(p.planAfter) from Payment p where p.state = io.florin.bank.protocol.PaymentState.ACCEPTED")
    @Nullable
    Instant oldestWaiting();

    List<Payment> findByIdIn(Collection<UUID> ids);

    List<Payment> findByTransactionIdIn(Collection<byte[]> transactionIds);

    /// Payments that these transactions carry, as their ends see them.
    @Query("""
        select new io.florin.bank.payments.adapter.CarriedPayment(
            p.id, p.transactionId, p.state, p.wallet, p.payeeAccount, p.amount, p.purpose)
        from Payment p where p.transactionId in :transactions order by p.seq
        """)
    List<CarriedPayment> carriedBy(Collection<byte[]> transactions);

    /// A payment ends once: those that have ended stay as they are.
    ///
    /// @return how many of them are settled now
    @Modifying
    @Query("""
        update Payment p set p.version = p.version + 1, p.state = io.florin.bank.protocol.PaymentState.SETTLED,
            p.block = :block, p.finalAt = :at
        where p.id in :ids and p.state in (
            io.florin.bank.protocol.PaymentState.ACCEPTED, io.florin.bank.protocol.PaymentState.SUBMITTED)
        """)
    int settled(Collection<UUID> ids, long block, Instant at);

    /// Traces of the payments that these plans carry and that are not final; two are enough to know that it is not one.
    @Query(nativeQuery = true, value = """
        select distinct p.trace_id from outgoing o join payment p on p.transaction_id = o.transaction_id
        where o.plan in (:plans) and o.state <> 'FINAL' and p.trace_id <> '' limit 2
        """)
    List<String> twoTracesOf(Collection<UUID> plans);

    Optional<Payment> findById(UUID id);

    List<Payment> findByUetrOrderBySeq(String uetr);

    List<Payment> findByFileIdOrderByLine(UUID fileId);

    @Query("select p.state as state, count(p) as payments from Payment p group by p.state")
    List<StateCount> countByState();

    /// Number of those that came by themselves and are accepted and not final, counted up to a bound.
    @Query(nativeQuery = true, value = """
        select count(*) from (
            select 1 from payment where state in ('ACCEPTED', 'SUBMITTED') and file_id is null limit :max) p
        """)
    long openAlone(long max);

    /// How many payments are in a state.
    interface StateCount {
        PaymentState getState();

        long getPayments();
    }
}
