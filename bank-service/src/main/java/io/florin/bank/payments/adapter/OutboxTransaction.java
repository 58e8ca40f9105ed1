package io.florin.bank.payments.adapter;

import io.florin.bank.payments.Sendable;
import io.florin.bank.protocol.Vault;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Invariant;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.runtime.api.ProgressTicket;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.jspecify.annotations.Nullable;

/// A signed transaction on its way: kept until its status is final, sent again until then. Stage 1 of a plan waits for
/// all of its stage 0. Only what changed is written, so its bytes are once.
@Entity
@DynamicUpdate
@Table(name = "outgoing")
class OutboxTransaction implements Sendable {

    private static final int TICKETS_MAX = 8;

    /// What it is for.
    ///
    /// @param wallet that pays
    /// @param ofFile whether all that it pays, or makes tokens for, came with files
    record Order(long wallet, boolean ofFile) {}

    enum State {
        NEW,
        SENT,
        FINAL
    }

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "outgoing_seq")
    @SequenceGenerator(name = "outgoing_seq", sequenceName = "outgoing_seq", allocationSize = 50)
    private Long seq;

    private byte[] transactionId;
    private byte[] content;
    private boolean auditRequired;
    private byte @Nullable [] audit;
    private byte @Nullable [] disclosure;
    private UUID plan;
    private int stage;

    @Enumerated(EnumType.STRING)
    private State state;

    private long expiryHeight;
    private int attempts;
    private Instant nextAttemptAt;
    private String traceId;
    private long wallet;
    private boolean ofFile;
    private byte[] progressTickets;

    @SuppressWarnings("NullAway.Init")
    OutboxTransaction() {}

    @SuppressWarnings("NullAway.Init")
    OutboxTransaction(
            ClientTransaction transaction, Order order, boolean auditRequired, UUID plan, int stage, Instant now) {
        this.wallet = order.wallet();
        this.ofFile = order.ofFile();
        this.transactionId = transaction.id().value().toArray();
        this.content = transaction.encode();
        this.auditRequired = auditRequired;
        this.plan = plan;
        this.stage = stage;
        this.state = State.NEW;
        this.expiryHeight = transaction.header().expiryHeight();
        this.nextAttemptAt = now;
        this.traceId = "";
        this.progressTickets = new byte[0];
    }

    /// Of a hidden payment: what the auditor is shown of it, sealed.
    OutboxTransaction disclosing(byte[] sealed) {
        disclosure = sealed.clone();
        return this;
    }

    /// What the auditor is asked with.
    byte[] approvalRequest(Vault vault) {
        return disclosure == null ? content() : vault.open(disclosure, transactionId);
    }

    @Override
    public TransactionId transactionId() {
        return TransactionId.of(transactionId);
    }

    /// Place in the order of making.
    long seq() {
        return seq;
    }

    Bytes id() {
        return Bytes.of(transactionId);
    }

    byte[] content() {
        return content.clone();
    }

    @Override
    public int size() {
        return content.length;
    }

    /// An approval as this table keeps it.
    static byte[] encoded(AuditorApproval approval) {
        byte[] bytes = new byte[1 + approval.signature().size()];
        bytes[0] = (byte) approval.auditor();
        approval.signature().copyInto(bytes, 1);
        return bytes;
    }

    Submission submission() {
        Optional<AuditorApproval> approval = Optional.ofNullable(audit)
                .map(bytes ->
                        new AuditorApproval(bytes[0] & 0xFF, Bytes.of(Arrays.copyOfRange(bytes, 1, bytes.length))));
        return new Submission(ClientTransaction.decode(content), approval);
    }

    @Override
    public long configurationVersion() {
        return ClientTransaction.decode(content).header().configurationVersion();
    }

    @Override
    public boolean isNewOfFile() {
        return ofFile && state == State.NEW;
    }

    long wallet() {
        return wallet;
    }

    @Override
    public UUID plan() {
        return plan;
    }

    @Override
    public int stage() {
        return stage;
    }

    @Override
    public int attempts() {
        return attempts;
    }

    boolean isFinal() {
        return state == State.FINAL;
    }

    /// The trace of its last submission, empty before the first.
    String traceId() {
        return traceId;
    }

    /// The tickets of its submissions, the first eight: whichever endorser it came to first knows one of them.
    List<ProgressTicket> progressTickets() {
        List<ProgressTicket> tickets = new ArrayList<>();
        for (int at = 0; at < progressTickets.length; at += Bytes32.SIZE) {
            tickets.add(new ProgressTicket(Bytes32.read(progressTickets, at)));
        }
        return tickets;
    }

    void claimed(Instant next, String inTrace, ProgressTicket ticket) {
        Invariant.check(state != State.FINAL, "what is final is sent again");
        state = State.SENT;
        traceId = inTrace;
        if (progressTickets.length < TICKETS_MAX * Bytes32.SIZE) {
            byte[] more = Arrays.copyOf(progressTickets, progressTickets.length + Bytes32.SIZE);
            ticket.value().copyInto(more, progressTickets.length);
            progressTickets = more;
        }
        attempts++;
        nextAttemptAt = next;
    }

    OpenTransaction open() {
        return new OpenTransaction(seq, transactionId, plan, stage, wallet);
    }
}
