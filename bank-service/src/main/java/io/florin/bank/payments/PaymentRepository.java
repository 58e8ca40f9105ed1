package io.florin.bank.payments;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface PaymentRepository extends JpaRepository<Payment, Long> {

    /// Holds the wallet until the transaction ends, so that two acceptances cannot promise the same money.
    @Query(nativeQuery = true, value = "select number from wallet where number = :wallet for update")
    Optional<Long> lockWallet(long wallet);

    @Query("select distinct p.wallet from Payment p where p.state = io.florin.bank.protocol.PaymentState.ACCEPTED")
    List<Long> walletsWithAccepted();

    @Query("select p from Payment p where p.wallet = :wallet and "
            + "p.state = io.florin.bank.protocol.PaymentState.ACCEPTED order by p.seq")
    List<Payment> accepted(long wallet, Limit limit);

    @Query("select coalesce(sum(p.amount), 0) from Payment p where p.wallet = :wallet and "
            + "p.state = io.florin.bank.protocol.PaymentState.ACCEPTED")
    long acceptedAmount(long wallet);

    @Query("select coalesce(sum(p.amount), 0) from Payment p where p.wallet = :wallet and "
            + "p.state = io.florin.bank.protocol.PaymentState.SUBMITTED")
    long submittedAmount(long wallet);

    Optional<Payment> findByTransactionId(byte[] transactionId);

    Optional<Payment> findById(UUID id);

    List<Payment> findByUetrOrderBySeq(String uetr);

    List<Payment> findByFileIdOrderByLine(UUID fileId);

    @Query("select p from Payment p where p.seq < :before order by p.seq desc")
    List<Payment> newest(long before, Limit limit);

    @Query("select p from Payment p where p.wallet = :wallet and p.seq < :before order by p.seq desc")
    List<Payment> newestOf(long wallet, long before, Limit limit);
}
