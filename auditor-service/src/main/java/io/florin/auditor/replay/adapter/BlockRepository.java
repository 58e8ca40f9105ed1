package io.florin.auditor.replay.adapter;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/// Accepted blocks.
interface BlockRepository extends JpaRepository<BlockEntity, Long> {

    List<BlockEntity> findTop16ByNumberGreaterThanOrderByNumber(long number);

    @Query("select b.result from BlockEntity b where b.number = ?1")
    Optional<byte[]> result(long number);

    @Query("select b.seenAt from BlockEntity b where b.number = ?1")
    Optional<Instant> seenAt(long number);

    @Query("select sum(b.transactions) from BlockEntity b")
    Optional<Long> transactions();

    @Query("select sum(b.committed) from BlockEntity b")
    Optional<Long> committed();
}
