package io.florin.registration.people;

import io.florin.registration.people.RescreeningTask.State;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Tasks of rescreening in the database.
public interface RescreeningTasks extends Repository<RescreeningTask, UUID> {

    RescreeningTask save(RescreeningTask task);

    Optional<RescreeningTask> findById(UUID id);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select task from RescreeningTask task where task.id = :id")
    Optional<RescreeningTask> hold(UUID id);

    Optional<RescreeningTask> findByEnrollmentAndState(UUID enrollment, State state);

    List<RescreeningTask> findByIdIn(List<UUID> ids);

    long countByState(State state);
}
