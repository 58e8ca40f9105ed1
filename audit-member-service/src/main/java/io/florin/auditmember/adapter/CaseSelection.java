package io.florin.auditmember.adapter;

import io.florin.auditmember.AuditCase;
import io.florin.runtime.console.PagedList;
import io.florin.runtime.console.PagedList.Key;
import io.florin.runtime.console.PagedList.Kind;
import java.util.List;
import java.util.Locale;

/// Cases that a list shows, and their order: by the entry of the log that stands for a case in it, newest first. An
/// approval counts in a list as it does for [AuditCase].
public enum CaseSelection {
    /// Every case, by when it was asked for.
    ALL(List.of(), List.of("action = '" + AuditCase.ASKED + "'")),
    /// Those that wait for an approval, by when they were asked for.
    ASKED(List.of(), List.of("action = '" + AuditCase.ASKED + "'", "not " + Sql.APPROVED + ")", "not " + Sql.ENDED)),
    /// Those under which payments open, by when they were asked for.
    OPEN(
            List.of(),
            List.of(
                    "action = '" + AuditCase.ASKED + "'",
                    Sql.APPROVED + " and d.at_millis > :expired)",
                    "not " + Sql.ENDED)),
    /// Those that ended, by the entry that ended them, or by the approval whose time is over.
    ENDED(
            List.of(
                    "action in ('" + AuditCase.ENDED + "', '" + AuditCase.REFUSED + "')",
                    "action = '" + AuditCase.APPROVED + "' and at_millis <= :expired and " + Sql.COUNTS + " and not "
                            + Sql.ENDED),
            List.of());

    private final PagedList<Found> order = new PagedList<>(
            "cases-" + name().toLowerCase(Locale.ROOT),
            true,
            List.of(new Key<>("sequence", Kind.NUMBER, Found::sequence)));
    private final List<String> anyOf;
    private final List<String> allOf;

    CaseSelection(List<String> anyOf, List<String> allOf) {
        this.anyOf = List.copyOf(anyOf);
        this.allOf = List.copyOf(allOf);
    }

    /// An entry that stands for its case.
    record Found(String subject, long sequence) {}

    PagedList<Found> order() {
        return order;
    }

    List<String> anyOf() {
        return anyOf;
    }

    List<String> allOf() {
        return allOf;
    }

    /// Of the entry by which a case was asked for; the first one is to be closed.
    private static final class Sql {
        static final String APPROVED = "exists (select 1 from decision d where d.subject = decision.subject"
                + " and d.action = '" + AuditCase.APPROVED + "' and d.actor <> decision.actor"
                + " and d.reason = split_part(decision.reason, '; ', 1)";

        /// Of the entry of an approval.
        static final String COUNTS = "exists (select 1 from decision d where d.subject = decision.subject"
                + " and d.action = '" + AuditCase.ASKED + "' and d.actor <> decision.actor"
                + " and split_part(d.reason, '; ', 1) = decision.reason)";

        static final String ENDED = "exists (select 1 from decision d where d.subject = decision.subject"
                + " and d.action in ('" + AuditCase.ENDED + "', '" + AuditCase.REFUSED + "'))";
    }
}
