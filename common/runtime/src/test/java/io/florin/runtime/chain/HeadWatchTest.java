package io.florin.runtime.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.api.OrderingInternalApi;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class HeadWatchTest {

    /// Answers without a body at first, which an HTTP client shows as null.
    private static final class LateStore implements OrderingInternalApi {

        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public void submit(byte[] bundle) {
            throw new AssertionError("nobody submits here");
        }

        @Override
        public byte[] block(long number) {
            throw new AssertionError("nobody asks for blocks here");
        }

        @Override
        @SuppressWarnings("NullAway")
        public ChainHead head() {
            @Nullable ChainHead head = asked.incrementAndGet() < 3 ? null : new ChainHead(7, "");
            return head;
        }
    }

    /// Keeps a question as a party does: until its chain is above what is asked for.
    private static final class GrowingStore implements OrderingInternalApi {

        private final AtomicLong number = new AtomicLong();
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public void submit(byte[] bundle) {
            throw new AssertionError("nobody submits here");
        }

        @Override
        public byte[] block(long number) {
            throw new AssertionError("nobody asks for blocks here");
        }

        @Override
        public ChainHead head() {
            return new ChainHead(number.get(), "");
        }

        @Override
        public ChainHead headAbove(long above, long waitMillis) {
            asked.incrementAndGet();
            Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> number.get() > above);
            return head();
        }
    }

    @Test
    void aQuestionIsKeptUntilTheChainGrows() {
        Map<Integer, Long> seen = new ConcurrentHashMap<>();
        GrowingStore store = new GrowingStore();
        try (HeadWatch heads = new HeadWatch("test", Map.of(1, store), Duration.ofMillis(1), seen::put)) {
            heads.start();
            Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> seen.equals(Map.of(1, 0L)));
            Awaitility.await()
                    .during(Duration.ofMillis(50))
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> store.asked.get() == 2 || seen.isEmpty());
            store.number.set(1);
            Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> seen.equals(Map.of(1, 1L)));
            store.number.set(2);
        }
    }

    @Test
    void aPartyThatAnsweredNothingIsHeardAgain() {
        Map<Integer, Long> seen = new ConcurrentHashMap<>();
        try (HeadWatch heads = new HeadWatch("test", Map.of(1, new LateStore()), Duration.ofMillis(10), seen::put)) {
            heads.start();
            Awaitility.await().atMost(Patience.LIMIT).until(() -> seen.equals(Map.of(1, 7L)));
            assertThat(heads.answering()).isEqualTo(1);
        }
    }
}
