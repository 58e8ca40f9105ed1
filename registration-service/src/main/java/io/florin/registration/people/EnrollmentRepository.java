package io.florin.registration.people;

import jakarta.persistence.LockModeType;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/// Enrollments in the database.
public interface EnrollmentRepository extends Repository<Enrollment, UUID> {

    Enrollment saveAndFlush(Enrollment enrollment);

    Optional<Enrollment> findById(UUID id);

    Optional<Enrollment> findByParticipantAndReference(int participant, String reference);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select enrollment from Enrollment enrollment where enrollment.id = :id")
    Optional<Enrollment> hold(UUID id);

    List<Enrollment> findByIdIn(Collection<UUID> ids);

    @Query("select count(e) from Enrollment e where e.participant = :participant and e.tier = :tier "
            + "and e.state <> REFUSED and e.standings.standing <> REVOKED")
    long countTreasuries(int participant, int tier);

    @Query("select count(e) from Enrollment e where e.state = SCREENED")
    long countWaiting();

    @Query("select count(e) from Enrollment e where e.state = SCREENED and e.hitCount > 0")
    long countWaitingWithHits();

    /// People last screened against another list. That the version is another one is said as an index reads it: of many
    /// who were all screened against this one, none is looked at.
    String ON_ANOTHER_LIST = "(list_version < :listVersion or list_version > :listVersion)"
            + " and state in ('SCREENED', 'APPROVED') and standing <> 'REVOKED'";

    String DUE = "select id from enrollment where " + ON_ANOTHER_LIST + " and id > :after order by id limit :most";

    String COUNT_DUE = "select count(*) from enrollment where " + ON_ANOTHER_LIST;

    /// Those last screened against another list, in the order of their ids.
    @Query(value = DUE, nativeQuery = true)
    List<UUID> due(String listVersion, UUID after, int most);

    @Query(value = COUNT_DUE, nativeQuery = true)
    long countDue(String listVersion);

    /// Ten thousandths of the holding limit that a person's wallets have, but for one of them.
    @Query("select coalesce(sum(e.holdingShare), 0) from Enrollment e where e.person = :person and e.id <> :except "
            + "and e.state = APPROVED and e.standings.standing <> REVOKED")
    long sharesOf(UUID person, UUID except);

    @Query("select e from Enrollment e where e.person = :person order by e.appliedAt, e.id")
    List<Enrollment> ofPerson(UUID person);

    @Query("select new io.florin.registration.people.KnownName(e.person, e.fullName, e.birthDate) "
            + "from Enrollment e where e.person = :person")
    List<KnownName> namesOf(UUID person);

    /// Under what names others born that day are known.
    @Query("select new io.florin.registration.people.KnownName(e.person, e.fullName, e.birthDate) from Enrollment e "
            + "where e.birthDate = :day and e.person is not null and e.person <> :except "
            + "and e.documentType <> 'COMPANY_REGISTER'")
    List<KnownName> bornOn(LocalDate day, UUID except, Limit limit);

    @Modifying(flushAutomatically = true, clearAutomatically = false)
    @Query("update Enrollment e set e.person = :into where e.person = :from")
    void unite(UUID from, UUID into);

    @Query("select count(e) from Enrollment e where e.state = APPROVED")
    long countApproved();
}
