package io.florin.registration.participants;

import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Admitted banks in the database.
public interface ParticipantRegister extends Repository<Participant, Integer> {

    Participant saveAndFlush(Participant participant);

    Optional<Participant> findById(int id);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select participant from Participant participant where participant.id = :id")
    Optional<Participant> hold(int id);

    @Lock(LockModeType.PESSIMISTIC_READ)
    @Query("select participant from Participant participant where participant.id = :id")
    Optional<Participant> holdForReading(int id);

    List<Participant> findByIdIn(List<Integer> ids);

    @Query("select participant from Participant participant order by participant.id")
    List<Participant> inOrder();

    long count();
}
