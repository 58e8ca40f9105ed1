package io.florin.centralbank.supply;

import io.florin.ledger.client.SupplyRequest.Direction;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Supply requests in the database.
interface RequestRepository extends Repository<StoredRequest, byte[]> {

    StoredRequest saveAndFlush(StoredRequest request);

    Optional<StoredRequest> findById(byte[] id);

    /// For changing it: one change of a request at a time.
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select r from StoredRequest r where r.id = :id")
    Optional<StoredRequest> lock(byte[] id);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select r from StoredRequest r where r.recordKey = :key")
    Optional<StoredRequest> lockByRecordKey(String key);

    @Query("select r from StoredRequest r order by r.createdAt desc, r.id")
    Slice<StoredRequest> newestFirst(Pageable page);

    @Query("select r from StoredRequest r where r.id in :ids")
    List<StoredRequest> findByIdIn(List<byte[]> ids);

    List<StoredRequest> findByDirectionAndStateOrderByCreatedAt(Direction direction, RequestState state, Limit limit);

    List<StoredRequest> findByStateOrderByCreatedAt(RequestState state, Limit limit);

    @Query("select r.id from StoredRequest r where r.state = :state order by r.createdAt")
    List<byte[]> idsByState(RequestState state);

    @Query("select r.id from StoredRequest r where r.state = REQUESTED and r.createdAt <= :before order by r.createdAt")
    List<byte[]> idsOfOverdue(Instant before, Limit limit);

    long countByState(RequestState state);

    @Query("select coalesce(sum(r.amount), 0) from StoredRequest r "
            + "where r.direction = :direction and r.state in :states")
    long sum(Direction direction, Collection<RequestState> states);

    /// Settled amounts by bank and direction: `[participant, direction, sum]`.
    @Query("select r.participant, r.direction, sum(r.amount) from StoredRequest r where r.state = SETTLED "
            + "group by r.participant, r.direction order by r.participant")
    List<Object[]> settledByBank();
}
