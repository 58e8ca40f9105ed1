package io.florin.bank.approvals;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.decisions.SecondPerson;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/// Orders that clerks entered and that are large enough to need a second person. WAITING → APPROVED (it is carried out
/// in the same database transaction) or REFUSED; decided once.
public class HeldOrders {

    private final JdbcClient jdbc;
    private final InstantSource clock;
    private final IdSource ids;

    HeldOrders(JdbcClient jdbc, InstantSource clock, IdSource ids) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.ids = ids;
    }

    /// @param reason why it was refused
    /// @param page that shows what became of it, empty until it is approved
    public record Held(
            UUID id,
            MoneyOrder order,
            String state,
            String enteredBy,
            Instant enteredAt,
            String decidedBy,
            String reason,
            String page) {

        public boolean isWaiting() {
            return state.equals("WAITING");
        }
    }

    @Transactional
    public UUID enter(MoneyOrder order, String clerk) {
        UUID id = ids.get();
        jdbc.sql("""
            insert into payment_draft (id, kind, wallet, payee_name, payee_account, amount, end_to_end_id, remittance,
                execution_date, subject, state, entered_by, entered_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'WAITING', ?, ?)
            """)
                .params(
                        id,
                        order.kind().name(),
                        order.wallet(),
                        order.payeeName(),
                        order.payeeAccount(),
                        order.amount(),
                        order.endToEndId(),
                        order.remittance(),
                        new SqlParameterValue(Types.DATE, order.executionDate()),
                        order.subject(),
                        clerk,
                        Timestamp.from(clock.instant()))
                .update();
        return id;
    }

    @Transactional(readOnly = true)
    public Optional<Held> find(UUID id) {
        return jdbc.sql("select * from payment_draft where id = ?")
                .param(id)
                .query(HeldOrders::held)
                .optional();
    }

    /// Orders of the list.
    public enum Order {
        NEWEST(true, false),
        OLDEST(false, false),
        LARGEST(true, true),
        SMALLEST(false, true);

        private final PagedList<Held> list;

        Order(boolean descending, boolean byAmount) {
            List<Key<Held>> keys = new ArrayList<>();
            if (byAmount) {
                keys.add(new Key<>("amount", Kind.NUMBER, held -> held.order().amount()));
            }
            keys.add(new Key<>("entered_at", Kind.TIME, Held::enteredAt));
            keys.add(new Key<>("id", Kind.ID, Held::id));
            this.list = new PagedList<>(byAmount ? "held-by-amount" : "held", descending, keys);
        }
    }

    /// A part of all orders.
    ///
    /// @param text of the payee's name or account, the reference, what it is for, or who entered it
    /// @param kind all where null
    public record Query(NamePart text, MoneyOrder.@Nullable Kind kind, Order order) {}

    /// @param waiting those that wait, or those that are decided
    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another order
    @Transactional(readOnly = true)
    public ListPage<Held> find(Query query, boolean waiting, @Nullable String cursor, int size) {
        List<String> allOf = new ArrayList<>(List.of(waiting ? "state = 'WAITING'" : "state <> 'WAITING'"));
        if (query.kind() != null) {
            allOf.add("kind = '" + query.kind().name() + "'");
        }
        if (!query.text().isEmpty()) {
            allOf.add(query.text().in("payee_name", "payee_account", "end_to_end_id", "remittance", "entered_by"));
        }
        return query.order()
                .list
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select * from payment_draft",
                                List.of(),
                                allOf,
                                query.text().parameters()),
                        cursor,
                        size,
                        HeldOrders::held);
    }

    @Transactional(readOnly = true)
    public long waiting() {
        return jdbc.sql("select count(*) from payment_draft where state = 'WAITING'")
                .query(Long.class)
                .single();
    }

    /// @param act moves the money and answers the page that shows it
    /// @throws io.florin.runtime.http.ProblemException 422 when it is decided already, when the approver entered it, or
    ///     when the order is refused
    @Transactional
    public String approve(UUID id, Supplier<String> act, String approver) {
        checkDecider(id, approver);
        String page = act.get();
        decide(id, "APPROVED", approver, "", page);
        return page;
    }

    @Transactional
    public void refuse(UUID id, String approver) {
        checkDecider(id, approver);
        decide(id, "REFUSED", approver, "refused by a second person", "");
    }

    private void checkDecider(UUID id, String approver) {
        Held held = jdbc.sql("select * from payment_draft where id = ? for update")
                .param(id)
                .query(HeldOrders::held)
                .optional()
                .orElseThrow(() -> ApiProblems.unknown("order to approve"));
        if (!held.isWaiting()) {
            throw ApiProblems.refused("already-decided", "somebody has decided already");
        }
        SecondPerson.require(
                held.enteredBy(), approver, () -> ApiProblems.samePerson("who entered a payment does not approve it"));
    }

    private void decide(UUID id, String state, String approver, String reason, String page) {
        jdbc.sql("""
            update payment_draft set state = :state, decided_by = :approver, decided_at = :now, reason = :reason,
                page = :page where id = :id
            """)
                .param("state", state)
                .param("approver", approver)
                .param("now", Timestamp.from(clock.instant()))
                .param("reason", reason)
                .param("page", page)
                .param("id", id)
                .update();
    }

    private static Held held(ResultSet row, int number) throws SQLException {
        return new Held(
                row.getObject("id", UUID.class),
                new MoneyOrder(
                        MoneyOrder.Kind.valueOf(row.getString("kind")),
                        row.getLong("wallet"),
                        row.getString("payee_name"),
                        row.getString("payee_account"),
                        row.getLong("amount"),
                        row.getString("end_to_end_id"),
                        row.getString("remittance"),
                        row.getObject("execution_date", LocalDate.class),
                        row.getString("subject")),
                row.getString("state"),
                row.getString("entered_by"),
                row.getTimestamp("entered_at").toInstant(),
                row.getString("decided_by"),
                row.getString("reason"),
                row.getString("page"));
    }
}
