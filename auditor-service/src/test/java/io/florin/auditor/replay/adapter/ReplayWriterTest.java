package io.florin.auditor.replay.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.Past;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.crypto.Bytes;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.block.Block;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.chain.BlockSource;
import io.florin.testkit.Patience;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

class ReplayWriterTest {
    private static final int SNAPSHOT_BLOCKS = 2;

    private final TestNetwork network = new TestNetwork(41);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final MemoryAcceptedBlocks store = new MemoryAcceptedBlocks();
    private final MemorySnapshotRows rows = new MemorySnapshotRows();
    private final List<Incident> incidents = new ArrayList<>();
    private final List<Throwable> bugs = new ArrayList<>();
    private final List<Start> starts = new ArrayList<>();

    /// Remembers how many blocks it was told of; says which ones, and which it wrote something for.
    private static final class Listener implements BlockObserver<Long> {
        final List<Long> told = new ArrayList<>();
        final List<Long> written = new ArrayList<>();
        long count;

        @Override
        public Long replayed(ReplayedBlock block, ReplayState state) {
            told.add(block.number());
            count++;
            return block.number();
        }

        @Override
        public void write(List<Long> left) {
            written.addAll(left);
        }

        @Override
        public String observerName() {
            return "listener";
        }

        @Override
        public Bytes memory() {
            return Bytes.of(new CanonicalWriter().u63(count).toByteArray());
        }

        @Override
        public Runnable resume(Bytes memory, Past past) {
            long kept = CanonicalReader.decode(memory.toArray(), CanonicalReader::u63);
            return () -> count = kept;
        }
    }

    private record Start(ReplayWriter writer, Snapshots snapshots, Listener listener) {}

    @AfterEach
    void close() {
        starts.forEach(start -> start.snapshots().close());
        assertThat(bugs).isEmpty();
    }

    /// The auditor's process with what is stored so far.
    private Start start() {
        InstantSource clock = InstantSource.system();
        var properties = new ReplayProperties(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, SNAPSHOT_BLOCKS);
        var snapshots = new Snapshots(
                new SnapshotStore(rows, network.genesis(), network.auditor()),
                incidents::add,
                (_, bug) -> bugs.add(bug),
                clock,
                properties);
        Listener listener = new Listener();
        var metrics = new ReplayMetrics(new SimpleMeterRegistry());
        ReplayWriter writer = new ReplayWriter(
                network.genesis(), store, snapshots, List.of(listener), incidents::add, metrics, clock);
        Start start = new Start(writer, snapshots, listener);
        starts.add(start);
        return start;
    }

    private Start started() {
        Start start = start();
        start.writer().replayStore();
        return start;
    }

    private Start grownTo(long height) {
        Start start = started();
        for (long number = 1; number <= height; number++) {
            grow(start);
        }
        return start;
    }

    private void grow(Start start) {
        Block block = chain.append(money.issue(100 + chain.height()));
        long number = block.header().number();
        assertThat(take(start, block)).isInstanceOf(Accepted.class);
        start.writer().store();
        if (number % SNAPSHOT_BLOCKS == 0) {
            await().atMost(Patience.LIMIT).until(() -> rows.rows.containsKey(number));
        }
    }

    private static BlockVerdict take(Start start, Block block) {
        return start.writer()
                .take(
                        new BlockSource(1, BlockSource.Kind.TOPIC),
                        OptionalLong.of(block.header().number()),
                        Bytes.of(block.encode()));
    }

    @Test
    void goesOnFromTheNewestSnapshot() {
        Start first = grownTo(7);
        assertThat(rows.blocks()).containsExactly(6L, 4L);

        Start second = started();

        assertThat(second.listener().told).containsExactly(7L);
        assertThat(second.listener().count).isEqualTo(7);
        assertThat(second.snapshots().resumedFrom()).contains(6L);
        assertThat(second.writer().stateHash()).isEqualTo(first.writer().stateHash());
        grow(second);
        assertThat(second.writer().height()).isEqualTo(8);
        assertThat(incidents).isEmpty();
        assertThat(started().writer().stateHash()).isEqualTo(second.writer().stateHash());
    }

    @Test
    void takesASnapshotAfterAReplayFromGenesis() {
        grownTo(5);
        rows.rows.clear();

        Start second = started();

        assertThat(second.listener().told).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(second.snapshots().resumedFrom()).isEmpty();
        await().atMost(Patience.LIMIT).until(() -> rows.rows.containsKey(5L));
        assertThat(started().listener().told).isEmpty();
    }

    @Test
    void takesTheSnapshotBeforeOneThatIsDamaged() {
        Start first = grownTo(6);
        rows.alter(6);

        Start second = started();

        assertThat(second.snapshots().resumedFrom()).contains(4L);
        assertThat(second.listener().told).containsExactly(5L, 6L);
        assertThat(second.writer().stateHash()).isEqualTo(first.writer().stateHash());
        assertThat(incidents).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(IncidentKind.STORE_ALTERED);
            assertThat(found.block()).isEqualTo(6);
            assertThat(found.detail()).contains("snapshot of block 6 was not used");
        });
    }

    @Test
    void replaysEverythingWhenAllSnapshotsAreForged() {
        Start first = grownTo(6);
        rows.forge(6, network.newKey());
        rows.forge(4, network.newKey());

        Start second = started();

        assertThat(second.snapshots().resumedFrom()).isEmpty();
        assertThat(second.listener().told).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(second.writer().stateHash()).isEqualTo(first.writer().stateHash());
        assertThat(incidents).hasSize(2).allMatch(found -> found.detail().contains("not sealed by this auditor"));
    }

    @Test
    void namesAStoredBlockThatWasAlteredBeforeTheSnapshot() {
        grownTo(6);
        Bytes genuine = store.encoded(2);
        store.alter(2);

        Start second = started();

        assertThat(second.writer().height()).isEqualTo(1);
        assertThat(incidents).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(IncidentKind.STORE_ALTERED);
            assertThat(found.block()).isEqualTo(2);
        });
        assertThat(second.writer().take(new BlockSource(2, BlockSource.Kind.STORE), OptionalLong.of(2), genuine))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void noticesThatTheLastBlocksAreMissing() {
        grownTo(6);
        store.blocks.remove(6L);
        store.blocks.remove(5L);

        Start second = started();

        assertThat(incidents)
                .anyMatch(found -> found.kind() == IncidentKind.STORE_ALTERED
                        && found.block() == 5
                        && found.detail().contains("blocks 5 to 6 are missing"));
        assertThat(second.snapshots().resumedFrom()).contains(4L);
        assertThat(second.writer().height()).isEqualTo(4);
    }

    /// The replay goes on where it was; what the blocks in hand leave is written, and nobody raises an alarm.
    @Test
    void goesOnAfterTheDatabaseWasAwayDuringTheReplay() {
        grownTo(7);
        rows.rows.clear();
        for (int away = 0; away < 3; away++) { // a page is three blocks
            Start again = start();
            store.storesBeforeAway = away;
            assertThatThrownBy(() -> again.writer().replayStore()).isInstanceOf(DataAccessException.class);
            rows.rows.clear();

            again.writer().replayStore();

            assertThat(again.writer().height()).isEqualTo(7);
            assertThat(again.listener().told).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
            assertThat(again.listener().written).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
            again.snapshots().close();
            rows.rows.clear();
        }
        assertThat(incidents).isEmpty();
    }

    /// Nobody hears of a block before it is stored, and nothing is stored without what observers make of it.
    @Test
    void blocksThatAreTakenWaitUntilTheyAreStored() {
        Start start = started();
        for (int number = 1; number <= 3; number++) {
            take(start, chain.append(money.issue(number)));
        }
        assertThat(start.listener().told).containsExactly(1L, 2L, 3L);
        assertThat(start.writer().height()).isZero();
        assertThat(store.blocks).isEmpty();

        start.writer().store();

        assertThat(start.writer().height()).isEqualTo(3);
        assertThat(start.listener().written).containsExactly(1L, 2L, 3L);
        assertThat(store.blocks).hasSize(3);
    }

    /// However long the database is away: what waits is bounded, and stored before another block is applied.
    @Test
    void noMoreBlocksWaitThanFitIntoOneTransaction() {
        Start start = started();
        int taken = 0;
        while (store.blocks.isEmpty()) {
            assertThat(taken).isLessThan(100);
            take(start, chain.append(money.issue(1)));
            taken++;
        }
        assertThat(start.writer().height()).isEqualTo(taken - 1);
        assertThat(store.blocks).hasSize(taken - 1);

        store.storesBeforeAway = 0;
        assertThatThrownBy(() -> start.writer().store()).isInstanceOf(DataAccessException.class);
        Block next = chain.append(money.issue(1));
        store.storesBeforeAway = 0;
        assertThatThrownBy(() -> take(start, next)).isInstanceOf(DataAccessException.class);
        assertThat(start.listener().told).hasSize(taken);
        assertThat(take(start, next)).isInstanceOf(Accepted.class);
        assertThat(start.writer().height()).isEqualTo(taken);
    }

    /// And is kept back with them when the database is away.
    @Test
    void aTopicsPositionIsStoredWithItsBlocks() {
        Start start = started();
        take(start, chain.append(money.issue(1)));
        store.storesBeforeAway = 0;
        assertThatThrownBy(() -> start.writer().store("blocks", 7)).isInstanceOf(DataAccessException.class);
        assertThat(store.position("blocks")).isZero();

        start.writer().store("blocks", 7);
        assertThat(store.position("blocks")).isEqualTo(7);
        assertThat(start.writer().height()).isEqualTo(1);
        start.writer().store("blocks", 8);
        assertThat(store.position("blocks")).as("of records that were no news").isEqualTo(8);
    }
}
