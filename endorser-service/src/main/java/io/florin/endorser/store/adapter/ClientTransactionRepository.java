package io.florin.endorser.store.adapter;

import java.util.Optional;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.repository.Repository;

/// Reads client transactions.
public interface ClientTransactionRepository extends Repository<ClientTransactionEntity, Long> {

    @EntityGraph(attributePaths = "bundle")
    Optional<ClientTransactionEntity> findByTransactionId(byte[] transactionId);
}
