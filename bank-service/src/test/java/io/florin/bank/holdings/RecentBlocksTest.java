package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.holdings.OldBlocks.Block;
import io.florin.bank.protocol.FinalStatus;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.status.TransactionStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The blocks that a bank need not ask for again.
class RecentBlocksTest {

    private final RecentBlocks recent = new RecentBlocks();

    private void followed(long... numbers) {
        for (long number : numbers) {
            recent.followed(new Block(number, List.of(), List.of()));
        }
    }

    private List<Long> from(long number, int limit) {
        return recent.from(number, limit).stream().map(Block::number).toList();
    }

    @Test
    void hasWhatWasFollowed() {
        assertThat(recent.has(1)).isFalse();
        followed(7, 8, 9);
        assertThat(from(6, 10)).isEmpty();
        assertThat(from(7, 10)).containsExactly(7L, 8L, 9L);
        assertThat(from(8, 1)).containsExactly(8L);
        assertThat(from(10, 10)).isEmpty();
    }

    /// A database transaction that failed is done again.
    @Test
    void aBlockThatIsToldAgainCountsOnce() {
        followed(7, 8, 9, 8);
        assertThat(from(7, 10)).containsExactly(7L, 8L);
    }

    @Test
    void hasNoGaps() {
        followed(7, 8, 10);
        assertThat(recent.has(8)).isFalse();
        assertThat(from(10, 10)).containsExactly(10L);
    }

    @Test
    void isBounded() {
        for (long number = 1; number <= RecentBlocks.BLOCKS_MAX + 5; number++) {
            followed(number);
        }
        assertThat(recent.has(5)).isFalse();
        assertThat(recent.has(6)).isTrue();
    }

    @Test
    void knowsWhatEndedOtherwise() {
        TestNetwork network = new TestNetwork(1);
        FinalStatus refused =
                new FinalStatus(new TransactionId(network.newId()), TransactionStatus.ABORTED_READ_CONFLICT);
        followed(7, 8);
        recent.ended(
                List.of(refused, new FinalStatus(new TransactionId(network.newId()), TransactionStatus.COMMITTED)));
        assertThat(recent.from(8, 1).getFirst().ended()).containsExactly(refused);
        assertThat(recent.from(7, 1).getFirst().ended()).isEmpty();
    }
}
