package io.florin.auditor.incidents.adapter;

import io.florin.ledger.audit.IncidentKind;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/// Findings.
interface IncidentRepository extends JpaRepository<IncidentEntity, Long> {

    long countBySeverityAndAcknowledgedBy(IncidentKind.Severity severity, String acknowledgedBy);

    List<IncidentEntity> findByIdLessThanOrderByIdDesc(long before, Limit limit);

    @Query("select i.kind as kind, count(i) as findings from IncidentEntity i group by i.kind")
    List<KindCount> countByKind();

    /// Number of incidents of a kind.
    interface KindCount {
        IncidentKind getKind();

        long getFindings();
    }
}
