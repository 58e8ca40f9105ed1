package io.florin.sandbox.demo;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/// One bank's REST API as a bank's own systems use it.
public final class BankClient {
    private final RestClient rest;

    public BankClient(URI base, TokenSource tokens) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory();
        requests.setReadTimeout(Duration.ofSeconds(60));
        this.rest = RestClient.builder()
                .baseUrl(base.toString())
                .requestFactory(requests)
                .requestInitializer(request -> request.getHeaders().setBearerAuth(tokens.token()))
                .build();
    }

    public JsonNode get(String path) {
        return required(rest.get().uri(path).retrieve().body(JsonNode.class), path);
    }

    public String getText(String path) {
        return required(rest.get().uri(path).retrieve().body(String.class), path);
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

    /// A request that must happen once: repeating it with the same key is harmless.
    public JsonNode once(String path, String key, Map<String, ?> body) {
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

    private static <T> T required(@org.jspecify.annotations.Nullable T answer, String path) {
        if (answer == null) {
            throw new IllegalStateException("no answer from " + path);
        }
        return answer;
    }
}
