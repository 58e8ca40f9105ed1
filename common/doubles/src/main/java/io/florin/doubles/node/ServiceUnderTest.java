package io.florin.doubles.node;

import io.florin.doubles.login.TokenIssuer;
import io.florin.identity.NodeIdentity;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.InternalPort;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;

/// A service on real ports with a database and an issuer of its own, as people, clients and nodes of its network call
/// it.
public final class ServiceUnderTest implements AutoCloseable {

    private final Peer self;
    private final Path network;
    private final String kafka;
    private final PostgresUnderTest postgres;
    private final TokenIssuer issuer = new TokenIssuer();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Peer, InternalClients> clients = new HashMap<>();
    private @Nullable ConfigurableApplicationContext context;

    /// @param network directory of the network's material
    /// @param database name of the database
    public ServiceUnderTest(Peer self, Path network, String database, String kafkaBootstrapServers) {
        this.self = self;
        this.network = network;
        this.kafka = kafkaBootstrapServers;
        this.postgres = PostgresUnderTest.start(database);
    }

    /// @param config name of its yaml file
    /// @param settings beside those that every service needs, as `--name=value`; they win over those, the last one over
    ///     others of its name: Spring would join them
    public void start(Class<?> application, String config, List<String> settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--florin.metrics.token=metrics-of-a-test",
                "--server.address=127.0.0.1",
                "--spring.datasource.url=" + postgres.jdbcUrl(),
                "--spring.datasource.username=" + postgres.username(),
                "--spring.datasource.password=" + postgres.password(),
                "--florin.network.directory=" + network,
                "--florin.kafka.bootstrap-servers=" + kafka,
                "--florin.oidc.issuer=" + issuer.issuer(),
                "--florin.oidc.client-id=" + TokenIssuer.CLIENT,
                "--florin.oidc.client-secret=secret"));
        arguments.addAll(settings);
        Map<String, String> byName = new LinkedHashMap<>();
        arguments.forEach(argument -> byName.put(argument.substring(0, argument.indexOf('=')), argument));
        context = FlorinService.runEmbedded(application, config, byName.values().toArray(String[]::new));
    }

    public void stop() {
        context().close();
    }

    public ConfigurableApplicationContext context() {
        if (context == null) {
            throw new IllegalStateException("not started");
        }
        return context;
    }

    public PostgresUnderTest postgres() {
        return postgres;
    }

    public TokenIssuer issuer() {
        return issuer;
    }

    public URI base() {
        return URI.create("http://127.0.0.1:"
                + context().getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    /// An internal API of the service as a node of the network calls it.
    public <T> T as(Peer caller, Class<T> api) {
        InternalClients connection = clients.computeIfAbsent(
                caller,
                peer -> new InternalClients(
                        NodeIdentity.load(network, peer).tls(), StrictJson.mapper(), Patience.LIMIT, Patience.LIMIT));
        URI internal = URI.create(
                "https://127.0.0.1:" + context().getBean(InternalPort.class).value());
        return connection.proxy(api, self, internal);
    }

    /// @param token empty for nobody's
    public HttpResponse<String> get(String path, String token) {
        return send(request(path, token).build());
    }

    public HttpResponse<String> post(String path, String token, String json) {
        return post(path, token, json, Map.of());
    }

    public HttpResponse<String> post(String path, String token, String json, Map<String, String> headers) {
        HttpRequest.Builder request = request(path, token);
        headers.forEach(request::header);
        return send(request.header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build());
    }

    private HttpRequest.Builder request(String path, String token) {
        var request = HttpRequest.newBuilder(URI.create(base() + path)).timeout(Patience.LIMIT);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        clients.values().forEach(InternalClients::close);
        http.close();
        if (context != null) {
            context.close();
        }
        issuer.close();
        postgres.close();
    }
}
