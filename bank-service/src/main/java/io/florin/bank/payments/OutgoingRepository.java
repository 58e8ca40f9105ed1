package io.florin.bank.payments;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

interface OutgoingRepository extends JpaRepository<Outgoing, Long> {

    /// What is due, in order: a later stage only when nothing of an earlier one of its plan is open.
    @Query(nativeQuery = true, value = """
            select o.* from outgoing o
            where o.state <> 'FINAL' and o.next_attempt_at <= :now
              and (o.stage = 0 or not exists (
                    select 1 from outgoing e where e.plan = o.plan and e.stage < o.stage and e.state <> 'FINAL'))
            order by o.seq limit :limit
            """)
    List<Outgoing> due(Instant now, int limit);

    Optional<Outgoing> findByTransactionId(byte[] transactionId);

    @Query("select o from Outgoing o where o.expiryHeight <= :height and "
            + "o.state <> io.florin.bank.payments.Outgoing$State.FINAL order by o.seq")
    List<Outgoing> expiredAt(long height);

    @Modifying
    @Query("update Outgoing o set o.state = io.florin.bank.payments.Outgoing$State.SENT, o.attempts = o.attempts + 1, "
            + "o.nextAttemptAt = :next where o.transactionId in :ids and "
            + "o.state <> io.florin.bank.payments.Outgoing$State.FINAL")
    int postpone(List<byte[]> ids, Instant next);

    @Modifying
    @Query("update Outgoing o set o.audit = :audit where o.transactionId = :id")
    int audited(byte[] id, byte[] audit);

    long countByState(Outgoing.State state);
}
