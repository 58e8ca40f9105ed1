package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What goes out together. What answers mean is seen in `SenderTest`.
class SubmissionsTest {

    private static final int BATCH = 8;
    private static final int MEGABYTE = 1 << 20;

    private final TestNetwork network = new TestNetwork(4);

    private record Waiting(
            TransactionId transactionId, UUID plan, int stage, int size, int attempts, boolean isNewOfFile)
            implements Sendable {
        @Override
        public long configurationVersion() {
            return 1;
        }
    }

    private Waiting waiting(long plan, int stage, int size, boolean newOfFile) {
        return new Waiting(new TransactionId(network.newId()), new UUID(0, plan), stage, size, 1, newOfFile);
    }

    private List<Waiting> splits(long plan, int count) {
        List<Waiting> splits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            splits.add(waiting(plan, 0, 300, false));
        }
        return splits;
    }

    @Test
    void allThatIsDueGoesWhereItFits() {
        List<Waiting> due = splits(1, BATCH - 1);
        assertThat(Submissions.chosen(due, false, 0)).isEqualTo(due);
        assertThat(Submissions.chosen(List.<Waiting>of(), false, 0)).isEmpty();
    }

    @Test
    void aPlanThatMayBeCutWaitsWholeUnlessItIsAlone() {
        List<Waiting> due = new ArrayList<>(splits(1, 3));
        due.addAll(splits(2, BATCH - 3));
        assertThat(Submissions.chosen(due, true, 0)).isEqualTo(due.subList(0, 3));
        List<Waiting> alone = splits(3, BATCH);
        assertThat(Submissions.chosen(alone, true, 0)).isEqualTo(alone);
    }

    @Test
    void aSubmissionHoldsThreeMegabytesOrOneTransaction() {
        List<Waiting> due = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            due.add(waiting(i, 0, MEGABYTE, false));
        }
        assertThat(Submissions.chosen(due, false, 0)).as("the third may be cut").isEqualTo(due.subList(0, 2));
        List<Waiting> large = List.of(waiting(9, 1, 4 * MEGABYTE, false), waiting(10, 1, 1, false));
        assertThat(Submissions.chosen(large, false, 0)).isEqualTo(large.subList(0, 1));
    }

    /// The splits of a file's plan exceed its share, its payments do not; what is no file's is not counted.
    @Test
    void filesHaveAShareOfWhatIsUnderWay() {
        List<Waiting> due = List.of(
                waiting(1, 1, 300, false),
                waiting(2, 0, 300, true),
                waiting(2, 0, 300, true),
                waiting(3, 1, 300, true),
                waiting(4, 1, 300, false));
        assertThat(Submissions.chosen(due, false, 1)).containsExactly(due.get(0), due.get(1), due.get(2), due.get(4));
        assertThat(Submissions.chosen(due, false, 0)).containsExactly(due.get(0), due.get(4));
        assertThat(Submissions.chosen(due, false, 3)).isEqualTo(due);
    }
}
