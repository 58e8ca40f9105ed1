package io.florin.runtime.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/// Clients of other services' public ports: a time limit for connecting and for the answer, the trace id passed on.
/// Whoever uses one closes it; it is not a bean of every service.
public final class PublicClients implements AutoCloseable {
    private final ExecutorService threads;
    private final HttpClient http;
    private final JsonMapper json;
    private final Duration readTimeout;

    public PublicClients(JsonMapper json, Duration connectTimeout, Duration readTimeout) {
        this.threads = Executors.newVirtualThreadPerTaskExecutor();
        this.json = json;
        this.readTimeout = readTimeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(threads)
                .build();
    }

    public RestClient client(URI base) {
        return OutboundCalls.client(base, new WholeAnswers(http, readTimeout), json);
    }

    /// The `@HttpExchange` interface of the service at an address.
    public <T> T proxy(Class<T> contract, URI base) {
        return OutboundCalls.proxy(contract, client(base));
    }

    /// The same for a committer, whose answers count only if it signed them.
    public <T> T proxy(Class<T> contract, URI base, SignedAnswerCheck check) {
        RestClient checked = client(base)
                .mutate()
                .requestInterceptors(interceptors -> interceptors.addFirst(check))
                .build();
        return OutboundCalls.proxy(contract, checked);
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
        threads.shutdownNow();
    }
}
