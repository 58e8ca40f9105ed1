package io.florin.auditor.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.auditor.approval.BarredWatch.Asked;
import io.florin.auditor.approval.BarredWatch.Verdict;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BarredWatchTest {
    private static final long NOW = 1_000_000;
    private static final Scalar ALICE = Scalar.ofLong(11);
    private static final Scalar BOB = Scalar.ofLong(12);
    private static final Scalar CAROL = Scalar.ofLong(13);

    private final TestNetwork network = new TestNetwork(31);
    private final BarredWatch watch = BarredLists.watch(network);
    private final List<BarredEnrollment> two =
            BarredLists.entries(Map.of(ALICE, Standing.SUSPENDED, BOB, Standing.REVOKED));

    @Test
    void takesAListAndSaysWhoIsOnIt() {
        assertThat(watch.current(NOW, 0)).as("before the first").isEmpty();
        assertThat(take(head(5, NOW), two)).isEqualTo(Verdict.TAKEN);

        BarredList list = watch.current(NOW, 5).orElseThrow();
        assertThat(list.standing(ALICE)).contains(Standing.SUSPENDED);
        assertThat(list.standing(BOB)).contains(Standing.REVOKED);
        assertThat(list.standing(CAROL)).isEmpty();
        assertThat(list.toString()).doesNotContain(two.getFirst().eid());
    }

    @Test
    void countsOnlyThroughTheNewestRecordKnownHere() {
        take(head(5, NOW), two);

        assertThat(watch.current(NOW, 6))
                .as("a record has come that may bar somebody")
                .isEmpty();
        assertThat(watch.confirm(head(6, NOW), new Asked(NOW, 6))).isEqualTo(Verdict.TAKEN);
        assertThat(watch.current(NOW, 6)).isPresent();
    }

    @Test
    void countsNoLongerThanRegistrationMayBeSilent() {
        take(head(5, NOW), two);

        assertThat(watch.current(NOW + 30_000, 5)).isPresent();
        assertThat(watch.current(NOW + 30_001, 5)).isEmpty();
    }

    @Test
    void isNoYoungerWhereRegistrationsClockIsAhead() {
        assertThat(watch.take(head(5, NOW + 600_000), two, new Asked(NOW, 5))).isEqualTo(Verdict.TAKEN);

        assertThat(watch.current(NOW + 30_001, 5)).isEmpty();
    }

    @Test
    void refusesWhatEndsBeforeWhatIsKnown() {
        assertThat(watch.take(head(5, NOW), two, new Asked(NOW, 6)))
                .as("registration gave record 6 before and has forgotten it")
                .isEqualTo(Verdict.OLD);
        take(head(7, NOW), two);
        assertThat(take(head(6, NOW), List.of())).isEqualTo(Verdict.OLD);
        assertThat(watch.confirm(head(6, NOW), new Asked(NOW, 5))).isEqualTo(Verdict.OLD);
        assertThat(watch.current(NOW, 7).orElseThrow().standing(BOB)).contains(Standing.REVOKED);
    }

    @Test
    void refusesWhatRegistrationHasNotSigned() {
        BarredHead genuine = head(5, NOW);
        BarredHead elsewhere = BarredLists.head(new TestNetwork(32), two, 5, NOW);
        for (BarredHead forged : List.of(
                elsewhere,
                new BarredHead(6, NOW, 2, genuine.digest(), genuine.signature()),
                new BarredHead(5, NOW + 1, 2, genuine.digest(), genuine.signature()),
                new BarredHead(5, NOW, 1, genuine.digest(), genuine.signature()),
                new BarredHead(5, NOW, 2, "00".repeat(32), genuine.signature()),
                new BarredHead(5, NOW, 2, genuine.digest(), "00".repeat(64)),
                new BarredHead(5, NOW, 2, genuine.digest(), ""),
                new BarredHead(5, NOW, 2, "zz", genuine.signature()),
                new BarredHead(-1, NOW, 2, genuine.digest(), genuine.signature()))) {
            assertThat(take(forged, two)).isEqualTo(Verdict.FORGED);
        }
        assertThat(watch.current(NOW, 0)).isEmpty();
        assertThat(take(genuine, two)).isEqualTo(Verdict.TAKEN);
        assertThat(watch.confirm(BarredLists.head(new TestNetwork(32), two, 9, NOW), new Asked(NOW, 5)))
                .isEqualTo(Verdict.FORGED);
    }

    @Test
    void refusesEntriesThatAreNotAllOfTheList() {
        List<BarredEnrollment> softened =
                List.of(two.getFirst(), new BarredEnrollment(two.getLast().eid(), "SUSPENDED"));
        for (List<BarredEnrollment> other : List.of(
                List.<BarredEnrollment>of(),
                two.subList(0, 1),
                two.reversed(),
                softened,
                BarredLists.entries(
                        Map.of(ALICE, Standing.SUSPENDED, BOB, Standing.REVOKED, CAROL, Standing.REVOKED)))) {
            assertThat(take(head(5, NOW), other)).isEqualTo(Verdict.INCOMPLETE);
        }
        assertThat(watch.confirm(head(5, NOW), new Asked(NOW, 5)))
                .as("nothing is held")
                .isEqualTo(Verdict.INCOMPLETE);
        assertThatThrownBy(() -> take(head(5, NOW), List.of(new BarredEnrollment("00", "REVOKED"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> take(
                        head(5, NOW),
                        List.of(new BarredEnrollment(two.getFirst().eid(), "ACTIVE"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(watch.current(NOW, 0)).isEmpty();
    }

    @Test
    void knowsAListAgain() {
        assertThat(watch.knows(head(5, NOW))).isFalse();
        take(head(5, NOW), two);
        assertThat(watch.knows(head(8, NOW + 5))).isTrue();
        assertThat(watch.knows(BarredLists.head(network, two.subList(0, 1), 8, NOW)))
                .isFalse();
    }

    private Verdict take(BarredHead head, List<BarredEnrollment> entries) {
        return watch.take(head, entries, new Asked(NOW, 5));
    }

    private BarredHead head(long through, long timeMillis) {
        return BarredLists.head(network, two, through, timeMillis);
    }
}
