package io.florin.runtime.chain;

import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.api.OrderingInternalApi.ChainHead;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Asks every party how far its chain reaches, each on a thread of its own, so that a slow one delays nobody. A party
/// keeps the question until its chain grows, for some seconds.
public final class HeadWatch implements AutoCloseable {

    private static final int ROUNDS_SILENT_MAX = 4;
    private static final long ANSWER_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    /// Time for which a party may keep a question: with the pause after it well below the time in which it has to
    /// answer.
    private static final long KEPT_MILLIS_MAX = 3_000;

    private final String name;
    private final Map<Integer, OrderingInternalApi> stores;
    private final Duration every;
    private final Heads heads;
    private final Map<Integer, Long> answeredNanos = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    /// Is told how far a party says that its chain reaches.
    @FunctionalInterface
    public interface Heads {

        void seen(int party, long number);
    }

    /// @param name of its threads
    public HeadWatch(String name, Map<Integer, OrderingInternalApi> stores, Duration every, Heads heads) {
        this.name = name;
        this.stores = stores;
        this.every = every;
        this.heads = heads;
    }

    public void start() {
        stores.forEach(
                (party, store) -> Thread.ofVirtual().name(name + "-" + party).start(() -> watch(party, store)));
    }

    private void watch(int party, OrderingInternalApi store) {
        long above = -1; // the first question is answered at once
        try {
            do {
                try {
                    @Nullable ChainHead head = store.headAbove(above, KEPT_MILLIS_MAX);
                    if (head != null) {
                        above = head.number();
                        heads.seen(party, head.number());
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
    public int answering() {
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
