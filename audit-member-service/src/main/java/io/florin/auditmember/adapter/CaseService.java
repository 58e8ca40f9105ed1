package io.florin.auditmember.adapter;

import io.florin.auditmember.AuditCase;
import io.florin.auditmember.CaseScope;
import io.florin.decisions.CheckedEntries;
import io.florin.decisions.CheckedLog;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog.Entry;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogWatch;
import io.florin.decisions.SecondPerson;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// Opens and ends cases: one person asks, another approves. A case is nothing but its entries in the log, and whoever
/// decides on one, or is shown one, sees entries that were verified: what somebody writes into the database and takes
/// back is neither shown nor approved.
public final class CaseService {
    private final Log log;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final InstantSource clock;
    private final MemberProperties properties;

    /// @param verified what was verified of cases in it
    public record Log(DecisionStore decisions, CheckedLog verified, LogWatch watch) {

        /// With nothing verified yet.
        public static Log of(DecisionStore decisions, LogWatch watch) {
            return new Log(decisions, new CheckedLog(AuditCase.subject("")), watch);
        }

        /// The entries about cases, as they were written.
        ///
        /// @throws ProblemException 503 `log-broken` once a check has found the log to be otherwise, until one finds it
        /// whole
        List<Entry> of(List<String> references) {
            if (watch.isBroken()) {
                throw broken();
            }
            CheckedEntries checked = decisions.checked(
                    verified, references.stream().map(AuditCase::subject).toList());
            if (!checked.check().intact()) {
                watch.checkNow(); // so that people hear of it
                throw broken();
            }
            return checked.entries();
        }

        private static ProblemException broken() {
            return new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "log-broken",
                    "The log of this member is not as it was written",
                    "No share is given until people have found out why.");
        }
    }

    public CaseService(
            Log log,
            JdbcClient jdbc,
            TransactionTemplate transactions,
            InstantSource clock,
            MemberProperties properties) {
        this.log = log;
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.clock = clock;
        this.properties = properties;
    }

    /// @throws ProblemException 503 while the log is not as it was written
    public Optional<AuditCase> find(String reference) {
        return AuditCase.isReference(reference) ? read(reference, log.of(List.of(reference))) : Optional.empty();
    }

    /// Decisions about a case, oldest first.
    List<Entry> history(String reference) {
        return AuditCase.isReference(reference) ? log.of(List.of(reference)) : List.of();
    }

    private Optional<AuditCase> read(String reference, List<Entry> entries) {
        return AuditCase.of(reference, entries, clock.instant(), properties.caseLongest());
    }

    /// Cases, newest first.
    ///
    /// @param cursor null or empty for the first page
    /// @throws ProblemException 400 if the cursor is of another list; 503 while the log is not as it was written
    public ListPage<AuditCase> list(CaseSelection selection, @Nullable String cursor, int size) {
        return list(selection, new NamePart(""), cursor, size);
    }

    /// @param reference a part of the references
    ListPage<AuditCase> list(CaseSelection selection, NamePart reference, @Nullable String cursor, int size) {
        return list(selection, reference, List.of(), Map.of(), cursor, size);
    }

    /// Cases that wait for an approval, of those that this person asked for.
    ///
    /// @param asker as the log names him
    ListPage<AuditCase> askedBy(String asker, NamePart reference, @Nullable String cursor, int size) {
        return list(CaseSelection.ASKED, reference, List.of("actor = :asker"), Map.of("asker", asker), cursor, size);
    }

    /// Cases that wait for an approval, of those that others than this person asked for.
    ListPage<AuditCase> askedByOthers(String person, NamePart reference, @Nullable String cursor, int size) {
        return list(CaseSelection.ASKED, reference, List.of("actor <> :asker"), Map.of("asker", person), cursor, size);
    }

    private ListPage<AuditCase> list(
            CaseSelection selection,
            NamePart reference,
            List<String> more,
            Map<String, Object> parameters,
            @Nullable String cursor,
            int size) {
        List<String> allOf = new ArrayList<>(selection.allOf());
        allOf.addAll(more);
        if (!reference.isEmpty()) {
            allOf.add(reference.in("substr(subject, " + (AuditCase.subject("").length() + 1) + ")"));
        }
        Map<String, Object> all = new HashMap<>(parameters);
        all.putAll(reference.parameters());
        all.put("expired", clock.instant().minus(properties.caseLongest()).toEpochMilli());
        ListPage<CaseSelection.Found> page = selection
                .order()
                .read(
                        jdbc,
                        new PagedList.Rows("select subject, sequence from decision", selection.anyOf(), allOf, all),
                        cursor,
                        size,
                        (row, _) -> new CaseSelection.Found(row.getString("subject"), row.getLong("sequence")));
        return page.map(
                found -> cases(found.stream().map(CaseSelection.Found::subject).toList()));
    }

    private List<AuditCase> cases(List<String> subjects) {
        List<String> references = subjects.stream()
                .map(subject -> subject.substring(AuditCase.subject("").length()))
                .filter(AuditCase::isReference)
                .toList();
        Map<String, List<Entry>> entries = log.of(references).stream().collect(Collectors.groupingBy(Entry::subject));
        return references.stream()
                .flatMap(reference ->
                        read(reference, entries.getOrDefault(AuditCase.subject(reference), List.of())).stream())
                .toList();
    }

    public AuditCase ask(String reference, CaseScope scope, String reason, String person) {
        if (!AuditCase.isReference(reference)) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST,
                    "A reference has 1 to 64 letters, digits, dots, hyphens and underscores.");
        }
        requireReason(reason);
        return locked(reference, () -> {
            if (find(reference).isPresent()) {
                throw conflict("case-exists", "There is a case of this reference; open another one.");
            }
            append(reference, AuditCase.ASKED, person, AuditCase.detail(scope, reason));
        });
    }

    public AuditCase approve(String reference, String person) {
        return locked(reference, () -> {
            AuditCase found = existing(reference);
            if (found.state() != AuditCase.State.ASKED) {
                throw conflict("case-not-asked", "The case does not wait for an approval.");
            }
            SecondPerson.require(
                    found.askedBy(),
                    actor(person),
                    () -> new ProblemException(
                            HttpStatus.FORBIDDEN,
                            SecondPerson.NEEDED,
                            "Another person approves",
                            "Who asked for a case does not approve it."));
            append(reference, AuditCase.APPROVED, person, found.scope().text());
        });
    }

    /// Somebody finds that a case that was asked for should not be opened. It never is.
    public AuditCase refuse(String reference, String reason, String person) {
        requireReason(reason);
        return locked(reference, () -> {
            if (existing(reference).state() != AuditCase.State.ASKED) {
                throw conflict("case-not-asked", "The case does not wait for an approval.");
            }
            append(reference, AuditCase.REFUSED, person, reason);
        });
    }

    public AuditCase end(String reference, String reason, String person) {
        requireReason(reason);
        return locked(reference, () -> {
            if (existing(reference).state() == AuditCase.State.ENDED) {
                throw conflict("case-ended", "The case has ended.");
            }
            append(reference, AuditCase.ENDED, person, reason);
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

    /// Nobody else appends meanwhile, so what is decided on is what is there. How the case is then, the log says once
    /// the entry is committed.
    private AuditCase locked(String reference, Runnable act) {
        transactions.executeWithoutResult(_ -> {
            log.decisions().lock();
            act.run();
        });
        return existing(reference);
    }

    private void append(String reference, String action, String person, String detail) {
        log.decisions().append(new Decision(actor(person), action, AuditCase.subject(reference), detail));
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
