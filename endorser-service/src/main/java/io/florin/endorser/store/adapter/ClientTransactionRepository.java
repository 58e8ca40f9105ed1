package io.florin.endorser.store.adapter;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Reads client transactions.
public interface ClientTransactionRepository extends Repository<ClientTransactionEntity, Long> {

    @EntityGraph(attributePaths = "bundle")
    Optional<ClientTransactionEntity> findByTransactionId(byte[] transactionId);

    List<ClientTransactionEntity> findByTransactionIdIn(Collection<byte[]> transactionIds);

    @Query("select t.transactionId from ClientTransactionEntity t where t.transactionId in :transactionIds"
            + " and (t.bundle is not null or t.finalStatus > 0)")
    List<byte[]> findEndorsed(Collection<byte[]> transactionIds);
}
