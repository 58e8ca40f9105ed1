package io.florin.registration.identities;

import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.decisions.SecondPerson;
import io.florin.registration.identities.IdentityInquiry.State;
import io.florin.registration.people.StoredIdentities;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.OpenCases;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.runtime.api.IdentityInternalApi.Identity;
import io.florin.runtime.api.IdentityInternalApi.Inquiry;
import io.florin.runtime.api.IdentityInternalApi.InquiryView;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Takes questions whose an enrollment id is, has two officers release the answer, and tells it.
///
/// The case is looked up at the members of the audit authority when it is asked, when it is released and each time it
/// is told: a case that ended tells nothing more. Every step, and every refusal, is in the log of decisions, without a
/// name. Lock order: inquiry, log.
public class IdentityInquiries {
    private static final int LIST_MAX = 500;
    private static final String COLUMNS = "id, case_reference, scope, transaction_id, enrollment_id, enrollment, asker,"
            + " asked_by, asked_at, state, approved_by, decided_by, reason";

    private static final List<Key<IdentityInquiry>> BY_TIME = List.of(
            new Key<>("asked_at", Kind.TIME, IdentityInquiry::askedAt), new Key<>("id", Kind.ID, IdentityInquiry::id));
    private static final PagedList<IdentityInquiry> NEWEST_FIRST = new PagedList<>("inquiries", true, BY_TIME);
    private static final PagedList<IdentityInquiry> OLDEST_FIRST = new PagedList<>("inquiries", false, BY_TIME);

    private final JdbcClient jdbc;
    private final TransactionOperations transactions;
    private final StoredIdentities identities;
    private final OpenCases cases;
    private final DecisionLog log;
    private final InstantSource clock;
    private final Supplier<UUID> ids;

    public IdentityInquiries(
            JdbcClient jdbc,
            TransactionOperations transactions,
            StoredIdentities identities,
            OpenCases cases,
            DecisionLog log,
            InstantSource clock,
            Supplier<UUID> ids) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.identities = identities;
        this.cases = cases;
        this.log = log;
        this.clock = clock;
        this.ids = ids;
    }

    /// @param asker which service, or which kind of person
    /// @param actor who asks
    public InquiryView ask(String asker, Actor actor, Inquiry inquiry) {
        require(matches(inquiry.caseReference(), "[A-Za-z0-9][A-Za-z0-9._-]{0,63}"), "caseReference names no case");
        require(matches(inquiry.transactionId(), "[0-9a-f]{64}"), "transactionId has 64 hexadecimal digits");
        require(matches(inquiry.enrollmentId(), "[0-9a-f]{64}"), "enrollmentId has 64 hexadecimal digits");
        String scope = openScope(actor, inquiry.caseReference(), inquiry.transactionId());
        return required(transactions.execute(_ -> {
            UUID enrollment = identities
                    .enrollmentOf(inquiry.enrollmentId())
                    .orElseThrow(RegistrationProblem.NO_SUCH_ENROLLMENT::refusal);
            UUID fresh = ids.get();
            int inserted = jdbc.sql("insert into identity_inquiry (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?,"
                            + " 'ASKED', '', '', '') on conflict (asker, case_reference, transaction_id, enrollment_id)"
                            + " do nothing")
                    .params(
                            fresh,
                            inquiry.caseReference(),
                            scope,
                            inquiry.transactionId(),
                            inquiry.enrollmentId(),
                            enrollment,
                            asker,
                            actor.text(),
                            Timestamp.from(clock.instant()))
                    .update();
            if (inserted == 1) {
                log(actor, "identity-asked", fresh, "case " + inquiry.caseReference());
            }
            return jdbc.sql("select " + COLUMNS + " from identity_inquiry where asker = ? and case_reference = ?"
                            + " and transaction_id = ? and enrollment_id = ?")
                    .params(asker, inquiry.caseReference(), inquiry.transactionId(), inquiry.enrollmentId())
                    .query(IdentityInquiries::read)
                    .single()
                    .view();
        }));
    }

    /// Scope of the open case; a question without an open case is logged.
    private String openScope(Actor actor, String reference, String transactionId) {
        Optional<String> scope = cases.scopeOf(reference)
                .filter(text -> !text.startsWith("transaction ") || text.equals("transaction " + transactionId));
        return scope.orElseThrow(() -> {
            transactions.executeWithoutResult(_ -> log.append(
                    new Decision(actor.text(), "identity-denied", "case/" + reference, "no open case covers it")));
            return RegistrationProblem.NO_OPEN_CASE.refusal();
        });
    }

    /// Approves as the first officer, releases as the second.
    public IdentityInquiry approve(UUID id, Actor officer, String reason) {
        IdentityInquiry before = find(id);
        String scope = openScope(officer, before.caseReference(), before.transactionId());
        return decide(id, reason, inquiry -> {
            require(scope.equals(inquiry.scope()), "the case covers something else now");
            if (inquiry.state() == State.ASKED) {
                jdbc.sql("update identity_inquiry set state = 'APPROVED', approved_by = ?, reason = ? where id = ?")
                        .params(officer.text(), reason, id)
                        .update();
                log(officer, "identity-approved", id, reason);
                return;
            }
            SecondPerson.require(
                    inquiry.approvedBy(),
                    officer.text(),
                    () -> RegistrationProblem.SAME_PERSON.refusal(
                            "Another officer than who approved releases the name."));
            end(id, State.RELEASED, officer, reason);
            log(officer, "identity-released", id, reason);
        });
    }

    public IdentityInquiry refuse(UUID id, Actor officer, String reason) {
        return decide(id, reason, inquiry -> {
            end(id, State.REFUSED, officer, reason);
            log(officer, "identity-refused", id, reason);
        });
    }

    private interface Act {
        void on(IdentityInquiry inquiry);
    }

    private IdentityInquiry decide(UUID id, String reason, Act act) {
        return required(transactions.execute(_ -> {
            IdentityInquiry inquiry = read(id, " for update");
            if (!inquiry.isOpen()) {
                throw RegistrationProblem.ALREADY_DECIDED.refusal();
            }
            if (reason.isBlank()) {
                throw RegistrationProblem.REASON_MISSING.refusal();
            }
            act.on(inquiry);
            return read(id, "");
        }));
    }

    private void end(UUID id, State state, Actor officer, String reason) {
        jdbc.sql("update identity_inquiry set state = ?, decided_by = ?, reason = ? where id = ?")
                .params(state.name(), officer.text(), reason, id)
                .update();
    }

    /// The name, once it is released.
    public Identity tell(UUID id, String asker, Actor actor) {
        IdentityInquiry inquiry = Optional.of(find(id))
                .filter(one -> one.asker().equals(asker))
                .orElseThrow(RegistrationProblem.NO_SUCH_INQUIRY::refusal);
        if (inquiry.state() != State.RELEASED) {
            throw RegistrationProblem.NOT_RELEASED.refusal();
        }
        openScope(actor, inquiry.caseReference(), inquiry.transactionId());
        return required(transactions.execute(_ -> {
            log(actor, "identity-told", id, "case " + inquiry.caseReference());
            return identities.identity(inquiry.enrollment(), inquiry.enrollmentId());
        }));
    }

    public IdentityInquiry find(UUID id) {
        return required(transactions.execute(_ -> read(id, "")));
    }

    private IdentityInquiry read(UUID id, String lock) {
        return jdbc.sql("select " + COLUMNS + " from identity_inquiry where id = ?" + lock)
                .param(id)
                .query(IdentityInquiries::read)
                .optional()
                .orElseThrow(RegistrationProblem.NO_SUCH_INQUIRY::refusal);
    }

    /// The asker's own, oldest first, without names.
    public List<InquiryView> under(String asker, String caseReference) {
        return jdbc
                .sql("select " + COLUMNS + " from identity_inquiry where asker = ? and case_reference = ?"
                        + " order by asked_at, id limit ?")
                .params(asker, caseReference, LIST_MAX)
                .query(IdentityInquiries::read)
                .stream()
                .map(IdentityInquiry::view)
                .toList();
    }

    /// Newest first.
    ///
    /// @param cursor null for the first page
    public ListPage<IdentityInquiry> newest(@Nullable String cursor, int size) {
        return NEWEST_FIRST.read(
                jdbc,
                PagedList.Rows.all("select " + COLUMNS + " from identity_inquiry"),
                cursor,
                size,
                IdentityInquiries::read);
    }

    /// Orders of the searched list.
    public enum Order {
        NEWEST(NEWEST_FIRST),
        OLDEST(OLDEST_FIRST);

        private final PagedList<IdentityInquiry> list;

        Order(PagedList<IdentityInquiry> list) {
            this.list = list;
        }
    }

    /// A part of all questions.
    ///
    /// @param text of the case, the enrollment id, the transaction's id or who asked
    /// @param state all where null
    public record Query(NamePart text, @Nullable State state, Order order) {}

    /// @param cursor null or empty for the first page
    /// @throws io.florin.runtime.http.ProblemException 400 if the cursor is of another list
    public ListPage<IdentityInquiry> find(Query query, @Nullable String cursor, int size) {
        List<String> allOf = new ArrayList<>();
        if (query.state() != null) {
            allOf.add("state = '" + query.state().name() + "'");
        }
        if (!query.text().isEmpty()) {
            allOf.add(query.text().in("case_reference", "enrollment_id", "transaction_id", "asked_by"));
        }
        return query.order()
                .list
                .read(
                        jdbc,
                        new PagedList.Rows(
                                "select " + COLUMNS + " from identity_inquiry",
                                List.of(),
                                allOf,
                                query.text().parameters()),
                        cursor,
                        size,
                        IdentityInquiries::read);
    }

    public long waiting() {
        return jdbc.sql("select count(*) from identity_inquiry where state in ('ASKED', 'APPROVED')")
                .query(Long.class)
                .single();
    }

    private static IdentityInquiry read(ResultSet row, int number) throws SQLException {
        return new IdentityInquiry(
                row.getObject("id", UUID.class),
                row.getString("case_reference"),
                row.getString("scope"),
                row.getString("transaction_id"),
                row.getString("enrollment_id"),
                row.getObject("enrollment", UUID.class),
                row.getString("asker"),
                row.getString("asked_by"),
                row.getTimestamp("asked_at").toInstant(),
                State.valueOf(row.getString("state")),
                row.getString("approved_by"),
                row.getString("decided_by"),
                row.getString("reason"));
    }

    private void log(Actor actor, String action, UUID id, String reason) {
        log.append(new Decision(actor.text(), action, "identity/" + id, reason));
    }

    private static boolean matches(@Nullable String text, String pattern) {
        return text != null && text.matches(pattern);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw RegistrationProblem.BAD_FIELD.refusal(rule + ".");
        }
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return value;
    }
}
