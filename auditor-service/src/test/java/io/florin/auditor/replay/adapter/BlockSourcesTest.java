package io.florin.auditor.replay.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.auditor.TestMoney;
import io.florin.doubles.api.UnaskedParty;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.OrderingInternalApi.ChainHead;
import io.florin.runtime.kafka.OrderedTopicReader.BatchHandler;
import io.florin.runtime.kafka.TopicRecord;
import io.florin.runtime.kafka.Topics;
import io.florin.testkit.Patience;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.web.client.ResourceAccessException;

/// Sources that are followed while the database goes away. Party 1 has a topic, which the test reads, and no store
/// that answers; party 2 has all blocks, and its topic is empty.
class BlockSourcesTest {
    private static final int BLOCKS = 3;

    private final TestNetwork network = new TestNetwork(47);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final MemoryAcceptedBlocks store = new MemoryAcceptedBlocks();
    private final List<Throwable> bugs = new ArrayList<>();
    private final Map<String, BatchHandler> topics = new ConcurrentHashMap<>();
    private final ReplayProperties properties =
            new ReplayProperties(Duration.ofMillis(10), Duration.ofMillis(100), 1, 1_000);
    private final ReplayMetrics metrics = new ReplayMetrics(new SimpleMeterRegistry());
    private final Snapshots snapshots = new Snapshots(
            new SnapshotStore(new MemorySnapshotRows(), network.genesis(), network.auditor()),
            _ -> {},
            (_, bug) -> bugs.add(bug),
            InstantSource.system(),
            properties);
    private final ReplayWriter writer =
            new ReplayWriter(network.genesis(), store, snapshots, List.of(), _ -> {}, metrics, InstantSource.system());
    private final BlockSources sources = new BlockSources(
            writer,
            store,
            new BlockSources.Edge(
                    "auditor-of-a-test",
                    (_, topic, _, handler, _) -> {
                        topics.put(topic.topic(), handler);
                        return () -> {};
                    },
                    new TreeMap<>(Map.of(1, away(), 2, party())),
                    (_, bug) -> bugs.add(bug),
                    InstantSource.system()),
            properties,
            metrics);
    private volatile boolean reachable;
    private volatile boolean damaged;

    private OrderingInternalApi away() {
        return party(() -> false);
    }

    private OrderingInternalApi party() {
        return party(() -> reachable);
    }

    private OrderingInternalApi party(BooleanSupplier there) {
        return new UnaskedParty() {
            @Override
            public ChainHead head() {
                requireThere(BLOCKS);
                return new ChainHead(BLOCKS, "");
            }

            @Override
            public byte[] block(long number) {
                requireThere(number);
                return damaged ? new byte[1] : encoded(number);
            }

            private void requireThere(long number) {
                if (!there.getAsBoolean() || number > BLOCKS) {
                    throw new ResourceAccessException("not there");
                }
            }
        };
    }

    private byte[] encoded(long number) {
        return chain.blocks().get((int) number - 1).encode();
    }

    @BeforeEach
    void grow() {
        for (int number = 1; number <= BLOCKS; number++) {
            chain.append(money.issue(100 + number));
        }
    }

    @AfterEach
    void close() {
        sources.close();
        snapshots.close();
        assertThat(bugs).isEmpty();
    }

    private BatchHandler topic(int party) {
        String name = Topics.blocks(party);
        await().atMost(Patience.LIMIT).until(() -> topics.containsKey(name));
        return Objects.requireNonNull(topics.get(name));
    }

    private static List<TopicRecord> record(long number, byte[] block) {
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        return List.of(new TopicRecord(new ConsumerRecord<>("blocks", 0, number, key, block)));
    }

    /// And the broker with it: nobody offers a block again.
    @Test
    void aSourceThatFellSilentWithTheDatabaseIsLeft() {
        sources.start();
        BatchHandler first = topic(1);
        store.storesBeforeAway = 0;
        assertThatThrownBy(() -> first.handle(record(1, encoded(1)))).isInstanceOf(DataAccessException.class);
        reachable = true;

        await().atMost(Patience.LIMIT).until(() -> writer.height() == BLOCKS);
        assertThat(store.blocks).hasSize(BLOCKS);
    }

    @Test
    void aPauseEndsAlthoughTheDatabaseWentAwayInIt() throws Exception {
        damaged = true;
        sources.start();
        BatchHandler first = topic(1);
        first.handle(record(1, new byte[1]));
        reachable = true;
        List<TopicRecord> late = record(1, encoded(1));
        long deadlineNanos = System.nanoTime() + Patience.LIMIT.toNanos();
        while (metrics.switches() < 2) { // the second flaw, of the store of party 2; the pause after it is short
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
        store.storesBeforeAway = 0;
        assertThatThrownBy(() -> first.handle(late)).isInstanceOf(DataAccessException.class);

        topic(2).handle(record(1, encoded(1)));
        assertThat(store.blocks).hasSize(1);
    }
}
