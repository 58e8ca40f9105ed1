package io.florin.auditor.replay.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.auditor.TestMoney;
import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.BlockVerdict.Repeat;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.crypto.Bytes;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CountedTimeTest {
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final CountedTime time = new CountedTime(() -> now);

    private BlockVerdict after(long millis, BlockVerdict verdict) {
        return time.offering(() -> {
            pass(millis);
            return verdict;
        });
    }

    private void pass(long millis) {
        now = now.plusMillis(millis);
    }

    private static Accepted accepted() {
        TestNetwork network = new TestNetwork(43);
        byte[] block =
                new TestChain(network).append(new TestMoney(network).issue(100)).encode();
        return (Accepted) new LedgerReplay(network.genesis()).offer(OptionalLong.of(1), Bytes.of(block));
    }

    @Test
    void countsButWhileABlockIsAccepted() {
        pass(10);
        BlockVerdict accepted = accepted();
        time.offering(() -> {
            pass(100);
            assertThat(time.millis()).as("inside").isEqualTo(10);
            return accepted;
        });
        pass(5);
        assertThat(time.millis()).isEqualTo(15);
    }

    /// Repeats of one block must not keep the source that gives them.
    @Test
    void countsWhatRepeatsCost() {
        for (int repeats = 1; repeats <= 30; repeats++) {
            after(100, new Repeat(1));
            assertThat(time.millis()).isEqualTo(100L * repeats);
        }
    }

    @Test
    void goesOnAfterAFailureAndDoesNotCountIt() {
        assertThatThrownBy(() -> time.offering(() -> {
                    pass(30_000);
                    throw new IllegalStateException("away");
                }))
                .hasMessage("away");
        pass(7);
        assertThat(time.millis()).isEqualTo(7);
    }

    @Test
    void doesNotCountWaitingForTheDatabase() throws InterruptedException {
        assertThat(time.waiting(() -> {
                    pass(500);
                    return false;
                }))
                .isFalse();
        assertThat(time.millis()).isZero();
    }

    /// The thread of the source that is left, and that of the next one.
    @Test
    void twoAtOnceNeverTurnTimeBack() {
        Accepted accepted = accepted();
        pass(1);
        time.offering(() -> {
            pass(10);
            time.offering(() -> {
                pass(10);
                return accepted;
            });
            assertThat(time.millis()).isEqualTo(1);
            pass(10);
            return new Repeat(1);
        });
        pass(2);
        assertThat(time.millis()).isEqualTo(3);
    }
}
