package io.florin.auditor.auditlog.adapter;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;

/// Entries of the log.
interface LogRepository extends JpaRepository<LogEntity, Long> {

    List<LogEntity> findBySequenceGreaterThanOrderBySequence(long sequence, Limit limit);

    List<LogEntity> findBySequenceLessThanOrderBySequenceDesc(long sequence, Limit limit);
}
