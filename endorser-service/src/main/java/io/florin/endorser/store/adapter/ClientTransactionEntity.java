package io.florin.endorser.store.adapter;

import io.florin.endorser.store.Stage;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A client transaction as it is read back; written by [StoreWriter].
@Entity
@Table(name = "client_transaction")
public class ClientTransactionEntity {

    @Id
    @Column(name = "place")
    private long place;

    @Column(name = "id", nullable = false)
    private byte[] transactionId;

    @Column(name = "received_millis", nullable = false)
    private long receivedMillis;

    @Column(name = "stored_millis", nullable = false)
    private long storedMillis;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "bundle")
    private @Nullable BundleEntity bundle;

    @Column(name = "refused_reason")
    private @Nullable Short refusedReason;

    @Column(name = "final_status")
    private @Nullable Short finalStatus;

    @Column(name = "final_millis")
    private @Nullable Long finalMillis;

    @SuppressWarnings("NullAway.Init")
    protected ClientTransactionEntity() {}

    Stage stage() {
        Optional<BundleEntity> inBundle = Optional.ofNullable(bundle);
        return new Stage(
                receivedMillis,
                storedMillis,
                inBundle.map(BundleEntity::proposedMillis),
                inBundle.map(BundleEntity::endorsedMillis),
                inBundle.flatMap(BundleEntity::publishedMillis),
                refusedReason != null,
                Optional.ofNullable(finalStatus).map(Short::intValue),
                finalMillis == null ? 0 : finalMillis);
    }
}
