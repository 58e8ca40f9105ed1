package io.florin.centralbank.supply;

import io.florin.ledger.client.SupplyRequest.Direction;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

interface RequestRepository extends JpaRepository<StoredRequest, byte[]> {

    /// For changing it: one change of a request at a time.
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select r from StoredRequest r where r.id = :id")
    Optional<StoredRequest> lock(byte[] id);

    @Query("select r from StoredRequest r order by r.createdAt desc")
    List<StoredRequest> newestFirst(org.springframework.data.domain.Limit limit);

    List<StoredRequest> findByDirectionAndStateOrderByCreatedAt(Direction direction, RequestState state);

    @Query("select coalesce(sum(r.amount), 0) from StoredRequest r where r.direction = :direction and "
            + "r.state = io.florin.centralbank.supply.RequestState.SETTLED")
    long settled(Direction direction);
}
