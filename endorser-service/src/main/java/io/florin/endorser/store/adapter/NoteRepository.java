package io.florin.endorser.store.adapter;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;

/// Reads notes in their order.
public interface NoteRepository extends Repository<NoteEntity, Long> {

    List<NoteEntity> findByPositionGreaterThanOrderByPosition(long after, Limit limit);
}
