package io.florin.committer.intake.adapter;

import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.OrderingInternalApi.ChainHead;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Asks every party how far its chain reaches, each on a thread of its own, so that a slow one delays nobody.
final class HeadWatch implements AutoCloseable {

    private static final int ROUNDS_SILENT_MAX = 4;
    private static final long ANSWER_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    private final Map<Integer, OrderingInternalApi> stores;
    private final Duration every;
    private final IntakeLoop loop;
    private final Map<Integer, Long> answeredNanos = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    HeadWatch(Map<Integer, OrderingInternalApi> stores, Duration every, IntakeLoop loop) {
        this.stores = stores;
        this.every = every;
        this.loop = loop;
    }

    void start() {
        stores.forEach((party, store) ->
                Thread.ofVirtual().name("committer-head-" + party).start(() -> watch(party, store)));
    }

    private void watch(int party, OrderingInternalApi store) {
        try {
            do {
                try {
                    @Nullable ChainHead head = store.head();
                    if (head != null) {
                        loop.headSeen(party, head.number());
                        answeredNanos.put(party, System.nanoTime());
                    }
                } catch (RestClientException unreachable) {
                    // its word is simply missing; the others' count
                }
            } while (!closing.await(every.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /// Parties that answered within the last rounds.
    int answering() {
        long oldest = System.nanoTime() - Math.max(ROUNDS_SILENT_MAX * every.toNanos(), ANSWER_NANOS_MAX);
        return (int) answeredNanos.values().stream()
                .filter(answered -> answered - oldest > 0)
                .count();
    }

    @Override
    public void close() {
        closing.countDown();
    }
}
