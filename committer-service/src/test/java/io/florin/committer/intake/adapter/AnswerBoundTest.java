package io.florin.committer.intake.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

@Timeout(60)
final class AnswerBoundTest {

    private static final int BOUND = 100_000;

    private final CountDownLatch cutOff = new CountDownLatch(1);
    private HttpServer party;
    private RestClient client;

    @BeforeEach
    void start() throws IOException {
        party = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        party.createContext("/full", exchange -> {
            exchange.sendResponseHeaders(200, BOUND);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(new byte[BOUND]);
            }
        });
        party.createContext("/endless", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                while (!Thread.currentThread().isInterrupted()) {
                    body.write(new byte[BOUND]);
                }
            } catch (IOException gone) {
                cutOff.countDown();
            }
        });
        party.start();
        client = RestClient.builder()
                .baseUrl("http://127.0.0.1:" + party.getAddress().getPort())
                .requestFactory(new JdkClientHttpRequestFactory())
                .requestInterceptor(new AnswerBound(BOUND))
                .build();
    }

    @AfterEach
    void stop() {
        party.stop(0);
    }

    @Test
    void letsThroughWhatABlockCanHave() {
        assertThat(client.get().uri("/full").retrieve().body(byte[].class)).hasSize(BOUND);
    }

    @Test
    void cutsOffWhoSendsWithoutEnd() throws InterruptedException {
        assertThatThrownBy(() -> client.get().uri("/endless").retrieve().body(byte[].class))
                .isInstanceOf(RestClientException.class)
                .rootCause()
                .hasMessageContaining("more than " + BOUND + " bytes");
        assertThat(cutOff.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
