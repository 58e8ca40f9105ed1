package io.florin.instant.authority;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.instant.roots.WindowStream;
import io.florin.instant.roots.Windows;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WindowTallyTest {

    private final TestRail rail = new TestRail(7, 4);
    private final WindowTally tally = new WindowTally();
    private final List<ExecutedOrder> many = Stream.generate(() -> new ExecutedOrder(1, rail.newBytes()))
            .limit(ExecutedWindow.ORDERS_MAX)
            .toList();

    private void take(int authority, int shard, List<ExecutedOrder> executed) {
        tally.taken(new WindowStream(authority, shard), 0);
        tally.keep(new ExecutedWindow(rail.scope(), authority, shard, 0, executed, rail.sign(authority, new byte[0])));
    }

    private static long ordersIn(Collection<HeldWindow> held) {
        return held.stream()
                .flatMap(each -> each.last().stream())
                .mapToLong(window -> window.executed().size())
                .sum();
    }

    private Optional<ExecutedWindow> last(int authority, int shard) {
        return Optional.ofNullable(tally.of(authority).get(shard)).flatMap(HeldWindow::last);
    }

    @Test
    void theWindowsThatAreKeptOfOneAuthorityAreBounded() {
        for (int shard = 0; shard < Windows.SHARDS_MAX; shard++) {
            take(2, shard, many);
        }

        Collection<HeldWindow> held = tally.of(2).values();
        assertThat(ordersIn(held)).isBetween(1L, (long) WindowTally.ORDERS_KEPT_MAX);
        assertThat(held).as("the numbers of all are known").hasSize(Windows.SHARDS_MAX);
        assertThat(last(2, Windows.SHARDS_MAX - 1)).as("the latest").isPresent();
    }

    @Test
    void oneAuthorityTakesNoRoomFromAnother() {
        take(3, 0, many);
        for (int shard = 0; shard < 8; shard++) {
            take(2, shard, many);
        }

        assertThat(last(3, 0)).isPresent();
    }

    @Test
    void windowsOfOrdinarySizeAreKeptForEachShard() {
        for (int shard = 0; shard < Windows.SHARDS_MAX; shard++) {
            take(2, shard, many.subList(0, 8));
            take(2, shard, many.subList(8, 16));
        }

        assertThat(tally.of(2).values())
                .allSatisfy(held -> assertThat(held.last())
                        .hasValueSatisfying(
                                window -> assertThat(window.executed()).isEqualTo(many.subList(8, 16))));
    }
}
