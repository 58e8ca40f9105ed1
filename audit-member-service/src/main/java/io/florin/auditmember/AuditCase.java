package io.florin.auditmember;

import io.florin.decisions.DecisionLog.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A case as the member's log has it: nothing else says that one is open, so whoever changes the database changes a
/// chain whose head this node signed.
///
/// An approval says what it approves: of anything but the scope asked for it opens nothing, whatever stood in the
/// database when somebody looked.
///
/// States: ASKED by one person → OPEN by another → ENDED by anybody, or after a time; ASKED → ENDED where somebody
/// refuses. It never opens again; who needs more opens another case.
///
/// @param reference of the authority that orders it, such as a court's
/// @param askedBy and approvedBy are two persons; empty while nobody approved
/// @param openedAt when it was approved; when it was asked for until then
public record AuditCase(
        String reference,
        CaseScope scope,
        String reason,
        State state,
        String askedBy,
        String approvedBy,
        Instant openedAt) {

    public enum State {
        ASKED,
        OPEN,
        ENDED
    }

    public static final String ASKED = "case-asked";
    public static final String APPROVED = "case-approved";
    public static final String REFUSED = "case-refused";
    public static final String ENDED = "case-ended";
    public static final int REASON_MAX = 200;

    private static final String SUBJECT = "case/";
    private static final String SEPARATOR = "; ";
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /// Whether a text can name a case: 1 to 64 letters, digits, dots, hyphens and underscores.
    public static boolean isReference(String text) {
        return REFERENCE.matcher(text).matches();
    }

    /// Subject of log entries about a case.
    public static String subject(String reference) {
        return SUBJECT + reference;
    }

    /// Detail that the log keeps of a case that is asked for.
    public static String detail(CaseScope scope, String reason) {
        return scope.text() + SEPARATOR + reason;
    }

    /// Reads a case from the entries about it, oldest first.
    ///
    /// @param longest after which an open case ends by itself
    /// @return empty if there are none
    public static Optional<AuditCase> of(String reference, List<Entry> entries, Instant now, Duration longest) {
        Optional<AuditCase> found = Optional.empty();
        for (Entry entry : entries) {
            if (!entry.subject().equals(subject(reference))) {
                continue;
            }
            found = switch (entry.action()) {
                case ASKED -> found.or(() -> asked(reference, entry));
                case APPROVED -> found.map(before -> before.approved(entry));
                case REFUSED, ENDED -> found.map(before -> before.in(State.ENDED));
                default -> found;
            };
        }
        return found.map(each ->
                each.state == State.OPEN && !now.isBefore(each.openedAt.plus(longest)) ? each.in(State.ENDED) : each);
    }

    private static Optional<AuditCase> asked(String reference, Entry entry) {
        int end = entry.reason().indexOf(SEPARATOR);
        if (end < 0) {
            return Optional.empty();
        }
        return CaseScope.parse(entry.reason().substring(0, end))
                .map(scope -> new AuditCase(
                        reference,
                        scope,
                        entry.reason().substring(end + SEPARATOR.length()),
                        State.ASKED,
                        entry.actor(),
                        "",
                        entry.at()));
    }

    /// Nobody approves what he asked for, nor by approving something else, whatever the log says.
    private AuditCase approved(Entry entry) {
        return state == State.ASKED
                        && !entry.actor().equals(askedBy)
                        && entry.reason().equals(scope.text())
                ? new AuditCase(reference, scope, reason, State.OPEN, askedBy, entry.actor(), entry.at())
                : this;
    }

    private AuditCase in(State next) {
        return new AuditCase(reference, scope, reason, next, askedBy, approvedBy, openedAt);
    }
}
