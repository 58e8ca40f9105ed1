package io.florin.benchmarks.platform;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// A bank in memory that settles every payment so long after it took it, except that it refuses every so many-th and
/// rejects every so many-th.
final class FakePaymentApi implements PaymentApi {
    private final Duration delay;
    private final int refusesEvery;
    private final int rejectsEvery;
    private final AtomicInteger asked = new AtomicInteger();
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<String, Instant> finalAt = new ConcurrentHashMap<>();
    private final Map<String, Order> orders = new ConcurrentHashMap<>();

    FakePaymentApi(Duration delay, int refusesEvery, int rejectsEvery) {
        this.delay = delay;
        this.refusesEvery = refusesEvery;
        this.rejectsEvery = rejectsEvery;
    }

    @Override
    public Optional<String> pay(Order order) {
        int number = asked.incrementAndGet();
        if (number % refusesEvery == 0) {
            return Optional.empty();
        }
        String id = "payment-" + number;
        numbers.put(id, number);
        finalAt.put(id, Instant.now().plus(delay));
        if (orders.put(order.key(), order) != null) {
            throw new IllegalStateException("a key used twice");
        }
        return Optional.of(id);
    }

    @Override
    public List<Optional<String>> payAll(String key, List<Order> batch) {
        return batch.stream().map(this::pay).toList();
    }

    @Override
    public Optional<Outcome> awaitFinal(String id, Duration patience) throws InterruptedException {
        Instant end = Optional.ofNullable(finalAt.get(id)).orElseThrow();
        boolean rejected = Optional.ofNullable(numbers.get(id)).orElseThrow() % rejectsEvery == 0;
        try {
            return Optional.of(new CompletableFuture<Outcome>()
                    .completeOnTimeout(
                            new Outcome(!rejected, end, rejected ? "" : "t-" + id, end),
                            Duration.between(Instant.now(), end).toNanos(),
                            TimeUnit.NANOSECONDS)
                    .get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException never) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    int asked() {
        return asked.get();
    }

    List<Order> orders() {
        return new ArrayList<>(orders.values());
    }
}
