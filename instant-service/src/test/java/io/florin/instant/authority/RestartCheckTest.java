package io.florin.instant.authority;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.instant.authority.RestartCheck.Verdict;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartCheckTest {

    private static final int SELF = 1;

    private final TestRail rail = new TestRail(7, 4);
    private final OwnWindows own = new OwnWindows(List.of(3L));
    private final RestartCheck check = new RestartCheck(rail.scope(), SELF, rail.verifier(), own);

    @Test
    void signsWhenAllOthersHoldNoMoreThanTheJournalHas() {
        check.answered(2, List.of(claim(0, 3)));
        check.answered(3, List.of(claim(0, 2)));
        assertThat(check.verdict(false)).isEqualTo(Verdict.ASKING);
        check.answered(4, List.of());
        assertThat(check.verdict(false)).isEqualTo(Verdict.SIGNS);
    }

    @Test
    void twoFOthersSufficeWhenTheTimeIsOver() {
        check.answered(2, List.of());
        assertThat(check.verdict(true)).isEqualTo(Verdict.ASKING);
        check.answered(2, List.of());
        assertThat(check.verdict(true)).as("the same one again").isEqualTo(Verdict.ASKING);
        check.answered(3, List.of());
        assertThat(check.verdict(true)).isEqualTo(Verdict.SIGNS);
    }

    @Test
    void aWindowWithItsOwnSignatureProvesThatTheJournalIsAnOlderCopy() {
        check.answered(2, List.of(new HeldWindow(0, 4, Optional.of(window(SELF, SELF, 3)))));
        assertThat(check.verdict(false)).isEqualTo(Verdict.RESTORED);
    }

    @Test
    void aWindowOfAShardThatIsNoMoreIsLackingAsWell() {
        check.answered(2, List.of(new HeldWindow(0, 0, Optional.of(windowOfShard(1)))));
        assertThat(check.verdict(false)).isEqualTo(Verdict.RESTORED);
    }

    /// Else one liar silences whom it likes.
    @Test
    void oneWordWithoutProofIsNotBelieved() {
        check.answered(2, List.of(new HeldWindow(0, 9, Optional.of(window(SELF, 2, 8)))));
        check.answered(3, List.of());
        check.answered(4, List.of(new HeldWindow(0, 3, Optional.of(window(4, 4, 8)))));
        assertThat(check.verdict(false)).isEqualTo(Verdict.SIGNS);
    }

    @Test
    void fPlusOneWordsAreBelieved() {
        check.answered(2, List.of(claim(0, 9)));
        check.answered(3, List.of(claim(0, 4)));
        assertThat(check.verdict(false)).isEqualTo(Verdict.RESTORED);
    }

    @Test
    void whatLeftSinceTheStartIsKnown() {
        ExecutedWindow fourth = window(SELF, SELF, 3);
        own.leaves(fourth);
        own.leaves(fourth); // in the next round again
        check.answered(2, List.of(new HeldWindow(0, 4, Optional.of(fourth))));
        check.answered(3, List.of(claim(0, 4)));
        check.answered(4, List.of(claim(0, 5)));
        assertThat(check.verdict(false)).isEqualTo(Verdict.SIGNS);
    }

    @Test
    void aWindowOfANumberThatIsSignedAgainProvesItLate() {
        allAnswerNothing();
        assertThat(check.verdict(false)).isEqualTo(Verdict.SIGNS);
        own.leaves(window(SELF, SELF, 3));
        own.leaves(window(SELF, SELF, 4));
        check.answered(4, List.of(new HeldWindow(0, 4, Optional.of(window(SELF, SELF, 3)))));
        assertThat(check.verdict(false)).isEqualTo(Verdict.RESTORED);
    }

    @Test
    void aLateWordWithoutProofIsNotBelieved() {
        allAnswerNothing();
        check.answered(4, List.of(new HeldWindow(0, 9, Optional.of(window(SELF, 4, 8)))));
        assertThat(check.verdict(false)).isEqualTo(Verdict.SIGNS);
    }

    private void allAnswerNothing() {
        List.of(2, 3, 4).forEach(by -> check.answered(by, List.of()));
    }

    @Test
    void itselfAndStrangersAreNotAsked() {
        check.answered(SELF, List.of(claim(0, 9)));
        check.answered(5, List.of(claim(0, 9)));
        check.answered(0, List.of(claim(0, 9)));
        assertThat(check.verdict(true)).isEqualTo(Verdict.ASKING);
    }

    private static HeldWindow claim(int shard, long taken) {
        return new HeldWindow(shard, taken, Optional.empty());
    }

    private ExecutedWindow window(int of, int signedBy, long number) {
        return window(of, signedBy, 0, number);
    }

    private ExecutedWindow windowOfShard(int shard) {
        return window(SELF, SELF, shard, 0);
    }

    private ExecutedWindow window(int of, int signedBy, int shard, long number) {
        List<ExecutedOrder> executed = List.of(new ExecutedOrder(1, rail.newBytes()));
        byte[] statement = ExecutedWindow.statement(rail.scope(), of, shard, number, executed);
        return new ExecutedWindow(rail.scope(), of, shard, number, executed, rail.sign(signedBy, statement));
    }
}
