package io.florin.auditor.replay.adapter;

import org.springframework.data.jpa.repository.JpaRepository;

/// Positions in topics of blocks.
interface PositionRepository extends JpaRepository<PositionEntity, String> {}
