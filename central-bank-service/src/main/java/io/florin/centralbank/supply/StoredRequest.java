package io.florin.centralbank.supply;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A supply request and where it is, see [RequestState].
@Entity
@Table(name = "supply_request")
class StoredRequest {

    @Id
    private byte[] id;

    @Enumerated(EnumType.STRING)
    private Direction direction;

    private int participant;
    private byte[] owner;
    private long amount;
    private String recordKey;

    @Enumerated(EnumType.STRING)
    private RequestState state = RequestState.REQUESTED;

    private String reason = "";
    private Instant createdAt;
    private byte @Nullable [] transactionId;
    private byte @Nullable [] transaction;
    private long expiryHeight;
    private int attempts;
    private String refusal = "";
    private @Nullable Long settledBlock;
    private byte @Nullable [] payee;
    private byte @Nullable [] payeeSignature;

    @Version
    private @Nullable Long version;

    @SuppressWarnings("NullAway.Init")
    protected StoredRequest() {}

    /// @param recordKey where the ledger keeps this request's record, hex
    /// @param payee where a withdrawal of a hidden currency goes
    StoredRequest(SupplyRequest request, Optional<TreasuryAddress> payee, String recordKey, Instant createdAt) {
        this.id = request.id().toArray();
        this.direction = request.direction();
        this.participant = request.participant();
        this.owner = request.owner().value().toArray();
        this.amount = request.amount().minorUnits();
        this.recordKey = recordKey;
        this.createdAt = createdAt;
        payee.ifPresent(address -> {
            this.payee = address.encoded().toArray();
            this.payeeSignature = address.signature().toArray();
        });
    }

    SupplyRequest request() {
        return new SupplyRequest(direction, Bytes32.of(id), participant, OwnerKey.of(owner), Amount.of(amount));
    }

    /// The stored request, whoever wrote it.
    ///
    /// @throws IllegalArgumentException when it is no address
    Optional<TreasuryAddress> payee() {
        return payee == null || payeeSignature == null
                ? Optional.empty()
                : Optional.of(TreasuryAddress.of(Bytes.of(payee), Bytes.of(payeeSignature)));
    }

    void refused(String why) {
        ended(RequestState.REFUSED, why);
    }

    /// It ended before enough officers signed.
    void ended(RequestState ending, String why) {
        state = ending;
        reason = why;
    }

    void approved() {
        state = RequestState.APPROVED;
    }

    /// The officers who signed are not those in force any more.
    void reopened() {
        state = RequestState.REQUESTED;
    }

    /// An issue is stored before it is sent for the first time.
    void submitted(ClientTransaction issue) {
        state = RequestState.SUBMITTED;
        transactionId = issue.id().value().toArray();
        transaction = issue.encode();
        expiryHeight = issue.header().expiryHeight();
        refusal = "";
        attempts++;
    }

    void attemptEnded() {
        state = RequestState.APPROVED;
        transaction = null;
    }

    /// Notes the code with which endorsers refused the attempt that is under way.
    void refusedByEndorsers(String code) {
        refusal = code;
    }

    void settled(long block) {
        state = RequestState.SETTLED;
        settledBlock = block;
        transaction = null;
        refusal = "";
    }

    RequestState state() {
        return state;
    }

    String reason() {
        return reason;
    }

    long expiryHeight() {
        return expiryHeight;
    }

    int attempts() {
        return attempts;
    }

    String refusal() {
        return refusal;
    }

    /// The issue under way.
    Optional<ClientTransaction> issue() {
        return Optional.ofNullable(transaction).map(ClientTransaction::decode);
    }

    String transactionIdHex() {
        return transactionId == null ? "" : HexFormat.of().formatHex(transactionId);
    }

    Instant createdAt() {
        return createdAt;
    }

    long settledBlock() {
        return settledBlock == null ? 0 : settledBlock;
    }
}
