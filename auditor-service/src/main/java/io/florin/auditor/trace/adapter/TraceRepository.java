package io.florin.auditor.trace.adapter;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/// Ordered transactions.
interface TraceRepository extends JpaRepository<TraceEntity, TraceKey> {

    @Query("select t from TraceEntity t where t.transactionId = ?1 order by t.key.block, t.key.place")
    List<TraceEntity> ofTransaction(String transactionId, Limit limit);

    @Query("select count(t) from TraceEntity t where t.key.block = ?1")
    long countOfBlock(long block);

    @Query("select count(t) from TraceEntity t where t.key.block <= ?1")
    long countThrough(long block);

    @Modifying
    @Query("delete from TraceEntity t where t.key.block = ?1")
    void deleteBlock(long block);
}
