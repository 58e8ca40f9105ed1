package io.florin.auditor.member.adapter;

import io.florin.auditor.member.AuditCase;
import io.florin.auditor.member.CaseScope;
import io.florin.runtime.decisions.Decision;
import io.florin.runtime.decisions.DecisionLog.Entry;
import io.florin.runtime.decisions.DecisionStore;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Opens and ends cases: one person asks, another approves. A case is nothing but its entries in the log.
public final class CaseDesk {
    private static final int LISTED = 200;

    private final DecisionStore decisions;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final MemberProperties properties;
    private final int lockId;

    /// @param lockId of the log
    public CaseDesk(
            DecisionStore decisions,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock,
            MemberProperties properties,
            int lockId) {
        this.decisions = decisions;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.properties = properties;
        this.lockId = lockId;
    }

    public Optional<AuditCase> find(String reference) {
        return AuditCase.isReference(reference)
                ? read(reference, decisions.of(AuditCase.subject(reference)))
                : Optional.empty();
    }

    /// The case that entries speak of, such as those that a check of the log saw.
    Optional<AuditCase> read(String reference, List<Entry> entries) {
        return AuditCase.of(reference, entries, clock.instant(), properties.caseLongest());
    }

    /// The newest cases.
    public List<AuditCase> newest() {
        return jdbc
                .sql("select subject from decision where action = ? group by subject order by max(sequence) desc limit "
                        + LISTED)
                .param(AuditCase.ASKED)
                .query(String.class)
                .list()
                .stream()
                .map(subject -> subject.substring(AuditCase.subject("").length()))
                .flatMap(reference -> find(reference).stream())
                .toList();
    }

    public AuditCase ask(String reference, CaseScope scope, String reason, String person) {
        if (!AuditCase.isReference(reference)) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "A reference has 1 to 64 letters, digits, dots, hyphens and underscores.");
        }
        requireReason(reason);
        return locked(() -> {
            if (find(reference).isPresent()) {
                throw conflict("case-exists", "There is a case of this reference; open another one.");
            }
            return append(reference, AuditCase.ASKED, person, AuditCase.detail(scope, reason));
        });
    }

    public AuditCase approve(String reference, String person) {
        return locked(() -> {
            AuditCase found = existing(reference);
            if (found.state() != AuditCase.State.ASKED) {
                throw conflict("case-not-asked", "The case does not wait for an approval.");
            }
            if (found.askedBy().equals(actor(person))) {
                throw new ProblemException(
                        HttpStatus.FORBIDDEN,
                        "second-person-needed",
                        "Another person approves",
                        "Who asked for a case does not approve it.");
            }
            return append(reference, AuditCase.APPROVED, person, found.scope().text());
        });
    }

    /// Somebody finds that a case that was asked for should not be opened. It never is.
    public AuditCase refuse(String reference, String reason, String person) {
        requireReason(reason);
        return locked(() -> {
            if (existing(reference).state() != AuditCase.State.ASKED) {
                throw conflict("case-not-asked", "The case does not wait for an approval.");
            }
            return append(reference, AuditCase.REFUSED, person, reason);
        });
    }

    public AuditCase end(String reference, String reason, String person) {
        requireReason(reason);
        return locked(() -> {
            if (existing(reference).state() == AuditCase.State.ENDED) {
                throw conflict("case-ended", "The case has ended.");
            }
            return append(reference, AuditCase.ENDED, person, reason);
        });
    }

    private static void requireReason(String reason) {
        if (reason.isBlank() || reason.length() > AuditCase.REASON_MAX) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST, "A reason of 1 to " + AuditCase.REASON_MAX + " characters is needed.");
        }
    }

    private AuditCase existing(String reference) {
        return find(reference)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such case here."));
    }

    /// Nobody else appends meanwhile, so what is decided on is what is there.
    private AuditCase locked(Supplier<AuditCase> act) {
        return Objects.requireNonNull(transactions.execute(_ -> {
            jdbc.sql("select pg_advisory_xact_lock(" + lockId + ")")
                    .query((_, _) -> true)
                    .single();
            return act.get();
        }));
    }

    private AuditCase append(String reference, String action, String person, String detail) {
        decisions.append(new Decision(actor(person), action, AuditCase.subject(reference), detail));
        return existing(reference);
    }

    /// A person as the log names him.
    public static String actor(String person) {
        String actor = "person:" + person;
        return actor.length() > Decision.ACTOR_MAX ? actor.substring(0, Decision.ACTOR_MAX) : actor;
    }

    private static ProblemException conflict(String code, String detail) {
        return new ProblemException(HttpStatus.CONFLICT, code, "The case is in another state", detail);
    }
}
