package io.florin.auditor.auditlog.adapter;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

/// The end of the log.
interface LogHeadRepository extends JpaRepository<LogHeadEntity, Integer> {

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select h from LogHeadEntity h where h.id = 1")
    Optional<LogHeadEntity> lockedHead();
}
