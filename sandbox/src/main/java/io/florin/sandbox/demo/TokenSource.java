package io.florin.sandbox.demo;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/// Access tokens of one machine client, fetched by client credentials and kept until shortly before they expire.
public final class TokenSource {
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final RestClient issuer;
    private final String client;
    private final String secret;
    private final Map<String, String> parameters;
    private final InstantSource clock;
    private String token = "";
    private Instant until = Instant.EPOCH;

    public TokenSource(URI issuer, String client, String secret, InstantSource clock) {
        this(issuer, client, secret, Map.of(), clock);
    }

    /// @param parameters of the request for a token, beside the grant
    public TokenSource(URI issuer, String client, String secret, Map<String, String> parameters, InstantSource clock) {
        this.issuer = RestClient.create(issuer.toString());
        this.client = client;
        this.secret = secret;
        this.parameters = Map.copyOf(parameters);
        this.clock = clock;
    }

    public synchronized String token() {
        if (clock.instant().isAfter(until)) {
            fetch();
        }
        return token;
    }

    private void fetch() {
        var form = new LinkedMultiValueMap<String, String>();
        form.add("grant_type", "client_credentials");
        parameters.forEach(form::add);
        JsonNode answer = issuer.post()
                .uri("/oauth2/token")
                .headers(headers -> headers.setBasicAuth(client, secret))
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body(form)
                .retrieve()
                .body(JsonNode.class);
        if (answer == null) {
            throw new IllegalStateException("the issuer answered nothing");
        }
        token = answer.path("access_token").asString("");
        until = clock.instant()
                .plusSeconds(answer.path("expires_in").asLong(60))
                .minus(MARGIN);
    }
}
