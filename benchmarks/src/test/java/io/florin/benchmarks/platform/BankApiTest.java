package io.florin.benchmarks.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.TokenSource;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Streams of events that end anywhere.
class BankApiTest {

    private static final String EVENT = """
        id: 8
        event: payment
        data: {"id":"anna","state":"SETTLED","finalAt":"2026-03-01T12:00:00Z","transactionId":"00"}
        """;

    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> streams = new LinkedBlockingQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/payments/events", this::answerEvents);
        server.createContext("/oauth2/token", this::answerToken);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answerToken(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        answer(exchange, 200, "{\"access_token\":\"token\",\"expires_in\":3600}");
    }

    private void answerEvents(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        boolean last = query.equals("after=" + Long.MAX_VALUE);
        if (last) {
            answer(exchange, 409, "{\"last\":7}");
        } else {
            asked.add(query);
            String stream = streams.poll();
            answer(exchange, 200, stream == null ? ":\n" : stream);
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String nextAsked() throws InterruptedException {
        String query = asked.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        return query == null ? "nothing" : query;
    }

    @Test
    void goesOnBehindTheLastEventThatCameWhole() throws Exception {
        streams.addAll(List.of(": begins\n\n", "id: 8\nevent: payment\n", EVENT + "\n"));
        URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        TokenSource tokens = new TokenSource(base, "bank", "secret", Instant::now);
        try (BankApi bank = new BankApi(new BankClient(base, tokens))) {
            assertThat(nextAsked()).as("from now on").isEqualTo("after=7");
            assertThat(nextAsked()).as("nothing came").isEqualTo("after=7");
            assertThat(nextAsked()).as("half an event came").isEqualTo("after=7");
            assertThat(nextAsked()).isEqualTo("after=8");
            assertThat(bank.awaitFinal("anna", Patience.LIMIT))
                    .hasValueSatisfying(outcome -> assertThat(outcome.settled()).isTrue());
        }
    }
}
