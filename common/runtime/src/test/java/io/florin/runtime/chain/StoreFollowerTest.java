package io.florin.runtime.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.api.OrderingInternalApi;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StoreFollowerTest {

    private final BlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> lost = new LinkedBlockingQueue<>();

    private final ArrivedBlocks receiver = new ArrivedBlocks() {
        @Override
        public void arrived(byte[] bytes, BooleanSupplier givenUp) {
            arrived.add(bytes);
        }

        @Override
        public void lost(Throwable reason) {
            lost.add(reason);
        }
    };

    /// A party whose answers have no body: HTTP clients show those as null.
    private static final class EmptyStore implements OrderingInternalApi {

        @Override
        public void submit(byte[] bundle) {
            throw new AssertionError("nobody submits here");
        }

        @Override
        @SuppressWarnings("NullAway")
        public byte[] block(long number) {
            return nothing();
        }

        @Override
        @SuppressWarnings("NullAway")
        public ChainHead head() {
            return nothing();
        }

        @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
        private static <T> T nothing() {
            @Nullable T none = null;
            return none;
        }
    }

    @Test
    void anAnswerWithoutABodyIsNoBlockAndStopsNothing() throws InterruptedException {
        StoreFollower follower =
                new StoreFollower("test", new EmptyStore(), 4, Duration.ofMillis(10), receiver).start();
        try {
            byte[] first = arrived.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(first).isNotNull().isEmpty();
            assertThat(lost).isEmpty();
        } finally {
            follower.close();
        }
    }
}
