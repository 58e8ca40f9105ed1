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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A signed transaction on its way: kept until its status is final, sent again until then. Stage 1 of a plan waits for
/// all of its stage 0. A copy of its row; for one thread.
class OutboxTransaction implements Sendable {

    /// Of the first eight.
    static final int TICKET_BYTES_MAX = 8 * Bytes32.SIZE;

    /// Purpose of the transaction.
    ///
    /// @param wallet that pays
    /// @param ofFile whether all that it pays, or makes tokens for, came with files
    record Order(long wallet, boolean ofFile) {}

    enum State {
        NEW,
        SENT,
        FINAL
    }

    /// 0 before it is a row.
    private long seq;

    private byte[] transactionId;
    private byte[] content;
    private boolean auditRequired;
    private byte @Nullable [] audit;
    private byte @Nullable [] disclosure;
    private UUID plan;
    private int stage;

    private State state;

    private long expiryHeight;
    private int attempts;
    private Instant nextAttemptAt;
    private String traceId;
    private long wallet;
    private boolean ofFile;
    private byte[] progressTickets;

    /// Known of one that was just made.
    private List<UUID> payments = List.of();

    @SuppressWarnings("NullAway.Init")
    private OutboxTransaction() {}

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

    /// From its row, with all columns.
    static OutboxTransaction of(ResultSet row) throws SQLException {
        OutboxTransaction sent = new OutboxTransaction();
        sent.seq = row.getLong("seq");
        sent.transactionId = row.getBytes("transaction_id");
        sent.content = row.getBytes("content");
        sent.auditRequired = row.getBoolean("audit_required");
        sent.audit = row.getBytes("audit");
        sent.disclosure = row.getBytes("disclosure");
        sent.plan = row.getObject("plan", UUID.class);
        sent.stage = row.getInt("stage");
        sent.state = State.valueOf(row.getString("state"));
        sent.expiryHeight = row.getLong("expiry_height");
        sent.attempts = row.getInt("attempts");
        sent.nextAttemptAt = row.getTimestamp("next_attempt_at").toInstant();
        sent.traceId = row.getString("trace_id");
        sent.wallet = row.getLong("wallet");
        sent.ofFile = row.getBoolean("of_file");
        sent.progressTickets = row.getBytes("progress_tickets");
        return sent;
    }

    /// A transaction before it is a row.
    @SuppressWarnings("ArrayRecordComponent")
    record New(
            byte[] id,
            byte[] content,
            boolean auditRequired,
            byte @Nullable [] disclosure,
            UUID plan,
            int stage,
            long expiryHeight,
            Instant nextAttemptAt,
            long wallet,
            boolean ofFile,
            List<UUID> payments) {}

    New asNew() {
        return new New(
                transactionId,
                content,
                auditRequired,
                disclosure,
                plan,
                stage,
                expiryHeight,
                nextAttemptAt,
                wallet,
                ofFile,
                payments);
    }

    /// Of a hidden payment: what the auditor is shown of it, sealed.
    OutboxTransaction disclosing(byte[] sealed) {
        disclosure = sealed.clone();
        return this;
    }

    /// @param paid by its outputs
    OutboxTransaction paying(List<UUID> paid) {
        payments = List.copyOf(paid);
        return this;
    }

    /// Request for the auditor's approval.
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
        if (progressTickets.length < TICKET_BYTES_MAX) {
            byte[] more = Arrays.copyOf(progressTickets, progressTickets.length + Bytes32.SIZE);
            ticket.value().copyInto(more, progressTickets.length);
            progressTickets = more;
        }
        attempts++;
        nextAttemptAt = next;
    }
}
