package io.florin.auditmember;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.auditmember.AuditCase.State;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.decisions.DecisionLog.Entry;
import io.florin.ledger.TransactionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a member's log makes of a case.
class AuditCaseTest {
    private static final String CASE = "AZ-1";
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration LONGEST = Duration.ofDays(90);
    private static final CaseScope SCOPE = new CaseScope.OfTransaction(new TransactionId(Bytes32.of(new byte[32])));

    private final List<Entry> entries = new ArrayList<>();

    @Test
    void isWhatItsEntriesSay() {
        assertThat(read()).isEmpty();
        add("person:ines", AuditCase.ASKED, AuditCase.detail(SCOPE, "fraud; and more"));
        assertThat(read().orElseThrow().state()).isEqualTo(State.ASKED);
        assertThat(read().orElseThrow().reason()).isEqualTo("fraud; and more");
        add("person:jo", AuditCase.APPROVED, SCOPE.text());
        assertThat(read().orElseThrow().state()).isEqualTo(State.OPEN);
        assertThat(read().orElseThrow().approvedBy()).isEqualTo("person:jo");
        add("person:ines", AuditCase.ENDED, "");
        add("person:jo", AuditCase.APPROVED, SCOPE.text());
        assertThat(read().orElseThrow().state()).as("it never opens again").isEqualTo(State.ENDED);
    }

    @Test
    void isNotOpenedByWhoAskedForItNorTwiceNorByAnotherCasesEntries() {
        add("person:ines", AuditCase.APPROVED, SCOPE.text());
        assertThat(read()).as("approved before it was asked for").isEmpty();
        add("person:ines", AuditCase.ASKED, AuditCase.detail(SCOPE, "fraud"));
        add("person:ines", AuditCase.APPROVED, SCOPE.text());
        assertThat(read().orElseThrow().state()).isEqualTo(State.ASKED);

        CaseScope wider = new CaseScope.OfEnrollment(Scalar.ONE, 1, 9);
        add("person:jo", AuditCase.ASKED, AuditCase.detail(wider, "more"));
        assertThat(read().orElseThrow().scope()).as("a case does not grow").isEqualTo(SCOPE);

        entries.add(new Entry(9, START, "person:jo", AuditCase.APPROVED, "case/AZ-11", SCOPE.text(), "", ""));
        assertThat(read().orElseThrow().state()).isEqualTo(State.ASKED);
    }

    /// As where the entry asked for was another one when somebody approved it, and was put back afterwards.
    @Test
    void isNotOpenedByTheApprovalOfSomethingElse() {
        add("person:ines", AuditCase.ASKED, AuditCase.detail(SCOPE, "fraud"));
        for (String other : List.of(
                "",
                new CaseScope.OfTransaction(new TransactionId(Bytes32.fromHex("01".repeat(32)))).text(),
                new CaseScope.OfEnrollment(Scalar.ONE, 1, 9).text())) {
            add("person:jo", AuditCase.APPROVED, other);
            assertThat(read().orElseThrow().state()).as(other).isEqualTo(State.ASKED);
        }
        add("person:jo", AuditCase.APPROVED, SCOPE.text());
        assertThat(read().orElseThrow().state()).isEqualTo(State.OPEN);
    }

    @Test
    void endsByItself() {
        add("person:ines", AuditCase.ASKED, AuditCase.detail(SCOPE, "fraud"));
        add("person:jo", AuditCase.APPROVED, SCOPE.text());

        assertThat(AuditCase.of(CASE, entries, START.plus(LONGEST), LONGEST)
                        .orElseThrow()
                        .state())
                .as("it was approved a second after the start")
                .isEqualTo(State.OPEN);
        assertThat(AuditCase.of(CASE, entries, START.plus(LONGEST).plusSeconds(2), LONGEST)
                        .orElseThrow()
                        .state())
                .isEqualTo(State.ENDED);
    }

    @Test
    void readsItsScopesAsTheyWereWritten() {
        for (CaseScope scope : List.of(SCOPE, new CaseScope.OfEnrollment(Scalar.ofLong(77), 3, 90))) {
            assertThat(CaseScope.parse(scope.text())).contains(scope);
        }
        String enrollment = new CaseScope.OfEnrollment(Scalar.ONE, 3, 90).text();
        for (String other : List.of(
                "",
                "everything",
                SCOPE.text() + " ",
                SCOPE.text().toUpperCase(java.util.Locale.ROOT),
                enrollment.replace("3-90", "90-3"),
                enrollment.replace("3-90", "0-9"),
                enrollment.replace("3-90", "1-1000001"),
                enrollment.replaceFirst("[0-9a-f]{64}", "f".repeat(64)))) {
            assertThat(CaseScope.parse(other)).as(other).isEmpty();
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new CaseScope.OfEnrollment(Scalar.ONE, 0, 1));
    }

    @Test
    void knowsAReference() {
        assertThat(List.of("AZ-1", "a", "1_x.Y-2")).allMatch(AuditCase::isReference);
        assertThat(List.of("", "-a", "a b", "a/b", "ä", "x".repeat(65))).noneMatch(AuditCase::isReference);
    }

    private void add(String actor, String action, String reason) {
        entries.add(new Entry(
                entries.size() + 1L,
                START.plusSeconds(entries.size()),
                actor,
                action,
                AuditCase.subject(CASE),
                reason,
                "",
                ""));
    }

    private Optional<AuditCase> read() {
        return AuditCase.of(CASE, entries, START.plusSeconds(60), LONGEST);
    }
}
