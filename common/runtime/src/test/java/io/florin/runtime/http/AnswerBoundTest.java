package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.service.annotation.GetExchange;

/// A server that sends too much, over real connections.
@Timeout(600)
final class AnswerBoundTest {

    private static final int BOUND = 100_000;
    /// Bytes that wait in buffers of both sides when the client lets go.
    private static final long IN_BUFFERS = 24L << 20;

    private final CountDownLatch cutOff = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicInteger lastPort = new AtomicInteger();
    private HttpServer peer;
    private ExecutorService threads;
    private PublicClients clients;
    private URI base;

    @AnswerMax(bytes = BOUND)
    interface Contract {
        @GetExchange("/full")
        byte[] full();

        @GetExchange("/endless")
        byte[] endless();

        @GetExchange("/endless")
        List<String> endlessList();

        @GetExchange("/endless")
        void nothing();

        @GetExchange("/packed")
        byte[] packed();

        @GetExchange("/error")
        byte[] error();

        @GetExchange("/claimed")
        byte[] claimed();

        @GetExchange("/trickle")
        byte[] trickle();
    }

    interface Unsaid {
        @GetExchange("/endless")
        byte[] endless();

        @GetExchange("/full")
        byte[] full();
    }

    @BeforeEach
    void start() throws IOException {
        peer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        threads = Executors.newCachedThreadPool();
        peer.setExecutor(threads);
        peer.createContext("/full", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
            exchange.sendResponseHeaders(200, BOUND);
            lastPort.set(exchange.getRemoteAddress().getPort());
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(new byte[BOUND]);
            }
        });
        peer.createContext("/endless", exchange -> endless(exchange, 200, "application/json"));
        peer.createContext("/error", exchange -> endless(exchange, 500, "application/problem+json"));
        peer.createContext("/claimed", exchange -> {
            exchange.sendResponseHeaders(200, Integer.MAX_VALUE);
            send(exchange.getResponseBody());
        });
        peer.createContext("/packed", exchange -> {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(200, 0);
            send(new GZIPOutputStream(exchange.getResponseBody(), 8192, true));
        });
        peer.createContext("/trickle", exchange -> {
            exchange.sendResponseHeaders(200, BOUND);
            exchange.getResponseBody().write(new byte[1]);
            exchange.getResponseBody().flush();
            awaitQuietly(mayEnd);
        });
        peer.start();
        base = URI.create("http://127.0.0.1:" + peer.getAddress().getPort());
        clients = new PublicClients(StrictJson.mapper(), Patience.LIMIT, Patience.LIMIT);
    }

    private void endless(HttpExchange exchange, int status, String type) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, 0);
        OutputStream body = exchange.getResponseBody();
        body.write("[\"".getBytes(StandardCharsets.US_ASCII));
        send(body);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(OutputStream body) {
        byte[] letters = "a".repeat(8192).getBytes(StandardCharsets.US_ASCII);
        try (body) {
            while (!Thread.currentThread().isInterrupted()) {
                body.write(letters);
                sent.addAndGet(letters.length);
            }
        } catch (IOException gone) {
            cutOff.countDown();
        }
    }

    @AfterEach
    void stop() {
        clients.close();
        peer.stop(0);
        threads.shutdownNow();
    }

    @Test
    void readsAsMuchAsTheContractAllowsAndKeepsTheConnection() {
        Contract contract = clients.proxy(Contract.class, base);

        assertThat(contract.full()).hasSize(BOUND);
        int port = lastPort.get();
        assertThat(contract.full()).hasSize(BOUND);
        assertThat(lastPort).hasValue(port);
    }

    @Test
    void cutsOffBytesWithoutEnd() throws InterruptedException {
        assertCutOff(clients.proxy(Contract.class, base)::endless, BOUND);
    }

    @Test
    void cutsOffJsonWithoutEnd() throws InterruptedException {
        assertCutOff(clients.proxy(Contract.class, base)::endlessList, BOUND);
    }

    @Test
    void cutsOffWhoClaimsALengthAndSendsIt() throws InterruptedException {
        assertCutOff(clients.proxy(Contract.class, base)::claimed, BOUND);
    }

    @Test
    void doesNotReadToTheEndWhatNobodyWants() throws InterruptedException {
        assertCutOff(clients.proxy(Contract.class, base)::nothing, BOUND);
    }

    @Test
    void readsNoErrorWithoutEnd() throws InterruptedException {
        assertCutOff(clients.proxy(Contract.class, base)::error, BOUND);
    }

    /// One that trickles has sent its head in time.
    @Test
    void waitsNoLongerForTheLastByteThanForTheFirst() {
        try (PublicClients hasty = new PublicClients(StrictJson.mapper(), Patience.LIMIT, Duration.ofMillis(300))) {
            assertThatThrownBy(hasty.proxy(Contract.class, base)::trickle)
                    .isInstanceOf(ResourceAccessException.class)
                    .hasCauseInstanceOf(HttpTimeoutException.class);
        }
        mayEnd.countDown();
    }

    /// The same over a transport that streams, which unpacks.
    @Test
    void countsWhatIsReadUnpacked() {
        JdkClientHttpRequestFactory streaming = new JdkClientHttpRequestFactory();
        Contract contract =
                OutboundCalls.proxy(Contract.class, OutboundCalls.client(base, streaming, StrictJson.mapper()));
        for (ThrowingCallable call : List.<ThrowingCallable>of(contract::packed, contract::endless)) {
            assertThatThrownBy(call)
                    .isInstanceOf(RestClientException.class)
                    .hasStackTraceContaining("an answer of more than " + BOUND + " bytes");
        }
    }

    @Test
    void boundsWhatNoContractBounds() throws InterruptedException {
        Unsaid unsaid = clients.proxy(Unsaid.class, base);

        assertThat(unsaid.full()).hasSize(BOUND);
        assertTooLong(unsaid::endless, AnswerBound.DEFAULT_BYTES);
        assertThat(cutOff.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private void assertCutOff(ThrowingCallable call, long bytesMax) throws InterruptedException {
        assertTooLong(call, bytesMax);
        assertGone();
    }

    private static void assertTooLong(ThrowingCallable call, long bytesMax) {
        assertThatThrownBy(call)
                .isInstanceOf(RestClientException.class)
                .hasStackTraceContaining("body exceeds capacity: " + bytesMax);
    }

    private void assertGone() throws InterruptedException {
        assertThat(cutOff.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(sent.get()).isLessThan(IN_BUFFERS);
    }
}
