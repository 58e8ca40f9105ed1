package io.florin.endorser.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.endorser.TestPayments;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.ledger.fixture.TestNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A bundle does not tell who submitted its transactions.
class WaitingRoomTest {

    private static final int EACH = 20;

    private final TestPayments payments = new TestPayments(new TestNetwork(7).genesis(), 11);

    /// Two banks' batches that wait at once share one bundle, and do not stand in it one after the other.
    @Test
    void submissionsThatWaitAtOnceShareABundleAndAreShuffledIntoOneAnother() {
        WaitingRoom room = new WaitingRoom(256, new Random(3));
        List<AcceptedTransaction> one = payments.accepted(EACH);
        List<AcceptedTransaction> other = payments.accepted(EACH);
        room.add(TestNetwork.CURRENCY, one, 0);
        room.add(TestNetwork.CURRENCY, other, 5);

        List<AcceptedTransaction> bundle = room.next(10, 10).orElseThrow();

        assertThat(bundle).hasSize(2 * EACH).containsAll(one).containsAll(other);
        assertThat(of(bundle, one))
                .as("what was submitted together keeps its order")
                .isEqualTo(one);
        assertThat(of(bundle, other)).isEqualTo(other);
        // 20 and 20 in any order have 21 runs on average, and 12 or fewer once in 600
        assertThat(runs(bundle, one)).isGreaterThan(12);
        assertThat(room.size()).isZero();
    }

    /// A bank that hands in one payment at a time is in one bundle with the others too.
    @Test
    void aSingleTransactionIsNotFirstBecauseItWaitedLongest() {
        Random random = new Random(5);
        List<Integer> places = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            WaitingRoom room = new WaitingRoom(256, random);
            AcceptedTransaction early = payments.accepted(1).getFirst();
            room.add(TestNetwork.CURRENCY, List.of(early), 0);
            room.add(TestNetwork.CURRENCY, payments.accepted(3), 0);
            places.add(room.next(0, 0).orElseThrow().indexOf(early));
        }
        for (int place = 0; place < 4; place++) {
            int at = place;
            // 10 on average; outside of 3 to 19 once in 400
            assertThat(places.stream().filter(each -> each == at).count()).isBetween(3L, 19L);
        }
    }

    private static List<AcceptedTransaction> of(List<AcceptedTransaction> bundle, List<AcceptedTransaction> submitted) {
        return bundle.stream().filter(submitted::contains).toList();
    }

    private static int runs(List<AcceptedTransaction> bundle, List<AcceptedTransaction> one) {
        int runs = 1;
        for (int i = 1; i < bundle.size(); i++) {
            runs += one.contains(bundle.get(i)) == one.contains(bundle.get(i - 1)) ? 0 : 1;
        }
        return runs;
    }
}
