package io.florin.bank.accounts;

import io.florin.bank.protocol.WalletInfo.State;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface WalletRepository extends JpaRepository<Wallet, Long> {

    Optional<Wallet> findByIban(String iban);

    Optional<Wallet> findByOwnerKey(byte[] ownerKey);

    List<Wallet> findByCustomerIdOrderByNumber(UUID customerId);

    List<Wallet> findTop200ByStateOrderByNumber(State state);

    @Query(value = "select nextval('wallet_number')", nativeQuery = true)
    long nextNumber();
}
