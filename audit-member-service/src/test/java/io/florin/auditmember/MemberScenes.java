package io.florin.auditmember;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.florin.decisions.DecisionFormat;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.LogEnd;
import io.florin.doubles.login.AllPages;
import io.florin.doubles.login.Browser;
import io.florin.doubles.login.TokenIssuer;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.Patience;
import io.florin.testkit.PostgresUnderTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A member of the audit authority as a process: ports, sign-in, keys made by ceremony, a database of its own.
abstract class MemberScenes {

    /// The files name the issuer of a sandbox whose ports are not moved.
    static final String SANDBOX_ISSUER = "http://127.0.0.1:17000";

    static final NamespaceId CURRENCY = new NamespaceId(1);
    static final String CLIENT = "audit-member-2";
    static final String TRANSACTION = "ab".repeat(32);
    static final String UNSIGNED = "cd".repeat(32);
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    static Genesis genesis;
    static Path network;
    static HttpServer committer;
    static PostgresUnderTest postgres;
    static TokenIssuer issuer;
    static HttpClient http;
    static ConfigurableApplicationContext member;
    static URI base;
    static URI internal;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        network = directory.resolve("network");
        genesis = NetworkMaterial.create(
                NetworkPlan.demoWithPassiveAudit("test-net", PrivacyModel.CONFIDENTIAL),
                network,
                new SecureRandom(),
                Instant.now());
        postgres = PostgresUnderTest.start("audit_member");
        issuer = new TokenIssuer();
        http = HttpClient.newHttpClient();
        committer = unsignedCommitter();
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        internal = URI.create("https://127.0.0.1:" + port);
        member = FlorinService.runEmbedded(
                AuditMemberApplication.class,
                "audit-member-service",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--florin.network.directory=" + network,
                "--florin.node.id=2",
                "--florin.audit-member.directory=" + network.resolve("data"),
                "--florin.internal.port=" + port,
                "--spring.datasource.url=" + postgres.jdbcUrl(),
                "--spring.datasource.username=" + postgres.username(),
                "--spring.datasource.password=" + postgres.password(),
                "--florin.oidc.issuer=" + issuer.issuer(),
                "--florin.oidc.client-id=" + TokenIssuer.CLIENT,
                "--florin.oidc.client-secret=secret",
                "--florin.endpoints.committers[0].id=1",
                "--florin.endpoints.committers[0].api=http://127.0.0.1:"
                        + committer.getAddress().getPort());
        base = URI.create(
                "http://127.0.0.1:" + member.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    /// A committer that knows one transaction only and answers without a signature.
    static HttpServer unsignedCommitter() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean known = exchange.getRequestURI().getPath().contains(UNSIGNED);
            exchange.sendResponseHeaders(known ? 200 : 404, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    @AfterAll
    static void stop() {
        member.close();
        committer.stop(0);
        http.close();
        issuer.close();
        postgres.close();
    }

    /// Cases on all pages of a list of the interface.
    static List<String> pages(String path) throws Exception {
        AllPages.Reader reader = next -> {
            HttpResponse<String> page = get(next, officer("jo", 2));
            return page.body() + page.headers().firstValue("Link").orElse("");
        };
        return AllPages.of(path, reader, "\"LIST-(\\d+)\"", "<(/v1/[^>]+)>; rel=\"next\"");
    }

    /// Cases on all pages of a list of the console.
    static List<String> pages(Browser person, String list) throws Exception {
        AllPages.Reader reader = next -> person.get(next)
                .body()
                .replaceFirst("(?s).* id=\"" + list + "\"", "")
                .replaceFirst("(?s)<h2.*", "");
        return AllPages.of("/console/cases", reader, ">LIST-(\\d+)<", "href=\"([^\"]+)\">Next page");
    }

    static Browser signedIn(String name, String role, String organisation) throws Exception {
        return new Browser(base).signInAt(issuer, organisation, name, role);
    }

    /// Where the answer leads.
    static String ask(Browser person, String reference, Map<String, String> scope) throws Exception {
        Map<String, String> form = new HashMap<>(scope);
        form.put("reference", reference);
        form.put("reason", "fraud");
        return URI.create(person.post("/console/cases", "/console/cases", form)
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .getPath();
    }

    /// The table of a page with this id.
    static String row(String page, String id) {
        int start = page.indexOf("id=\"" + id + "\"");
        assertThat(start).as(id).isPositive();
        return page.substring(start, page.indexOf("</table>", start));
    }

    static Path logEnd() {
        return network.resolve("data").resolve("log-end");
    }

    static DecisionStore restarted(Path end) {
        NodeIdentity node = member.getBean(NodeIdentity.class);
        return new DecisionStore(
                new DecisionFormat("audit-member-log", false, 7_302),
                member.getBean(JdbcClient.class),
                node.networkId(),
                node.key(),
                InstantSource.system(),
                LogEnd.in(end));
    }

    static int refused(AuditMemberInternalApi api, ShareRequest request) {
        try {
            api.shares(request);
            return 200;
        } catch (HttpClientErrorException refused) {
            return refused.getStatusCode().value();
        }
    }

    static InternalClients clients(Peer peer) {
        return new InternalClients(
                NodeIdentity.load(network, peer).tls(), StrictJson.mapper(), Patience.LIMIT, Patience.LIMIT);
    }

    static AuditMemberInternalApi api(InternalClients clients) {
        return clients.proxy(AuditMemberInternalApi.class, new Peer(NodeRole.AUDIT_MEMBER, 2), internal);
    }

    static String officer(String name, int organisation) throws Exception {
        return issuer.tokenAt("audit-member-" + organisation, name, "audit-officer");
    }

    static HttpResponse<String> get(String path, String token) throws Exception {
        return send(HttpRequest.newBuilder(base.resolve(path)), token);
    }

    static JsonNode post(String path, String body, String token) throws Exception {
        return JSON.readTree(send(
                        HttpRequest.newBuilder(base.resolve(path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)),
                        token)
                .body());
    }

    static HttpResponse<String> send(HttpRequest.Builder request, String token) throws Exception {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
