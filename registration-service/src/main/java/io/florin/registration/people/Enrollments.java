package io.florin.registration.people;

import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Enrollments in the database.
public interface Enrollments extends Repository<Enrollment, UUID> {

    Enrollment saveAndFlush(Enrollment enrollment);

    Optional<Enrollment> findById(UUID id);

    Optional<Enrollment> findByParticipantAndReference(int participant, String reference);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select enrollment from Enrollment enrollment where enrollment.id = :id")
    Optional<Enrollment> hold(UUID id);

    @Query("select e from Enrollment e where e.state = SCREENED order by e.appliedAt")
    List<Enrollment> waiting(Limit limit);

    @Query("select e from Enrollment e where e.state = SCREENED and e.hitCount > 0 order by e.appliedAt")
    List<Enrollment> waitingWithHits(Limit limit);

    @Query("select e from Enrollment e order by e.appliedAt desc")
    List<Enrollment> newest(Limit limit);

    @Query("select count(e) from Enrollment e where e.participant = :participant and e.tier = :tier "
            + "and e.state <> REFUSED and e.standings.standing <> REVOKED")
    long countTreasuries(int participant, int tier);

    @Query("select count(e) from Enrollment e where e.state = SCREENED")
    long countWaiting();

    @Query("select count(e) from Enrollment e where e.state = SCREENED and e.hitCount > 0")
    long countWaitingWithHits();

    /// Those last screened against another list, in the order of their ids.
    @Query("select e.id from Enrollment e where e.listVersion <> :listVersion and e.state in (SCREENED, APPROVED) "
            + "and e.standings.standing <> REVOKED and e.id > :after order by e.id")
    List<UUID> due(String listVersion, UUID after, Limit limit);

    @Query("select count(e) from Enrollment e where e.listVersion <> :listVersion and e.state in (SCREENED, APPROVED) "
            + "and e.standings.standing <> REVOKED")
    long countDue(String listVersion);

    @Query("select count(e) from Enrollment e where e.state = APPROVED")
    long countApproved();
}
