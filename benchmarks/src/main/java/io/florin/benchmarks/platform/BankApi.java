package io.florin.benchmarks.platform;

import io.florin.sandbox.demo.BankClient;
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
import java.util.stream.Stream;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A bank's REST API, over HTTP with the bank's own machine client. One stream of events tells which payments became
/// final; it is opened again where it ends.
final class BankApi implements PaymentApi, AutoCloseable {

    private static final String CURRENCY = "FLN";
    private static final String EVENTS = "/v1/payments/events?after=";
    private static final String PLACE = "id: ";
    private static final String PAYMENT = "data: ";
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);

    private final BankClient client;
    private final JsonMapper json = new JsonMapper();
    private final Map<String, CompletableFuture<Outcome>> outcomes = new ConcurrentHashMap<>();
    private final Thread reader;
    private volatile boolean closed;

    BankApi(BankClient client) {
        this.client = client;
        this.reader = Thread.ofVirtual().name("bench-events").start(this::readEvents);
    }

    @Override
    public Optional<String> pay(Order order) {
        try {
            return Optional.of(client.once("/v1/payments", order.key(), form(order))
                    .path("id")
                    .asString(""));
        } catch (HttpClientErrorException refused) {
            return Optional.empty();
        }
    }

    @Override
    public List<Optional<String>> payAll(String key, List<Order> orders) {
        Map<String, Object> batch =
                Map.of("orders", orders.stream().map(BankApi::form).toList());
        List<Optional<String>> ids = new ArrayList<>();
        client.once("/v1/payments/batches", key, batch)
                .path("results")
                .forEach(result -> ids.add(result.path("id").stringValueOpt()));
        return ids;
    }

    private static Map<String, Object> form(Order order) {
        return Map.of(
                "wallet", order.wallet(),
                "payee",
                        Map.of(
                                "name", order.payee().holder(),
                                "account", order.payee().iban()),
                "amount", order.amount(),
                "currency", CURRENCY);
    }

    /// An event may come before the answer to the order.
    private CompletableFuture<Outcome> outcomeOf(String id) {
        return outcomes.computeIfAbsent(id, _ -> new CompletableFuture<>());
    }

    @Override
    public Optional<Outcome> awaitFinal(String id, Duration patience) throws InterruptedException {
        try {
            Outcome outcome = outcomeOf(id).get(patience.toNanos(), TimeUnit.NANOSECONDS);
            outcomes.remove(id);
            return Optional.of(outcome);
        } catch (TimeoutException never) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void readEvents() {
        long place = 0;
        while (!closed) {
            try (Stream<String> lines = client.lines(EVENTS + place)) {
                for (var next = lines.iterator(); next.hasNext(); ) {
                    String line = next.next();
                    if (line.startsWith(PLACE)) {
                        place = Long.parseLong(line.substring(PLACE.length()));
                    } else if (line.startsWith(PAYMENT)) {
                        JsonNode payment = json.readTree(line.substring(PAYMENT.length()));
                        outcomeOf(payment.path("id").asString()).complete(outcome(payment));
                    }
                }
            } catch (RuntimeException ended) {
                pause();
            }
        }
    }

    private static Outcome outcome(JsonNode payment) {
        return new Outcome(
                payment.path("state").asString().equals("SETTLED"),
                Instant.parse(payment.path("finalAt").asString()),
                payment.path("transactionId").asString(""));
    }

    private void pause() {
        try {
            Thread.sleep(AFTER_FAILURE);
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        reader.interrupt();
    }
}
