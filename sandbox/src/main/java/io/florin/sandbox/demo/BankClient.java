package io.florin.sandbox.demo;

import io.florin.runtime.http.WholeAnswers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/// One bank's REST API as a bank's own systems use it.
public final class BankClient {
    private static final int REFUSED = 400;
    private static final Duration CONNECTED_WITHIN = Duration.ofSeconds(10);
    private static final int TRIES_MAX = 300;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);

    private final RestClient rest;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECTED_WITHIN)
            .build();
    private final URI base;
    private final TokenSource tokens;
    private final Duration answerWithin;

    public BankClient(URI base, TokenSource tokens) {
        this(base, tokens, ANSWER_WITHIN);
    }

    BankClient(URI base, TokenSource tokens, Duration answerWithin) {
        this.base = base;
        this.tokens = tokens;
        this.answerWithin = answerWithin;
        this.rest = RestClient.builder()
                .baseUrl(base.toString())
                .requestFactory(new WholeAnswers(http, answerWithin))
                .requestInitializer(request -> request.getHeaders().setBearerAuth(tokens.token()))
                .build();
    }

    public JsonNode get(String path) {
        return required(rest.get().uri(path).retrieve().body(JsonNode.class), path);
    }

    public String getText(String path) {
        return required(rest.get().uri(path).retrieve().body(String.class), path);
    }

    /// The lines of an answer as they come, for as long as it lasts.
    ///
    /// @throws UncheckedIOException when there is no connection or no beginning of an answer in time, or it breaks
    public Stream<String> lines(String path) {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .header(HttpHeaders.AUTHORIZATION, "Bearer " + tokens.token())
                .timeout(answerWithin) // until the headers are there, not the lines
                .build();
        try {
            HttpResponse<Stream<String>> answer = http.send(request, HttpResponse.BodyHandlers.ofLines());
            if (answer.statusCode() >= REFUSED) {
                answer.body().close();
                throw new IllegalStateException(path + " is answered with " + answer.statusCode());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    public JsonNode post(String path, Map<String, ?> body) {
        return required(
                rest.post()
                        .uri(path)
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(body)
                        .retrieve()
                        .body(JsonNode.class),
                path);
    }

    /// A request that must happen once: repeating it with the same key is harmless. Who is told that there is no room
    /// asks again when it was told to.
    public JsonNode once(String path, String key, Map<String, ?> body) {
        for (int tries = 1; tries < TRIES_MAX; tries++) {
            try {
                return asked(path, key, body);
            } catch (HttpClientErrorException.TooManyRequests full) {
                pause(full.getResponseHeaders());
            }
        }
        return asked(path, key, body);
    }

    private static void pause(@Nullable HttpHeaders headers) {
        String seconds = headers == null ? null : headers.getFirst(HttpHeaders.RETRY_AFTER);
        try {
            Thread.sleep(Duration.ofSeconds(seconds == null ? 1 : Long.parseLong(seconds)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private JsonNode asked(String path, String key, Map<String, ?> body) {
        return required(
                rest.post()
                        .uri(path)
                        .header("Idempotency-Key", key)
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(body)
                        .retrieve()
                        .body(JsonNode.class),
                path);
    }

    public JsonNode postXml(String path, byte[] xml) {
        return required(
                rest.post()
                        .uri(path)
                        .contentType(MediaType.APPLICATION_XML)
                        .body(xml)
                        .retrieve()
                        .body(JsonNode.class),
                path);
    }

    private static <T> T required(@Nullable T answer, String path) {
        if (answer == null) {
            throw new IllegalStateException("no answer from " + path);
        }
        return answer;
    }
}
