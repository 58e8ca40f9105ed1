package io.florin.endorser.store.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.EndorsedBundle;
import io.florin.ledger.TransactionId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A signed bundle that this endorser gathered, as it is read back; written by [StoreWriter].
@Entity
@Table(name = "bundle")
public class BundleEntity {

    @Id
    @Column(name = "number")
    private long number;

    @Column(name = "root", nullable = false)
    private byte[] root;

    @Column(name = "encoded", nullable = false)
    private byte[] encoded;

    @Column(name = "proposed_millis", nullable = false)
    private long proposedMillis;

    @Column(name = "endorsed_millis", nullable = false)
    private long endorsedMillis;

    @Column(name = "published_millis")
    private @Nullable Long publishedMillis;

    @SuppressWarnings("NullAway.Init")
    protected BundleEntity() {}

    /// The bundle with those of its transactions that matter to the caller.
    EndorsedBundle of(List<TransactionId> ids) {
        return new EndorsedBundle(
                Bytes32.of(root),
                Bytes.of(encoded),
                ids,
                proposedMillis,
                endorsedMillis,
                publishedMillis == null ? 0 : publishedMillis);
    }

    long proposedMillis() {
        return proposedMillis;
    }

    long endorsedMillis() {
        return endorsedMillis;
    }

    Optional<Long> publishedMillis() {
        return Optional.ofNullable(publishedMillis);
    }
}
