package io.florin.bank.payments;

import io.florin.bank.payments.PaymentOrders.Stated;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.PaymentDesk.Acceptance;
import io.florin.bank.protocol.PaymentOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Payments that clerks entered and that are large enough to need a second person. WAITING → APPROVED (the payment is
/// accepted in the same database transaction) or REFUSED; decided once.
public class Drafts {

    private static final int SHOWN = 200;

    private final JdbcClient jdbc;
    private final Payments payments;
    private final InstantSource clock;
    private final IdSource ids;

    Drafts(JdbcClient jdbc, Payments payments, InstantSource clock, IdSource ids) {
        this.jdbc = jdbc;
        this.payments = payments;
        this.clock = clock;
        this.ids = ids;
    }

    /// @param amount minor units
    /// @param paymentId of the payment it became
    public record Draft(
            UUID id,
            long wallet,
            String payeeName,
            String payeeAccount,
            long amount,
            String endToEndId,
            String remittance,
            String state,
            String enteredBy,
            Instant enteredAt,
            String decidedBy,
            String reason,
            @Nullable UUID paymentId) {

        Stated stated() {
            return new Stated(wallet, payeeName, payeeAccount, amount, endToEndId, "", remittance);
        }
    }

    @Transactional
    public UUID enter(Stated stated, String clerk) {
        UUID id = ids.get();
        jdbc.sql("""
            insert into payment_draft (id, wallet, payee_name, payee_account, amount, end_to_end_id, remittance,
                state, entered_by, entered_at) values (?, ?, ?, ?, ?, ?, ?, 'WAITING', ?, ?)
            """)
                .params(
                        id,
                        stated.wallet(),
                        stated.payeeName(),
                        stated.payeeAccount(),
                        stated.amount(),
                        stated.endToEndId(),
                        stated.remittance(),
                        clerk,
                        Timestamp.from(clock.instant()))
                .update();
        return id;
    }

    @Transactional(readOnly = true)
    public Optional<Draft> draft(UUID id) {
        return jdbc.sql("select * from payment_draft where id = ?")
                .param(id)
                .query(Drafts::draft)
                .optional();
    }

    /// Waiting ones first, then the newest.
    @Transactional(readOnly = true)
    public List<Draft> newest() {
        return jdbc.sql("select * from payment_draft order by (state = 'WAITING') desc, entered_at desc, id limit ?")
                .param(SHOWN)
                .query(Drafts::draft)
                .list();
    }

    @Transactional(readOnly = true)
    public long waiting() {
        return jdbc.sql("select count(*) from payment_draft where state = 'WAITING'")
                .query(Long.class)
                .single();
    }

    /// @throws io.florin.runtime.http.ProblemException 422 when it is decided already, when the approver entered it, or
    ///     when the payment is refused
    @Transactional
    public UUID approve(UUID id, PaymentOrder order, String approver, String traceId) {
        checkDecider(id, approver);
        UUID payment = switch (payments.accept(order, traceId)) {
            case Acceptance.Accepted(var accepted) -> accepted.id();
            case Acceptance.Refused(String code, String explanation) -> throw ApiProblems.refused(code, explanation);
        };
        decide(id, "APPROVED", approver, "", payment);
        return payment;
    }

    @Transactional
    public void refuse(UUID id, String approver) {
        checkDecider(id, approver);
        decide(id, "REFUSED", approver, "refused by a second person", null);
    }

    private void checkDecider(UUID id, String approver) {
        Draft draft = jdbc.sql("select * from payment_draft where id = ? for update")
                .param(id)
                .query(Drafts::draft)
                .optional()
                .orElseThrow(() -> ApiProblems.unknown("payment to approve"));
        if (!draft.state().equals("WAITING")) {
            throw ApiProblems.refused("already-decided", "somebody has decided already");
        }
        if (draft.enteredBy().equals(approver)) {
            throw ApiProblems.refused("same-person", "who entered a payment does not approve it");
        }
    }

    private void decide(UUID id, String state, String approver, String reason, @Nullable UUID payment) {
        jdbc.sql("""
            update payment_draft set state = :state, decided_by = :approver, decided_at = :now, reason = :reason,
                payment_id = :payment where id = :id
            """)
                .param("state", state)
                .param("approver", approver)
                .param("now", Timestamp.from(clock.instant()))
                .param("reason", reason)
                .param("payment", payment, Types.OTHER)
                .param("id", id)
                .update();
    }

    private static Draft draft(ResultSet row, int number) throws SQLException {
        return new Draft(
                row.getObject("id", UUID.class),
                row.getLong("wallet"),
                row.getString("payee_name"),
                row.getString("payee_account"),
                row.getLong("amount"),
                row.getString("end_to_end_id"),
                row.getString("remittance"),
                row.getString("state"),
                row.getString("entered_by"),
                row.getTimestamp("entered_at").toInstant(),
                row.getString("decided_by"),
                row.getString("reason"),
                row.getObject("payment_id", UUID.class));
    }
}
