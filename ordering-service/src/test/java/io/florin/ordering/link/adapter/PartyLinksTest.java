package io.florin.ordering.link.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.runtime.api.OrderingInternalApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class PartyLinksTest {
    private static final Duration WAIT = Duration.ofMinutes(3);
    private static final int SLOW = 2;
    private static final int HONEST = 3;
    private static final int BLOCKS = 200;

    private final TestChain chain = new TestChain(new TestNetwork(3));
    private final ConcurrentLinkedQueue<Integer> givers = new ConcurrentLinkedQueue<>();

    PartyLinksTest() {
        for (int i = 0; i < BLOCKS; i++) {
            chain.appendEntries(List.of(Bytes.of(new byte[] {1, 2, (byte) i, (byte) (i >> 8)})));
        }
    }

    @Test
    void aPartyThatGivesBlocksSlowlyHoldsNobodyUp() {
        try (var links = new PartyLinks(
                new OrderingLog(1),
                Map.of(),
                Map.of(SLOW, new Store(Duration.ofMillis(100)), HONEST, new Store(Duration.ZERO)),
                batch -> false,
                Duration.ofMillis(300))) {
            links.fetch(SLOW, 1, (party, block) -> givers.add(party));
            await().atMost(WAIT).until(() -> {
                links.fetch(HONEST, 1, (party, block) -> givers.add(party));
                return givers.contains(HONEST);
            });
            assertThat(givers.stream().filter(party -> party == SLOW)).hasSizeBetween(1, 10);
            await().atMost(WAIT)
                    .until(() ->
                            givers.stream().filter(party -> party == HONEST).count() >= BLOCKS);
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
