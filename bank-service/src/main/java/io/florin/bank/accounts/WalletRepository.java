package io.florin.bank.accounts;

import io.florin.bank.protocol.WalletInfo.State;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

interface WalletRepository extends JpaRepository<Wallet, Long> {

    Optional<Wallet> findByIban(String iban);

    Optional<Wallet> findByOwnerKey(byte[] ownerKey);

    List<Wallet> findByCustomerIdOrderByNumber(UUID customerId);

    List<Wallet> findByStateInAndNumberGreaterThanOrderByNumber(Collection<State> states, long number, Limit limit);

    List<Wallet> findByUnexplainedTrueAndNumberGreaterThanOrderByNumber(long number, Limit limit);

    /// The wallet as it is now, which nobody else changes until the transaction ends.
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select w from Wallet w where w.number = :number")
    Optional<Wallet> locked(long number);

    /// Those of nobody; the treasury is one of them.
    List<Wallet> findByCustomerIdIsNullAndNumberGreaterThanOrderByNumber(long number, Limit limit);

    List<Wallet> findByCustomerIdInOrderByNumber(Collection<UUID> customerIds);

    @Query("select new io.florin.bank.accounts.WalletRepository$Held(w, c.fullName) "
            + "from Wallet w left join Customer c on c.id = w.customerId where w.number = :number")
    Optional<Held> heldByNumber(long number);

    /// A wallet and its holder's name; none for the treasury.
    record Held(Wallet wallet, @Nullable String holder) {}

    /// The highest number handed out so far, 0 before the first.
    @Query(
            value = "select case when is_called then last_value else last_value - 1 end from wallet_number",
            nativeQuery = true)
    long lastNumber();

    @Query(value = "select nextval('wallet_number')", nativeQuery = true)
    long nextNumber();
}
