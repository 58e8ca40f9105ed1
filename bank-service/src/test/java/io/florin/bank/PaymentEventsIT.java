package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Programs hear of each payment that becomes final once and in order, wherever they stopped listening.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentEventsIT {

    private final JsonMapper json = new JsonMapper();
    private FakeNetwork network;
    private BankUnderTest bank;
    private JsonNode anna;
    private JsonNode bert;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        anna = bank.openWallet("Anna Events", 2);
        bert = bank.openWallet("Bert Events", 2);
        bank.fund(anna, 100_00);
    }

    @AfterEach
    void faultsEnd() {
        network.ledger().runs(true);
    }

    private record Event(long place, JsonNode payment) {}

    /// A stream that somebody reads.
    private final class Listener implements AutoCloseable {
        private final HttpClient client = HttpClient.newHttpClient();
        private final Stream<String> lines;
        private final Iterator<String> next;

        Listener(String query, String... headers) {
            HttpResponse<Stream<String>> response = open(client, query, headers);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
            lines = response.body();
            next = lines.iterator();
        }

        Event event() {
            Map<String, String> fields = new HashMap<>();
            while (next.hasNext()) {
                String line = next.next();
                if (line.isEmpty() && fields.containsKey("data")) {
                    assertThat(fields).containsEntry("event", "payment");
                    return new Event(Long.parseLong(fields.get("id")), json.readTree(fields.get("data")));
                }
                int colon = line.indexOf(": ");
                if (colon > 0) {
                    fields.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
            throw new AssertionError("the stream has ended");
        }

        List<Event> events(int count) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                events.add(event());
            }
            return events;
        }

        @Override
        public void close() {
            client.shutdownNow();
            lines.close();
        }
    }

    private HttpResponse<Stream<String>> open(HttpClient client, String query, String... headers) {
        HttpRequest.Builder request = bank.request("/v1/payments/events" + query);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofLines());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private long last() {
        Answer answer = bank.get("/v1/payments/events?after=" + Long.MAX_VALUE);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json().path("code").asString()).isEqualTo("payment-place-unknown");
        return answer.json().path("last").asLong();
    }

    private String pay(long amount) {
        Answer answer = bank.post(
                "/v1/payments",
                BankUnderTest.payment(
                        anna.path("number").asLong(), bert.path("iban").asString(), amount));
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json().path("id").asString();
    }

    private String cancelled() {
        Map<String, Object> form = new HashMap<>(BankUnderTest.payment(
                anna.path("number").asLong(), bert.path("iban").asString(), 1_00));
        form.put("executionDate", LocalDate.now(ZoneOffset.UTC).plusDays(2).toString());
        String id = bank.post("/v1/payments", form).json().path("id").asString();
        assertThat(bank.post("/v1/payments/" + id + "/cancellation", Map.of()).status())
                .isEqualTo(200);
        return id;
    }

    @Test
    void tellsEachFinalPaymentOnceAndInOrder() {
        long before = last();
        try (Listener listener = new Listener("")) {
            List<String> ids = List.of(pay(1_00), pay(2_00), cancelled(), pay(3_00));

            List<Event> events = listener.events(4);

            assertThat(events.stream().map(Event::place))
                    .containsExactly(before + 1, before + 2, before + 3, before + 4);
            assertThat(events.stream().map(event -> event.payment().path("id").asString()))
                    .containsExactlyInAnyOrderElementsOf(ids);
            assertThat(events)
                    .allSatisfy(event -> assertThat(event.payment())
                            .isEqualTo(bank.get("/v1/payments/"
                                            + event.payment().path("id").asString())
                                    .json()));
        }
    }

    @Test
    void goesOnBehindThePlaceThatIsKnownAlsoAfterARestart() {
        long before = last();
        List<String> ids = new ArrayList<>();
        try (Listener listener = new Listener("?after=" + before)) {
            ids.add(pay(1_00));
            assertThat(listener.event().payment().path("id").asString()).isEqualTo(ids.getFirst());
        }
        String second = pay(2_00);
        bank.awaitState("/v1/payments/" + second, "SETTLED");
        bank.stop();
        bank.start();

        try (Listener listener = new Listener("?after=" + before, "Last-Event-ID", String.valueOf(before + 1))) {
            assertThat(listener.event().payment().path("id").asString())
                    .as("the header wins")
                    .isEqualTo(second);
        }
        try (Listener listener = new Listener("?after=" + before)) {
            assertThat(listener.events(2).stream()
                            .map(event -> event.payment().path("id").asString()))
                    .containsExactly(ids.getFirst(), second);
        }
    }

    /// An open stream does not hold the service up, and no more than so many are open.
    @Test
    void endsWhenTheServiceStopsAndIsBounded() throws Exception {
        bank.stop();
        bank.start("--florin.bank.payments.streams-max=1");
        try (Listener listener = new Listener("");
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try (HttpClient another = HttpClient.newHttpClient()) {
                assertThat(open(another, "").statusCode()).isEqualTo(429);
            }
            Future<?> stopped = threads.submit(() -> bank.stop());
            assertThat(listener.next.hasNext() && !listener.next.next().isEmpty())
                    .isTrue();
            while (listener.next.hasNext()) {
                assertThat(listener.next.next()).doesNotStartWith("data");
            }
            stopped.get();
        } finally {
            bank.stop();
            bank.start();
        }
    }

    /// Monitors and proxies ask so, and read no stream.
    @Test
    void aQuestionForTheHeadersAloneTakesNoPlace() throws Exception {
        bank.stop();
        bank.start("--florin.bank.payments.streams-max=1");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> head = client.send(
                    bank.request("/v1/payments/events").HEAD().build(), HttpResponse.BodyHandlers.ofString());
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
            try (Listener listener = new Listener("")) {
                assertThat(listener.next.next()).startsWith(":");
            }
        } finally {
            bank.stop();
            bank.start();
        }
    }

    @Test
    void aQuestionMayWaitForThePaymentToBecomeFinal() throws Exception {
        network.ledger().runs(false);
        String id = pay(1_00);
        assertThat(bank.get("/v1/payments/" + id + "?wait=1")
                        .json()
                        .path("state")
                        .asString())
                .isNotEqualTo("SETTLED");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Answer> answer = threads.submit(() -> bank.get("/v1/payments/" + id + "?wait=30"));
            network.ledger().runs(true);
            bank.awaitState("/v1/payments/" + id, "SETTLED");
            assertThat(answer.get(10, TimeUnit.SECONDS).json().path("state").asString())
                    .as("told, not found out at the end of its time")
                    .isEqualTo("SETTLED");
        }
        assertThat(bank.get("/v1/payments/" + id + "?wait=31").status()).isEqualTo(400);
    }
}
