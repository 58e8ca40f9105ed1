package io.florin.bank.payments;

import io.florin.bank.protocol.PaymentState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface PaymentRepository extends JpaRepository<Payment, Long> {

    @Query("select distinct p.wallet from Payment p where "
            + "p.state = io.florin.bank.protocol.PaymentState.ACCEPTED and p.planAfter <= :now")
    List<Long> walletsWithAccepted(Instant now);

    @Query("select p from Payment p where p.wallet = :wallet and "
            + "p.state = io.florin.bank.protocol.PaymentState.ACCEPTED and p.planAfter <= :now order by p.seq")
    List<Payment> accepted(long wallet, Instant now, Limit limit);

    List<Payment> findByTransactionIdIn(Collection<byte[]> transactionIds);

    /// Traces of the payments that these plans carry and that are not final; two are enough to know that it is not one.
    @Query(nativeQuery = true, value = """
        select distinct p.trace_id from outgoing o join payment p on p.transaction_id = o.transaction_id
        where o.plan in (:plans) and o.state <> 'FINAL' and p.trace_id <> '' limit 2
        """)
    List<String> twoTracesOf(Collection<UUID> plans);

    Optional<Payment> findById(UUID id);

    List<Payment> findByUetrOrderBySeq(String uetr);

    List<Payment> findByFileIdOrderByLine(UUID fileId);

    @Query("select p from Payment p where (:state is null or p.state = :state) and "
            + "(:wallet is null or p.wallet = :wallet) and p.seq < :before order by p.seq desc")
    List<Payment> newest(@Nullable PaymentState state, @Nullable Long wallet, long before, Limit limit);

    @Query("select p.state as state, count(p) as payments from Payment p group by p.state")
    List<StateCount> countByState();

    /// How many payments are in a state.
    interface StateCount {
        PaymentState getState();

        long getPayments();
    }
}
