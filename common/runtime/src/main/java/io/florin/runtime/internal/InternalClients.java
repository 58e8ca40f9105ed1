package io.florin.runtime.internal;

import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.http.WholeAnswers;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/// Clients of other nodes' internal ports: this node's certificate, the other's identity checked against the one
/// expected, a time limit for connecting and for the answer, the trace id passed on.
///
/// A peer that does not answer shows as `ResourceAccessException`, one that refuses as `RestClientResponseException`.
public final class InternalClients implements AutoCloseable {
    private static final int HTTPS_PORT = 443;

    private final ExpectedPeers peers;
    private final ExecutorService threads;
    private final HttpClient http;
    private final JsonMapper json;
    private final Duration readTimeout;

    public InternalClients(NodeTls tls, JsonMapper json, Duration connectTimeout, Duration readTimeout) {
        this.peers = new ExpectedPeers(tls);
        this.threads = Executors.newVirtualThreadPerTaskExecutor();
        this.json = json;
        this.readTimeout = readTimeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(tls.context(peers))
                .executor(threads)
                .build();
    }

    /// A client of one node at an address, with the usual time limit for answers.
    public RestClient client(Peer expected, URI base) {
        return client(expected, base, readTimeout);
    }

    /// A client with a time limit of its own, for calls that wait on purpose.
    public RestClient client(Peer expected, URI base, Duration answerWithin) {
        if (!"https".equals(base.getScheme()) || base.getHost() == null) {
            throw new IllegalArgumentException("an internal address begins with https://: " + base);
        }
        peers.expect(base.getHost(), base.getPort() < 0 ? HTTPS_PORT : base.getPort(), expected);
        return OutboundCalls.client(base, new WholeAnswers(http, answerWithin), json);
    }

    /// The `@HttpExchange` interface of one node at an address.
    public <T> T proxy(Class<T> contract, Peer expected, URI base) {
        return proxy(contract, expected, base, readTimeout);
    }

    /// The interface with a time limit of its own for answers.
    public <T> T proxy(Class<T> contract, Peer expected, URI base, Duration answerWithin) {
        return OutboundCalls.proxy(contract, client(expected, base, answerWithin));
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
        threads.shutdownNow();
    }
}
