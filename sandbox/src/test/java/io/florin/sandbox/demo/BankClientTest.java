package io.florin.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BankClientTest {
    private static final Duration FIRST = Duration.ofSeconds(2);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;
    private URI base;
    private volatile Duration within = FIRST;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/oauth2/token", exchange -> {
            byte[] token = "{\"access_token\":\"t\",\"expires_in\":3600}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, token.length);
            exchange.getResponseBody().write(token);
            exchange.close();
        });
        server.createContext("/silent", exchange -> {
            await(Patience.LIMIT);
            exchange.close();
        });
        server.createContext("/slow", this::slow);
        server.start();
        base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private BankClient bank() {
        return new BankClient(base, new TokenSource(base, "bank", "secret", Instant::now), within);
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    /// The second line comes when an answer would have had to begin long ago.
    private void slow(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write("one\n".getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
        await(within.multipliedBy(2));
        exchange.getResponseBody().write("two\n".getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    private void await(Duration atMost) {
        try {
            over.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void linesDoNotWaitForABankThatSaysNothing() {
        assertThatThrownBy(() -> bank().lines("/silent"))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void linesComeForAsLongAsTheAnswerLasts() {
        try (Stream<String> lines = begun()) {
            Iterator<String> each = lines.iterator();
            assertThat(each.next()).isEqualTo("one");
            assertThat(each.next()).isEqualTo("two");
        }
    }

    /// An answer has to begin in time, which a machine that is too slow for the first bound shows under a longer one.
    private Stream<String> begun() {
        while (true) {
            try {
                return bank().lines("/slow");
            } catch (UncheckedIOException late) {
                assertThat(late).hasCauseInstanceOf(HttpTimeoutException.class);
                within = within.multipliedBy(2);
                assertThat(within).isLessThan(Patience.LIMIT);
            }
        }
    }
}
