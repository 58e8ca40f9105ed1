package io.florin.auditor.approval.adapter;

import io.florin.auditor.AuditorLog;
import io.florin.auditor.approval.ApprovalRules;
import io.florin.auditor.approval.ApprovalRules.Situation;
import io.florin.auditor.approval.AuditedTransaction;
import io.florin.auditor.approval.LoggedPayment;
import io.florin.auditor.approval.Ruling;
import io.florin.auditor.approval.adapter.ApprovalEntity.State;
import io.florin.auditor.protocol.AuditLog;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.runtime.api.AuditorApi.ApprovalAnswer;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.Metrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Decides on transactions, keeps the decisions, and signs.
///
/// The decision, its entry in the log and the signature are stored in one database transaction before the signature
/// leaves. A decision is made once by transaction id and repeated as often as somebody asks. It is made by one list of
/// barred enrollments, see [BarredListFollower]. What cannot be checked is
/// not recorded: nobody can fill the books in another's name, since owners' signatures, or
/// proofs, are part of the check. What a payer disclosed is kept until the decision, see [ApprovalEntity].
public final class ApprovalService {
    private static final Metrics NAMES = new Metrics("auditor");
    private static final String AUTOMATIC = "rule:automatic";
    private static final int REASON_MAX = 200;

    private final ApprovalRepository rows;
    private final ApprovalRules rules;
    private final BarredListFollower barred;
    private final Office office;
    private final TransactionTemplate transactions;
    private final ApprovalProperties properties;
    private final MeterRegistry registry;
    private final JdbcClient jdbc;

    /// Collaborators of decisions.
    public record Office(
            NodeIdentity node,
            ReplayPosition ledger,
            EnrolledOwners directory,
            AuditLog log,
            InstantSource clock,
            DisclosureSeal seal) {}

    ApprovalService(
            ApprovalRepository rows,
            ApprovalRules rules,
            BarredListFollower barred,
            Office office,
            PlatformTransactionManager manager,
            ApprovalProperties properties,
            MeterRegistry registry,
            JdbcClient jdbc) {
        this.rows = rows;
        this.rules = rules;
        this.barred = barred;
        this.office = office;
        this.transactions = new TransactionTemplate(manager);
        this.properties = properties;
        this.registry = registry;
        this.jdbc = jdbc;
    }

    /// Decides on a client transaction, or repeats the decision on it; a refusal ends the request with its code.
    public ApprovalAnswer approve(byte[] clientTransaction) {
        AuditedTransaction audited;
        try {
            audited = AuditedTransaction.decode(clientTransaction);
        } catch (DecodeException | IllegalArgumentException unreadable) {
            throw new ProblemException(
                    ProblemCode.MALFORMED_REQUEST, "The body is no client transaction and no disclosure of one.");
        }
        ClientTransaction transaction = audited.transaction();
        barred.catchUp();
        try {
            return answer(barred.deciding(
                    () -> transactions.execute(_ -> find(transaction).orElseGet(() -> decide(audited)))));
        } catch (DataIntegrityViolationException twice) {
            return answer(find(transaction).orElseThrow(() -> twice));
        }
    }

    /// Decisions on payments of one payer come one after the other, whoever submits them.
    private void lock(AuditedTransaction audited) {
        audited.payers().stream()
                .map(payer -> ByteBuffer.wrap(Sha256.digest(payer.toBytes())).getLong())
                .sorted()
                .forEach(payer -> jdbc.sql("select pg_advisory_xact_lock(?)")
                        .param(payer)
                        .query((_, _) -> 0)
                        .list());
    }

    private Optional<ApprovalEntity> find(ClientTransaction transaction) {
        return rows.findById(transaction.id().toHex());
    }

    private ApprovalEntity decide(AuditedTransaction audited) {
        ClientTransaction transaction = audited.transaction();
        lock(audited);
        AuditorApproval approval = sign(transaction);
        return switch (rules.rule(audited, approval, situation())) {
            case Ruling.NotNow(String code, String explanation) -> throw unavailable(code, explanation);
            case Ruling.Refuse(String code, String explanation) -> {
                registry.counter(NAMES.name("approval", "refused"), Metrics.REASON, code)
                        .increment();
                throw refusal(code, explanation);
            }
            case Ruling.Hold(String rule) -> {
                if (rows.countByState(State.PENDING) >= properties.pendingMax()) {
                    throw unavailable("too-many-pending", "Too many transactions wait for a person already.");
                }
                log("rule:" + rule, "hold", audited, "");
                yield rows.saveAndFlush(entity(audited, rule));
            }
            case Ruling.Release(String rule) -> {
                ApprovalEntity row = entity(audited, rule);
                row.approve(
                        AUTOMATIC,
                        approval.signature().toArray(),
                        office.clock().instant());
                log(AUTOMATIC, "approve", audited, rule);
                decided(row);
                yield rows.saveAndFlush(row);
            }
        };
    }

    private ApprovalEntity entity(AuditedTransaction audited, String rule) {
        return new ApprovalEntity(
                audited, audited.amount().minorUnits(), rule, office.clock().instant(), office.seal());
    }

    private ApprovalAnswer answer(ApprovalEntity row) {
        return switch (row.getState()) {
            case APPROVED ->
                new ApprovalAnswer(auditor(), Bytes.of(row.signature()).toHex());
            case PENDING -> throw unavailable("approval-pending", "A person has to decide. Ask again later.");
            case REFUSED -> throw refusal("auditor-refused", row.getReason());
            case EXPIRED ->
                throw refusal(
                        "approval-expired",
                        "The transaction or its configuration was out of date before a person decided.");
        };
    }

    /// The node's key must be the one that the configuration in force names for it; nobody would take another.
    private AuditorApproval sign(ClientTransaction transaction) {
        List<Bytes32> auditors = office.ledger().configuration().auditors();
        Bytes32 own = office.node().key().publicKey();
        if (auditor() >= auditors.size() || !auditors.get(auditor()).equals(own)) {
            throw unavailable("auditor-not-configured", "The configuration in force names another auditor's key.");
        }
        byte[] message = AuditorApproval.message(transaction.header(), transaction.id());
        return new AuditorApproval(auditor(), office.node().key().sign(message));
    }

    private int auditor() {
        return office.node().id() - 1;
    }

    private Situation situation() {
        ReplayPosition ledger = office.ledger();
        boolean behind = !ledger.isCaughtUpWithStore() || ledger.knownHead() > ledger.height();
        return new Situation(
                ledger.network(),
                ledger.configuration(),
                ledger.height(),
                behind,
                office.directory(),
                barred.current());
    }

    // ---- a person decides

    void approveByPerson(String transactionId, String person) {
        barred.catchUp();
        barred.deciding(() -> {
            release(transactionId, person);
            return person;
        });
    }

    private void release(String transactionId, String person) {
        transactions.executeWithoutResult(_ -> {
            ApprovalEntity row = pending(transactionId);
            AuditedTransaction audited = row.audited(office.seal());
            lock(audited);
            AuditorApproval approval = sign(audited.transaction());
            switch (rules.rule(audited, approval, situation())) {
                case Ruling.NotNow(String code, String explanation) -> throw unavailable(code, explanation);
                case Ruling.Refuse(String code, String explanation) -> throw refusal(code, explanation);
                case Ruling.Hold _, Ruling.Release _ -> {}
            }
            row.approve(
                    "person:" + person,
                    approval.signature().toArray(),
                    office.clock().instant());
            log(row.getDecidedBy(), "approve", audited, row.getRule());
            decided(row);
        });
    }

    void refuseByPerson(String transactionId, String person, String reason) {
        if (reason.isBlank() || reason.length() > REASON_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST, "A reason of 1 to " + REASON_MAX + " characters is needed.");
        }
        transactions.executeWithoutResult(_ -> {
            ApprovalEntity row = pending(transactionId);
            row.refuse("person:" + person, reason, office.clock().instant());
            log(row.getDecidedBy(), "refuse", undisclosed(row), reason);
            decided(row);
        });
    }

    /// Ends what waited too long, or for a configuration that is in force no more; called again and again.
    void expire() {
        long height = office.ledger().height();
        long version = office.ledger().configuration().version();
        transactions.executeWithoutResult(_ ->
                rows.findByStateOrderByRequestedAt(State.PENDING, Limit.of(properties.pendingMax())).stream()
                        .filter(row -> row.getExpiryHeight() <= height
                                || row.transaction().header().configurationVersion() < version)
                        .forEach(row -> {
                            row.expire("rule:expiry", office.clock().instant());
                            log("rule:expiry", "expire", undisclosed(row), "");
                            decided(row);
                        }));
    }

    private static AuditedTransaction undisclosed(ApprovalEntity row) {
        return new AuditedTransaction(row.transaction(), Optional.empty());
    }

    private void log(String actor, String action, AuditedTransaction audited, String words) {
        String detail = LoggedPayment.with(words, audited, office.ledger().configuration(), office.directory());
        office.log().append(actor, action, audited.transaction().id().toHex(), detail);
    }

    private ApprovalEntity pending(String transactionId) {
        ApprovalEntity row = rows.findById(transactionId)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such transaction."));
        if (row.getState() != State.PENDING) {
            throw new ProblemException(ProblemCode.CONFLICT, "The transaction is decided already.");
        }
        return row;
    }

    private void decided(ApprovalEntity row) {
        String state = row.getState().name().toLowerCase(Locale.ROOT);
        registry.counter(NAMES.name("approval", "decided"), Metrics.STATUS, state)
                .increment();
        AuditorLog.decided(row.getTransactionId(), state);
    }

    private static ProblemException refusal(String code, String explanation) {
        return new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT, code, "The auditor does not sign this off", explanation);
    }

    private static ProblemException unavailable(String code, String explanation) {
        return new ProblemException(
                HttpStatus.SERVICE_UNAVAILABLE, code, "The auditor cannot decide on this now", explanation);
    }

    // ---- for the pages and the report

    Optional<ApprovalEntity> find(String transactionId) {
        return rows.findById(transactionId);
    }

    long count(State state) {
        return rows.countByState(state);
    }
}
