package io.florin.registration.participants;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.florin.testkit.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A participant's endpoints over real connections.
@Timeout(600)
class EndpointProbeTest {

    private final CountDownLatch cutOff = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer participant;

    @BeforeEach
    void start() throws IOException {
        participant = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        participant.setExecutor(threads);
        participant.createContext("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                while (!Thread.currentThread().isInterrupted()) {
                    body.write(new byte[8192]);
                }
            } catch (IOException gone) {
                cutOff.countDown();
            }
        });
        participant.createContext("/broken", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        participant.start();
    }

    @AfterEach
    void stop() {
        participant.stop(0);
        threads.shutdownNow();
    }

    @Test
    void doesNotWaitForAnAnswerWithoutEnd() throws InterruptedException {
        try (var probe = new EndpointProbe(Patience.LIMIT)) {
            assertThat(probe.probe(at("/endless"), at("/")))
                    .isEqualTo(new EndpointProbe.Finding(true, "both endpoints answer"));
            assertThat(cutOff.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void saysWhatDoesNotAnswer() {
        try (var probe = new EndpointProbe(Patience.LIMIT)) {
            assertThat(probe.probe(at("/broken"), URI.create("https://127.0.0.1:1")))
                    .isEqualTo(new EndpointProbe.Finding(
                            false, "the API answers 503. the internal port takes no connection."));
        }
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + participant.getAddress().getPort() + path);
    }
}
