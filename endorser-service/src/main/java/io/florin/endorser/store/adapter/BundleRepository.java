package io.florin.endorser.store.adapter;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/// Reads signed bundles.
public interface BundleRepository extends Repository<BundleEntity, Long> {

    Optional<BundleEntity> findByRoot(byte[] root);
}
