package io.florin.auditor.approval.adapter;

import io.florin.auditor.approval.AuditedTransaction;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.ClientTransaction;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;

/// A transaction that asked to be signed off, and what came of it.
///
/// States: PENDING → APPROVED or REFUSED by a person, or EXPIRED; or APPROVED or REFUSED at once. Only PENDING changes.
@Entity
@Table(name = "audit_approval")
class ApprovalEntity {

    enum State {
        PENDING,
        APPROVED,
        REFUSED,
        EXPIRED
    }

    @Id
    @Column(name = "transaction_id")
    private String transactionId;

    @Enumerated(EnumType.STRING)
    @Column(name = "state")
    private State state;

    @Column(name = "kind")
    private String kind;

    @Column(name = "namespace")
    private int namespace;

    @Column(name = "amount")
    private long amount;

    @Column(name = "expiry_height")
    private long expiryHeight;

    @Column(name = "content")
    private byte[] content;

    /// Sealed; empty where nothing was disclosed, and once it is decided.
    @Column(name = "disclosure")
    private byte[] disclosure;

    @Column(name = "rule")
    private String rule;

    @Column(name = "reason")
    private String reason;

    @Column(name = "signature")
    private byte[] signature;

    @Column(name = "requested_at")
    private Instant requestedAt;

    @Column(name = "decided_by")
    private String decidedBy;

    @Column(name = "decided_at")
    private Instant decidedAt;

    @Version
    @Column(name = "version")
    private Long version;

    @SuppressWarnings("NullAway.Init")
    protected ApprovalEntity() {}

    @SuppressWarnings("NullAway.Init")
    ApprovalEntity(AuditedTransaction audited, long amount, String rule, Instant requestedAt, DisclosureSeal seal) {
        ClientTransaction transaction = audited.transaction();
        this.transactionId = transaction.id().toHex();
        this.state = State.PENDING;
        this.kind = transaction.kind().name();
        this.namespace = transaction.header().namespace().value();
        this.amount = amount;
        this.expiryHeight = transaction.header().expiryHeight();
        this.content = transaction.encode();
        this.disclosure = audited.disclosure()
                .map(AuditDisclosure::encode)
                .map(shown -> seal.seal(transaction.id(), shown))
                .orElse(new byte[0]);
        this.rule = rule;
        this.reason = "";
        this.signature = new byte[0];
        this.requestedAt = requestedAt;
        this.decidedBy = "";
        this.decidedAt = requestedAt;
    }

    void approve(String actor, byte[] signed, Instant at) {
        this.state = State.APPROVED;
        this.signature = signed;
        forget();
        this.decidedBy = actor;
        this.decidedAt = at;
    }

    /// Disclosures are kept only while they are needed: until the decision.
    private void forget() {
        content = AuditedTransaction.decode(content).transaction().encode();
        disclosure = new byte[0];
    }

    /// The transaction with what was disclosed of it, as far as it is still kept.
    AuditedTransaction audited(DisclosureSeal seal) {
        return disclosure.length == 0
                ? AuditedTransaction.decode(content)
                : AuditedTransaction.decode(seal.open(TransactionId.fromHex(transactionId), disclosure));
    }

    void refuse(String actor, String why, Instant at) {
        this.state = State.REFUSED;
        this.reason = why;
        forget();
        this.decidedBy = actor;
        this.decidedAt = at;
    }

    void expire(String actor, Instant at) {
        this.state = State.EXPIRED;
        this.reason = "expired";
        forget();
        this.decidedBy = actor;
        this.decidedAt = at;
    }

    public String getTransactionId() {
        return transactionId;
    }

    public State getState() {
        return state;
    }

    public String getKind() {
        return kind;
    }

    int namespace() {
        return namespace;
    }

    long amount() {
        return amount;
    }

    public long getExpiryHeight() {
        return expiryHeight;
    }

    /// The transaction. Rows from before disclosures were sealed have it with its disclosure until they are decided.
    ClientTransaction transaction() {
        return AuditedTransaction.decode(content).transaction();
    }

    public String getRule() {
        return rule;
    }

    public String getReason() {
        return reason;
    }

    byte[] signature() {
        return signature;
    }

    public Instant getRequestedAt() {
        return requestedAt;
    }

    public String getDecidedBy() {
        return decidedBy;
    }

    public Instant getDecidedAt() {
        return decidedAt;
    }
}
