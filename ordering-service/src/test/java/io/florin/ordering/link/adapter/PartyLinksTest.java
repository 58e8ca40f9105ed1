package io.florin.ordering.link.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class PartyLinksTest {
    private static final int SLOW = 2;
    private static final int HONEST = 3;
    private static final int BLOCKS = 200;

    private final TestChain chain = new TestChain(new TestNetwork(3));
    private final ConcurrentLinkedQueue<Long> fromSlow = new ConcurrentLinkedQueue<>();
    private final Set<Long> fromHonest = ConcurrentHashMap.newKeySet();

    PartyLinksTest() {
        for (int i = 0; i < BLOCKS; i++) {
            chain.appendEntries(List.of(Bytes.of(new byte[] {1, 2, (byte) i, (byte) (i >> 8)})));
        }
    }

    /// A fetch ends after a time, however few blocks it brought: of the honest party, which needs several here as on a
    /// slow machine, one asks again as the chain's loop does.
    @Test
    void aPartyThatGivesBlocksSlowlyHoldsNobodyUp() {
        try (var links = new PartyLinks(
                new OrderingLog(1),
                Map.of(),
                Map.of(SLOW, new Store(Duration.ofMillis(100)), HONEST, new Store(Duration.ofMillis(5))),
                batch -> false,
                Duration.ofMillis(300))) {
            links.fetch(SLOW, 1, (_, block) -> fromSlow.add(block.header().number()));
            await().atMost(Patience.LIMIT).until(() -> {
                links.fetch(HONEST, 1 + fromHonest.size(), (_, block) -> {
                    fromHonest.add(block.header().number());
                    return true;
                });
                return fromHonest.size() == BLOCKS;
            });
            assertThat(fromSlow).hasSizeBetween(1, 10);
        }
    }

    private final class Store implements OrderingInternalApi {
        private final Duration delay;

        Store(Duration delay) {
            this.delay = delay;
        }

        @Override
        public void submit(byte[] bundle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] block(long number) {
            LockSupport.parkNanos(delay.toNanos());
            return chain.blocks().get((int) Math.min(number, BLOCKS) - 1).encode();
        }

        @Override
        public ChainHead head() {
            throw new UnsupportedOperationException();
        }
    }
}
