package io.florin.auditor.supply.adapter;

import java.util.Collection;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/// Signed supplies.
interface SupplyRepository extends JpaRepository<SupplyEntity, SupplyKey> {

    @Query("select s from SupplyEntity s where s.id.namespace = ?1 order by s.id.block desc")
    List<SupplyEntity> newest(int namespace, Limit limit);

    @Query("select s from SupplyEntity s where s.id.namespace = ?1 and s.id.block in ?2 order by s.id.block")
    List<SupplyEntity> at(int namespace, Collection<Long> blocks);

    /// The next rows behind one, in their order, up to a block.
    @Query("select s from SupplyEntity s where (s.id.block > ?1 or s.id.block = ?1 and s.id.namespace > ?2)"
            + " and s.id.block <= ?3 order by s.id.block, s.id.namespace")
    List<SupplyEntity> after(long block, int namespace, long through, Limit limit);
}
