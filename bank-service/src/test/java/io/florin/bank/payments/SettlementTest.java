package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.Settlement.Carried;
import io.florin.bank.payments.Settlement.Ending;
import io.florin.bank.payments.Settlement.Outcome;
import io.florin.bank.protocol.PaymentState;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What becomes of payments whose transactions ended.
class SettlementTest {

    private final TestNetwork network = new TestNetwork(4);
    private final Sendable first = new Sent(id(), new UUID(1, 1), 0);
    private final Sendable behind = new Sent(id(), new UUID(1, 1), 1);

    private TransactionId id() {
        return new TransactionId(network.newId());
    }

    private record Sent(TransactionId transactionId, UUID plan, int stage) implements Sendable {
        @Override
        public int size() {
            return 300;
        }

        @Override
        public int attempts() {
            return 1;
        }

        @Override
        public boolean isNewOfFile() {
            return false;
        }

        @Override
        public long configurationVersion() {
            return 1;
        }
    }

    private static Carried carried(Sendable by, PaymentState state) {
        return new Carried(UUID.randomUUID(), by.transactionId(), state);
    }

    private Outcome outcome(Ending ending, String status, PaymentState state, int sharers) {
        Settlement settlement = new Settlement(ending);
        settlement.ended(first, status);
        List<Carried> all =
                IntStream.range(0, sharers).mapToObj(_ -> carried(first, state)).toList();
        return settlement.outcomes(all).getFirst();
    }

    @Test
    void whatCommitsIsSettledHoweverItWasSent() {
        for (Ending ending : Ending.values()) {
            assertThat(outcome(ending, "COMMITTED", PaymentState.SUBMITTED, 2)).isEqualTo(new Outcome.Settled());
        }
    }

    @Test
    void whatCannotCommitIsPlannedAgainTriedAloneOrOver() {
        Outcome again = new Outcome.Again("aborted-mvcc");
        Outcome rejected = new Outcome.Rejected("aborted-mvcc");
        assertThat(outcome(Ending.AGAIN, "ABORTED_MVCC", PaymentState.SUBMITTED, 1))
                .isEqualTo(again);
        assertThat(outcome(Ending.AGAIN, "ABORTED_MVCC", PaymentState.SUBMITTED, 2))
                .isEqualTo(again);
        assertThat(outcome(Ending.ALONE, "ABORTED_MVCC", PaymentState.SUBMITTED, 2))
                .isEqualTo(new Outcome.Alone());
        assertThat(outcome(Ending.ALONE, "ABORTED_MVCC", PaymentState.SUBMITTED, 1))
                .isEqualTo(rejected);
        assertThat(outcome(Ending.OVER, "ABORTED_MVCC", PaymentState.SUBMITTED, 2))
                .isEqualTo(rejected);
    }

    /// Money has moved: that is told as settled, and the payment that was rejected stops the bank.
    @Test
    void aPaymentEndsOnceButMoneyThatMovedIsNeverOverlooked() {
        assertThat(outcome(Ending.AGAIN, "ABORTED_MVCC", PaymentState.SETTLED, 1))
                .isEqualTo(new Outcome.Nothing());
        assertThat(outcome(Ending.AGAIN, "COMMITTED", PaymentState.SETTLED, 1)).isEqualTo(new Outcome.Nothing());
        assertThat(outcome(Ending.AGAIN, "ABORTED_MVCC", PaymentState.REJECTED, 1))
                .isEqualTo(new Outcome.Nothing());
        assertThat(outcome(Ending.AGAIN, "COMMITTED", PaymentState.REJECTED, 1)).isEqualTo(new Outcome.Settled());
    }

    /// They were refused, those behind were not seen: only the first may be rejected for it.
    @Test
    void whatStandsBehindABrokenStageEndsWithItAndIsPlannedAgain() {
        Settlement settlement = new Settlement(Ending.OVER);
        settlement.ended(first, "owner-suspended");
        assertThat(settlement.brokenPlans()).containsExactly(first.plan());
        settlement.unsent(behind);
        assertThat(settlement.transactions()).containsExactly(first.transactionId(), behind.transactionId());
        assertThat(settlement.failed()).hasSize(2);
        assertThat(settlement.outcomes(
                        List.of(carried(first, PaymentState.SUBMITTED), carried(behind, PaymentState.SUBMITTED))))
                .containsExactly(new Outcome.Rejected("owner-suspended"), new Outcome.Again("owner-suspended"));
    }

    @Test
    void aSecondStageThatFailsBreaksNoPlan() {
        Settlement settlement = new Settlement(Ending.AGAIN);
        settlement.ended(behind, "ABORTED_MVCC");
        settlement.ended(first, "COMMITTED");
        assertThat(settlement.brokenPlans()).isEmpty();
        assertThat(settlement.committed()).containsExactly(first.transactionId());
        assertThat(settlement.failed()).containsExactly(behind.transactionId());
    }
}
