package io.florin.benchmarks.platform;

import io.florin.sandbox.demo.BankClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
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
/// final since the start; it is opened again where it ends, behind the last event that came whole.
final class BankApi implements PaymentApi, AutoCloseable {

    private static final String CURRENCY = "FLN";
    private static final String EVENTS = "/v1/payments/events?after=";
    private static final String PLACE = "id: ";
    private static final String PAYMENT = "data: ";
    private static final Duration AFTER_STREAM = Duration.ofMillis(200);

    private final BankClient client;
    private final JsonMapper json = new JsonMapper();
    private final Map<String, CompletableFuture<Outcome>> outcomes = new ConcurrentHashMap<>();
    private final Thread reader;
    private long place;
    private volatile boolean closed;

    BankApi(BankClient client) {
        this.client = client;
        this.place = lastPlace();
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

    /// No bank knows the largest place that there can be; it says which its last one is.
    private long lastPlace() {
        try {
            throw new IllegalStateException("unexpected: " + client.get(EVENTS + Long.MAX_VALUE));
        } catch (HttpClientErrorException.Conflict unknown) {
            return json.readTree(unknown.getResponseBodyAsString()).path("last").asLong();
        }
    }

    private void readEvents() {
        while (!closed) {
            try (Stream<String> lines = client.lines(EVENTS + place)) {
                readEvents(lines.iterator());
            } catch (RuntimeException broken) {
                // asked again below
            }
            pause();
        }
    }

    /// An event counts once its empty line is there.
    private void readEvents(Iterator<String> lines) {
        long next = place;
        Optional<JsonNode> payment = Optional.empty();
        while (lines.hasNext()) {
            String line = lines.next();
            if (line.startsWith(PLACE)) {
                next = Long.parseLong(line.substring(PLACE.length()));
            } else if (line.startsWith(PAYMENT)) {
                payment = Optional.of(json.readTree(line.substring(PAYMENT.length())));
            } else if (line.isEmpty() && payment.isPresent()) {
                JsonNode told = payment.get();
                outcomeOf(told.path("id").asString()).complete(outcome(told));
                payment = Optional.empty();
                place = next;
            }
        }
    }

    private static Outcome outcome(JsonNode payment) {
        return new Outcome(
                payment.path("state").asString().equals("SETTLED"),
                Instant.parse(payment.path("finalAt").asString()),
                payment.path("transactionId").asString(""),
                Instant.now());
    }

    private void pause() {
        try {
            Thread.sleep(AFTER_STREAM);
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
