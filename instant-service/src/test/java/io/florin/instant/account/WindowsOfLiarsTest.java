package io.florin.instant.account;

import static io.florin.instant.account.ShardUnderTest.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.instant.roots.Windows;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// One authority that signs whatever windows it likes fills neither memory nor disk of the others.
class WindowsOfLiarsTest {
    private static final int LIAR = 2;

    private final TestRail rail = new TestRail(7, 4);
    private final ShardUnderTest shard = new ShardUnderTest(rail, 0, 1);
    private final List<ExecutedOrder> orders = orders(512);

    private List<ExecutedOrder> orders(int count) {
        return Stream.generate(() -> new ExecutedOrder(1, rail.newBytes()))
                .limit(count)
                .toList();
    }

    private List<ShardEffect> window(int ofShard, long number, List<ExecutedOrder> executed) {
        byte[] statement = ExecutedWindow.statement(rail.scope(), LIAR, ofShard, number, executed);
        return shard.on(new ShardEvent.WindowArrived(
                new ExecutedWindow(rail.scope(), LIAR, ofShard, number, executed, rail.sign(LIAR, statement))));
    }

    private List<ShardRecord.WindowTaken> taken() {
        return shard.journal.stream()
                .filter(ShardRecord.WindowTaken.class::isInstance)
                .map(ShardRecord.WindowTaken.class::cast)
                .toList();
    }

    private long journalBytes() {
        return shard.journal.stream()
                .mapToLong(record -> record.encode().length)
                .sum();
    }

    @Test
    void aThousandShardsThatNameTheSameOrdersCostTheirNumbersOnly() {
        for (int ofShard = 0; ofShard < 1_000; ofShard++) {
            window(ofShard, 0, orders);
        }

        assertThat(taken()).hasSize(Windows.SHARDS_MAX);
        assertThat(journalBytes()).isLessThan(34L * orders.size() + 16L * Windows.SHARDS_MAX);
        assertThat(shard.shard.on(new ShardEvent.WindowDue())).isEmpty();
    }

    @Test
    void aShardThatNobodyHasIsNotAskedForWhatIsMissing() {
        assertThat(only(ShardEffect.FetchWindow.class, window(Windows.SHARDS_MAX - 1, 9, orders)))
                .hasSize(1);
        assertThat(window(Windows.SHARDS_MAX, 9, orders)).isEmpty();
    }

    @Test
    void windowsWithNothingNewAreTakenAFewInEachRound() {
        for (int number = 0; number < 1_000; number++) {
            window(0, number, orders.subList(0, 1));
        }
        int inOneRound = taken().size();
        shard.on(new ShardEvent.WindowDue());
        window(0, inOneRound, orders.subList(0, 1));

        assertThat(inOneRound).isBetween(Windows.SHARDS_MAX, Windows.SHARDS_MAX + 1);
        assertThat(taken()).hasSize(inOneRound + 1);
    }

    @Test
    void windowsWithNewsAreAlwaysTaken() {
        List<ExecutedOrder> news = orders(600);
        IntStream.range(0, 600).forEach(number -> window(0, number, news.subList(number, number + 1)));

        assertThat(taken()).hasSize(600);
    }

    @Test
    void aReplayGivesTheSameState() {
        window(0, 0, orders);
        window(1, 0, orders);
        window(1, 1, orders.subList(0, 2));
        var before = shard.shard.stateHash();
        shard.restart();

        assertThat(shard.shard.stateHash()).isEqualTo(before);
    }
}
