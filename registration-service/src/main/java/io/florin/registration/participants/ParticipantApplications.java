package io.florin.registration.participants;

import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Applications of banks in the database.
public interface ParticipantApplications extends Repository<ParticipantApplication, UUID> {

    ParticipantApplication saveAndFlush(ParticipantApplication application);

    Optional<ParticipantApplication> findById(UUID id);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select application from ParticipantApplication application where application.id = :id")
    Optional<ParticipantApplication> hold(UUID id);

    List<ParticipantApplication> findByIdIn(List<UUID> ids);

    long countByState(ParticipantApplication.State state);
}
