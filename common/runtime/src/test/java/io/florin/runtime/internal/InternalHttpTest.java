package io.florin.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.app.InternalContract;
import io.florin.runtime.app.TestApplication;
import io.florin.runtime.app.TestIssuer;
import io.florin.runtime.app.TestNetwork;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.Patience;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;

/// Two services of one network on real ports: who gets in, and who does not.
class InternalHttpTest {
    private static final Peer SERVER = new Peer(NodeRole.ENDORSER, 1);
    private static final Peer ENDORSER = new Peer(NodeRole.ENDORSER, 2);
    private static final Peer COMMITTER = new Peer(NodeRole.COMMITTER, 1);

    private static ConfigurableApplicationContext service;
    private static URI base;

    @BeforeAll
    static void start() {
        service = FlorinService.runEmbedded(
                TestApplication.class,
                "runtime-test",
                "--florin.node.role=endorser",
                "--florin.node.id=1",
                "--florin.internal.connect-timeout=50ms",
                "--florin.oidc.issuer=http://127.0.0.1:1");
        base = URI.create(
                "https://127.0.0.1:" + service.getBean(InternalPort.class).value());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void servesAPeerOfTheRightRole() {
        try (var clients = clients(TestNetwork.HERE, ENDORSER)) {
            InternalContract contract = clients.proxy(InternalContract.class, SERVER, base);

            assertThat(contract.ask(new InternalContract.Question("who am I?")))
                    .isEqualTo(new InternalContract.Answer("who am I?", "endorser/2"));
            assertThat(contract.echo(new byte[] {1, 2, 3})).containsExactly(1, 2, 3);
        }
    }

    @Test
    void carriesTheTraceToThePeer() {
        var trace = TraceContext.create();
        try (var clients = clients(TestNetwork.HERE, ENDORSER);
                var _ = trace.open()) {
            String answer = clients.client(SERVER, base)
                    .get()
                    .uri("/internal/caller")
                    .retrieve()
                    .body(String.class);

            assertThat(answer).isEqualTo("endorser/2 endorser/2 " + trace.traceId());
        }
    }

    @Test
    void refusesARoleThatIsNotNamed() {
        try (var clients = clients(TestNetwork.HERE, COMMITTER)) {
            InternalContract contract = clients.proxy(InternalContract.class, SERVER, base);

            assertThatThrownBy(() -> contract.ask(new InternalContract.Question("x")))
                    .isInstanceOfSatisfying(HttpClientErrorException.class, refused -> {
                        assertThat(refused.getStatusCode().value()).isEqualTo(403);
                        assertThat(refused.getResponseBodyAsString()).contains("urn:florin:problem:forbidden");
                    });
        }
    }

    @Test
    void refusesEverybodyWhereNoRoleIsNamed() {
        try (var clients = clients(TestNetwork.HERE, ENDORSER)) {
            var client = clients.client(SERVER, base);

            assertThatThrownBy(() ->
                            client.get().uri("/internal/unmarked").retrieve().body(String.class))
                    .isInstanceOf(HttpClientErrorException.Forbidden.class);
            assertThatThrownBy(() ->
                            client.get().uri("/internal/nothing").retrieve().body(String.class))
                    .isInstanceOf(HttpClientErrorException.NotFound.class);
        }
    }

    @Test
    void servesNothingElseOnTheInternalPort() {
        try (var clients = clients(TestNetwork.HERE, ENDORSER)) {
            var client = clients.client(SERVER, base);

            for (String path : new String[] {"/v1/open/trace", "/actuator/health", "/", "/console"}) {
                assertThatThrownBy(() -> client.get().uri(path).retrieve().body(String.class))
                        .as(path)
                        .isInstanceOf(HttpClientErrorException.NotFound.class);
            }
        }
    }

    @Test
    void servesNothingInternalOnThePublicPort() throws Exception {
        int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/internal/committers"))
                    .build();

            assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void saysThatItCannotCheckATokenWhileTheIssuerIsAway() throws Exception {
        int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (var issuer = new TestIssuer();
                var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/me"))
                    .header("Authorization", "Bearer " + issuer.token("alice"))
                    .build();
            var response = http.send(request, BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("urn:florin:problem:unavailable");
        }
    }

    @Test
    void refusesACallerWithoutCertificate() throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {TestNetwork.HERE.node(ENDORSER).networkTrust()}, new SecureRandom());
        try (var http = HttpClient.newBuilder().sslContext(context).build()) {
            var request = HttpRequest.newBuilder(base.resolve("/internal/caller"))
                    .timeout(Patience.LIMIT)
                    .build();

            assertThatThrownBy(() -> http.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(SSLException.class);
        }
    }

    /// A question that is no GET is not asked again by itself, so a port that closes early fails it.
    @Test
    void waitsForACallerThatIsSlowerThanItConnectsItself() throws Exception {
        NodeTls tls = TestNetwork.HERE.node(ENDORSER);
        SSLContext context = tls.context(tls.networkTrust());
        try (Socket socket = context.getSocketFactory().createSocket("127.0.0.1", base.getPort())) {
            socket.setSoTimeout(1_000);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .as("still open, and silent")
                    .isInstanceOf(SocketTimeoutException.class);

            socket.setSoTimeout(Math.toIntExact(Patience.LIMIT.toMillis()));
            socket.getOutputStream()
                    .write("GET /internal/caller HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void refusesACallerOfAnotherNetworkEvenOfTheSameName() throws Exception {
        TrustManager trustHere = TestNetwork.HERE.node(ENDORSER).networkTrust();
        SSLContext context = TestNetwork.ELSEWHERE.node(ENDORSER).context(trustHere);
        try (var http = HttpClient.newBuilder().sslContext(context).build()) {
            var request = HttpRequest.newBuilder(base.resolve("/internal/caller"))
                    .timeout(Patience.LIMIT)
                    .build();

            assertThatThrownBy(() -> http.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(SSLException.class);
        }
    }

    @Test
    void talksToNobodyButTheNodeItExpects() {
        try (var clients = clients(TestNetwork.HERE, ENDORSER)) {
            var client = clients.client(new Peer(NodeRole.ENDORSER, 3), base);

            assertThatThrownBy(() ->
                            client.get().uri("/internal/caller").retrieve().body(String.class))
                    .isInstanceOf(ResourceAccessException.class)
                    .hasStackTraceContaining("is endorser/1, expected endorser/3");
            assertThatThrownBy(() -> clients.client(SERVER, base)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void talksToNobodyOfAnotherNetwork() {
        try (var clients = clients(TestNetwork.ELSEWHERE, ENDORSER)) {
            var client = clients.client(SERVER, base);

            assertThatThrownBy(() ->
                            client.get().uri("/internal/caller").retrieve().body(String.class))
                    .isInstanceOf(ResourceAccessException.class);
        }
    }

    private static InternalClients clients(TestNetwork network, Peer self) {
        return new InternalClients(network.node(self), StrictJson.mapper(), Patience.LIMIT, Patience.LIMIT);
    }
}
