package io.florin.centralbank.supply;

import io.florin.doubles.api.Unasked;
import io.florin.ledger.client.SupplyRequest.Direction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;

/// Supply requests that nobody should ask for; tests override what is asked of them.
class UnaskedRequests implements RequestRepository {
    @Override
    public StoredRequest saveAndFlush(StoredRequest request) {
        throw new Unasked("saveAndFlush");
    }

    @Override
    public Optional<StoredRequest> findById(byte[] id) {
        throw new Unasked("findById");
    }

    @Override
    public Optional<StoredRequest> lock(byte[] id) {
        throw new Unasked("lock");
    }

    @Override
    public Optional<StoredRequest> lockByRecordKey(String key) {
        throw new Unasked("lockByRecordKey");
    }

    @Override
    public Slice<StoredRequest> newestFirst(Pageable page) {
        throw new Unasked("newestFirst");
    }

    @Override
    public List<StoredRequest> findByIdIn(List<byte[]> ids) {
        throw new Unasked("findByIdIn");
    }

    @Override
    public List<StoredRequest> findByDirectionAndStateOrderByCreatedAt(
            Direction direction, RequestState state, Limit limit) {
        throw new Unasked("findByDirectionAndStateOrderByCreatedAt");
    }

    @Override
    public List<StoredRequest> findByStateOrderByCreatedAt(RequestState state, Limit limit) {
        throw new Unasked("findByStateOrderByCreatedAt");
    }

    @Override
    public List<byte[]> idsByState(RequestState state) {
        throw new Unasked("idsByState");
    }

    @Override
    public List<byte[]> idsOfOverdue(Instant before, Limit limit) {
        throw new Unasked("idsOfOverdue");
    }

    @Override
    public long countByState(RequestState state) {
        throw new Unasked("countByState");
    }

    @Override
    public long sum(Direction direction, Collection<RequestState> states) {
        throw new Unasked("sum");
    }

    @Override
    public List<Object[]> settledByBank() {
        throw new Unasked("settledByBank");
    }
}
