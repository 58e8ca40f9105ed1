package io.florin.auditor.approval.adapter;

import io.florin.auditor.approval.adapter.ApprovalEntity.State;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;

/// Transactions that asked to be signed off.
interface ApprovalRepository extends JpaRepository<ApprovalEntity, String> {

    long countByState(State state);

    List<ApprovalEntity> findByStateOrderByRequestedAt(State state, Limit limit);
}
