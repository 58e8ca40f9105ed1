package io.florin.committer.chain.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.protocol.VerifiedBlock;
import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.Failure;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChainStoreTest {

    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00.123Z");
    private static final int MANY = 100;

    @TempDir
    private Path directory;

    private final TestNetwork network = new TestNetwork(31);
    private final TestChain chain = new TestChain(network);
    private final SerialReplay oracle = new SerialReplay(network.genesis());

    private ChainStore open(int timesMax) {
        return new ChainStore(directory, network.genesis(), timesMax);
    }

    private Block next() {
        return chain.appendEntries(List.of(Bytes.of(new byte[] {1})));
    }

    private CompletedBlock completed(Block block) {
        var result = oracle.apply(block);
        var checked = new CheckedBlock(block, block.header().hash(), network.configuration());
        var signature = network.committer().sign(result.checkpoint().signedMessage());
        return new CompletedBlock(
                new VerifiedBlock(checked, List.of()),
                new BlockStatuses(result.checkpoint(), result.outcomes(), 0, signature),
                network.configuration());
    }

    @Test
    void keepsTheFirstTimeAtWhichABlockCame() {
        Block block = next();
        try (ChainStore store = open(MANY)) {
            store.take(block, Optional.of(MORNING));
            assertThat(store.times(1)).as("not complete").isEmpty();
        }
        try (ChainStore store = open(MANY)) {
            store.take(block, Optional.empty());
            store.take(block, Optional.of(MORNING.plusSeconds(60)));
            store.complete(completed(block), MORNING.plusSeconds(61));
        }
        try (ChainStore store = open(MANY)) {
            var times = store.times(1).orElseThrow();
            assertThat(times.block()).isEqualTo(1);
            assertThat(times.received()).isEqualTo(MORNING);
            assertThat(times.completed()).isEqualTo(MORNING.plusSeconds(61));
            assertThat(store.times(0)).isEmpty();
            assertThat(store.times(2)).isEmpty();
            assertThat(store.times(-1)).isEmpty();
        }
    }

    @Test
    void saysNothingOfABlockWhoseArrivalItDoesNotKnow() {
        Block block = next();
        try (ChainStore store = open(MANY)) {
            store.take(block, Optional.empty());
            store.complete(completed(block), MORNING);
            assertThat(store.times(1)).isEmpty();
            assertThat(store.statuses(1)).isPresent();
        }
    }

    @Test
    void keepsTheTimesOfSoManyBlocksOnly() {
        try (ChainStore store = open(3)) {
            for (int number = 1; number <= 10; number++) {
                Block block = next();
                store.take(block, Optional.of(MORNING.plusSeconds(number)));
                store.complete(completed(block), MORNING.plusSeconds(number));
            }
            assertThat(store.times(7)).isEmpty();
            assertThat(store.times(8).orElseThrow().received()).isEqualTo(MORNING.plusSeconds(8));
        }
        try (ChainStore store = open(1)) {
            assertThat(store.times(9)).isEmpty();
            assertThat(store.times(10)).isPresent();
            assertThat(store.block(1)).isPresent();
        }
    }

    /// A database in native memory that is asked after its end takes the whole process with it.
    @Test
    void failsWhenItIsUsedAfterClosing() {
        Block block = next();
        ChainStore store = open(MANY);
        store.take(block, Optional.of(MORNING));
        store.close();
        store.close();
        assertThatThrownBy(() -> store.block(1)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> store.times(1)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> store.configuration(1)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> store.configurationOfVersion(9)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> store.setDone("published", 1)).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> store.take(block, Optional.of(MORNING))).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> store.complete(completed(block), MORNING)).isInstanceOf(Failure.class);
    }
}
