package io.florin.auditmember;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.decisions.Decision;
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
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.AuditMemberInternalApi.KeyCheck;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.api.AuditSession;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.service.FlorinService;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A member of the audit authority as a process: ports, sign-in, keys made by ceremony, a database of its own.
class AuditMemberIT {
    /// The files name the issuer of a sandbox whose ports are not moved.
    private static final String SANDBOX_ISSUER = "http://127.0.0.1:17000";

    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String CLIENT = "audit-member-2";
    private static final String TRANSACTION = "ab".repeat(32);
    private static final String UNSIGNED = "cd".repeat(32);
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private static Genesis genesis;
    private static Path network;
    private static HttpServer committer;
    private static PostgresUnderTest postgres;
    private static TokenIssuer issuer;
    private static HttpClient http;
    private static ConfigurableApplicationContext member;
    private static URI base;
    private static URI internal;

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
    private static HttpServer unsignedCommitter() throws IOException {
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

    @Test
    void twoPersonsOfTheOrganisationOpenACaseAndEverythingIsWritten() throws Exception {
        String form = "{\"reference\":\"AZ-1\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}";
        assertThat(post("/v1/cases", form, officer("ines", 2)).get("state").asString())
                .isEqualTo("ASKED");
        assertThat(post("/v1/cases/AZ-1/approval", "{}", officer("ines", 2))
                        .get("code")
                        .asString())
                .isEqualTo("second-person-needed");
        assertThat(post("/v1/cases/AZ-1/approval", "{}", officer("jo", 2))
                        .get("state")
                        .asString())
                .isEqualTo("OPEN");
        assertThat(post("/v1/cases", form, officer("jo", 2)).get("code").asString())
                .isEqualTo("case-exists");
        assertThat(JSON.readTree(get("/v1/cases", officer("jo", 2)).body()))
                .filteredOn(one -> one.get("reference").asString().equals("AZ-1"))
                .singleElement()
                .satisfies(one -> assertThat(one.get("scope").asString()).isEqualTo("transaction " + TRANSACTION));
        assertThat(post("/v1/cases/AZ-1/end", "{\"reason\":\"closed\"}", officer("ines", 2))
                        .get("state")
                        .asString())
                .isEqualTo("ENDED");
        assertThat(JSON.readTree(get("/v1/decisions", officer("jo", 2)).body()))
                .filteredOn(entry -> entry.get("subject").asString().equals("case/AZ-1"))
                .extracting(entry -> entry.get("action").asString() + " "
                        + entry.get("actor").asString())
                .containsExactly("case-ended person:ines", "case-approved person:jo", "case-asked person:ines");
        assertThat(JSON.readTree(get("/v1/decisions/check", officer("jo", 2)).body())
                        .get("intact")
                        .asBoolean())
                .isTrue();
        assertThat(get("/actuator/health/ready", "").statusCode()).isEqualTo(200);
    }

    @Test
    void twoPersonsDecideOnPagesAndNobodyDecidesAlone() throws Exception {
        try (Browser ines = signedIn("ines", "audit-officer", CLIENT);
                Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            assertThat(ask(ines, "AZ-P1", Map.of("transaction", TRANSACTION))).isEqualTo("/console/cases/AZ-P1");
            String own = ines.get("/console/cases/AZ-P1").body();
            assertThat(own)
                    .contains(
                            "Another person of this organisation has to approve it",
                            "by this member&#39;s own sight no such transaction is committed")
                    .doesNotContain("Approve: open this case");
            assertThat(row(ines.get("/console/cases").body(), "own")).contains("AZ-P1");
            assertThat(row(jo.get("/console/cases").body(), "waiting")).contains("AZ-P1", "transaction " + TRANSACTION);
            // who asked for it sends the form all the same
            ines.post("/console/cases/AZ-P1", "/console/cases/AZ-P1/approval", Map.of());
            assertThat(ines.get("/console/cases/AZ-P1").body())
                    .contains("Who asked for a case does not approve it.", ">ASKED<");

            assertThat(jo.get("/console/cases/AZ-P1").body()).contains("Approve: open this case", "Refuse");
            jo.post("/console/cases/AZ-P1", "/console/cases/AZ-P1/approval", Map.of());
            assertThat(jo.get("/console/cases/AZ-P1").body())
                    .contains(">OPEN<", "person:jo", "case-approved", "End this case for ever")
                    .doesNotContain("Approve: open this case");
            ines.post("/console/cases/AZ-P1", "/console/cases/AZ-P1/end", Map.of("reason", "closed"));
            assertThat(ines.get("/console/cases/AZ-P1").body())
                    .contains(">ENDED<", "case-ended")
                    .doesNotContain("What it opens", "End this case");
        }
    }

    @Test
    void whatACommitterDidNotSignIsAsIfItHadNotAnswered() throws Exception {
        try (Browser ines = signedIn("ines", "audit-officer", CLIENT)) {
            assertThat(ask(ines, "AZ-P6", Map.of("transaction", UNSIGNED))).isEqualTo("/console/cases/AZ-P6");

            assertThat(ines.get("/console/cases/AZ-P6").body())
                    .contains("cannot be seen now")
                    .doesNotContain("no such transaction is committed");
        }
    }

    @Test
    void aRefusedCaseNeverOpens() throws Exception {
        try (Browser ines = signedIn("ines", "audit-officer", CLIENT);
                Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            Map<String, String> person = Map.of("enrollment", "00".repeat(31) + "05", "first", "10", "last", "19");
            assertThat(ask(ines, "AZ-P2", person)).isEqualTo("/console/cases/AZ-P2");
            assertThat(jo.get("/console/cases/AZ-P2").body())
                    .contains("whoever it is", "10 to 19", "00".repeat(31) + "05");

            jo.post("/console/cases/AZ-P2", "/console/cases/AZ-P2/refusal", Map.of("reason", "no <b>order</b>"));

            assertThat(row(jo.get("/console/cases").body(), "ended")).contains("AZ-P2");
            assertThat(jo.get("/console/cases/AZ-P2").body())
                    .contains("case-refused", "no &lt;b&gt;order&lt;/b&gt;", ">ENDED<");
            assertThat(post("/v1/cases/AZ-P2/approval", "{}", officer("jo", 2))
                            .get("code")
                            .asString())
                    .isEqualTo("case-not-asked");
            assertThat(post("/v1/cases/AZ-P2/refusal", "{\"reason\":\"again\"}", officer("jo", 2))
                            .get("code")
                            .asString())
                    .isEqualTo("case-not-asked");
            assertThat(ask(ines, "AZ-P2", person))
                    .as("one reference is one case")
                    .isEqualTo("/console/cases");
            assertThat(ask(ines, "AZ-P3", Map.of("enrollment", "05", "first", "10", "last", "19")))
                    .isEqualTo("/console/cases");
            assertThat(ines.get("/console/cases").body()).contains("Ids have 64 hexadecimal digits");
        }
    }

    @Test
    void theLogIsOnAPageWithItsHashesAndItsCheck() throws Exception {
        post(
                "/v1/cases",
                "{\"reference\":\"AZ-P4\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}",
                officer("ines", 2));
        try (Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            jo.post("/console/log", "/console/log/check", Map.of());
            String log = jo.get("/console/log").body();
            String hash = JSON.readTree(
                            get("/v1/decisions?limit=1", officer("jo", 2)).body())
                    .get(0)
                    .get("hash")
                    .asString();
            assertThat(log)
                    .contains("Every entry is as it was written (", "case/AZ-P4", hash)
                    .doesNotContain("The log is broken");
            JdbcClient jdbc = member.getBean(JdbcClient.class);
            jdbc.sql("alter table decision disable trigger user").update();
            jdbc.sql("update decision set actor = 'person:jo' where subject = 'case/AZ-P4'")
                    .update();
            try {
                jo.post("/console/log", "/console/log/check", Map.of());
                assertThat(jo.get("/console/log").body()).contains("The log is broken", "was changed");
                assertThat(jo.get("/console/cases").body())
                        .contains("No share is given until people have found out why");
            } finally {
                jdbc.sql("update decision set actor = 'person:ines' where subject = 'case/AZ-P4'")
                        .update();
                jdbc.sql("alter table decision enable trigger user").update();
                jo.post("/console/log", "/console/log/check", Map.of());
            }
            assertThat(jo.get("/console/log").body()).contains("Every entry is as it was written (");
        }
    }

    @Test
    void itsPagesAreForItsOwnPeopleAndViewersOnlyRead() throws Exception {
        post(
                "/v1/cases",
                "{\"reference\":\"AZ-P5\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}",
                officer("ines", 2));
        try (Browser nobody = new Browser(base);
                Browser other = signedIn("lee", "audit-officer", "audit-member-1");
                Browser none = signedIn("kim", "audit-officer", "");
                Browser auditor = signedIn("ada", "auditor", CLIENT);
                Browser viewer = signedIn("vic", "audit-viewer", CLIENT)) {
            assertThat(nobody.get("/console/cases").statusCode()).isEqualTo(302);
            for (Browser stranger : List.of(other, none, auditor)) {
                for (String page : List.of("/console", "/console/cases", "/console/cases/AZ-P5", "/console/log")) {
                    assertThat(stranger.get(page).statusCode()).as(page).isEqualTo(403);
                }
            }
            for (String page : List.of("/console/cases", "/console/cases/AZ-P5", "/console/log")) {
                HttpResponse<String> shown = viewer.get(page);
                assertThat(shown.statusCode()).as(page).isEqualTo(200);
                assertThat(shown.headers().firstValue("Content-Security-Policy").orElse(""))
                        .contains("default-src 'self'");
                assertThat(shown.body())
                        .contains("/console/assets/console.css")
                        .doesNotContain(
                                "<style", "style=", "<script>", "Approve: open", "Ask for the case", "Check now");
            }
            assertThat(viewer.post("/console/cases", "/console/cases/AZ-P5/approval", Map.of())
                            .statusCode())
                    .isEqualTo(403);
            assertThat(nobody.get("/console/assets/console.css").statusCode()).isEqualTo(200);
            assertThat(viewer.get("/console/cases/AZ-NONE").statusCode()).isEqualTo(404);
        }
        String viewer = issuer.tokenAt(CLIENT, "vic", "audit-viewer");
        for (String path : List.of("/v1/cases", "/v1/cases/AZ-P5", "/v1/decisions", "/v1/decisions/check")) {
            assertThat(get(path, viewer).statusCode()).as(path).isEqualTo(200);
        }
        for (String act : List.of("", "/AZ-P5/approval", "/AZ-P5/refusal", "/AZ-P5/end")) {
            assertThat(post("/v1/cases" + act, "{}", viewer).get("status").asInt())
                    .as(act)
                    .isEqualTo(403);
        }
        assertThat(JSON.readTree(get("/v1/cases/AZ-P5", viewer).body())
                        .get("state")
                        .asString())
                .isEqualTo("ASKED");
    }

    /// More than a page of the interface of those that ended, and than one of the console of those that wait.
    @Test
    void listsAreReadToTheLastCase() throws Exception {
        var scope = new CaseScope.OfTransaction(TransactionId.fromHex(TRANSACTION));
        DecisionStore log = member.getBean(DecisionStore.class);
        new TransactionTemplate(member.getBean(PlatformTransactionManager.class)).executeWithoutResult(_ -> {
            for (int i = 0; i < 630; i++) {
                String subject = AuditCase.subject("LIST-" + i);
                log.append(new Decision("person:ines", AuditCase.ASKED, subject, AuditCase.detail(scope, "noise")));
                if (i < 520) {
                    log.append(new Decision("person:jo", AuditCase.REFUSED, subject, "noise"));
                }
            }
        });

        assertThat(pages("/v1/cases?select=ended")).hasSize(520);
        assertThat(pages("/v1/cases?limit=200")).hasSize(630);
        assertThat(get("/v1/cases?select=live", officer("jo", 2)).statusCode()).isEqualTo(400);
        assertThat(get("/v1/cases?before=3", officer("jo", 2)).statusCode()).isEqualTo(400);
        try (Browser jo = signedIn("jo", "audit-officer", CLIENT)) {
            assertThat(pages(jo, "waiting")).hasSize(110);
            assertThat(pages(jo, "ended")).hasSize(520);
        }
    }

    /// Cases on all pages of a list of the interface.
    private static List<String> pages(String path) throws Exception {
        AllPages.Reader reader = next -> {
            HttpResponse<String> page = get(next, officer("jo", 2));
            return page.body() + page.headers().firstValue("Link").orElse("");
        };
        return AllPages.of(path, reader, "\"LIST-(\\d+)\"", "<(/v1/[^>]+)>; rel=\"next\"");
    }

    /// Cases on all pages of a list of the console.
    private static List<String> pages(Browser person, String list) throws Exception {
        AllPages.Reader reader = next -> person.get(next)
                .body()
                .replaceFirst("(?s).* id=\"" + list + "\"", "")
                .replaceFirst("(?s)<h2.*", "");
        return AllPages.of("/console/cases", reader, ">LIST-(\\d+)<", "href=\"([^\"]+)\">Next page");
    }

    private static Browser signedIn(String name, String role, String organisation) throws Exception {
        return new Browser(base).signInAt(issuer, organisation, name, role);
    }

    /// Where the answer leads.
    private static String ask(Browser person, String reference, Map<String, String> scope) throws Exception {
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
    private static String row(String page, String id) {
        int start = page.indexOf("id=\"" + id + "\"");
        assertThat(start).as(id).isPositive();
        return page.substring(start, page.indexOf("</table>", start));
    }

    /// As after a restart with a database that was put back to an earlier moment: the log is whole and its head signed.
    @Test
    void aDatabasePutBackToAnEarlierMomentIsFoundByTheFileOfTheNode() throws Exception {
        String form = "{\"reference\":\"AZ-5\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}";
        post("/v1/cases", form, officer("ines", 2));
        Path copy = Files.copy(logEnd(), network.resolve("earlier"));
        long entries = member.getBean(DecisionStore.class).check().entries();
        post("/v1/cases/AZ-5/end", "{\"reason\":\"closed\"}", officer("ines", 2));

        assertThat(restarted(logEnd()).check().intact()).isTrue();
        String later = Files.readString(logEnd());
        assertThat(later).startsWith((entries + 1) + " ").isNotEqualTo(Files.readString(copy));
        Path ahead =
                Files.writeString(network.resolve("ahead"), later.replaceFirst("^[0-9]+", Long.toString(entries + 2)));
        assertThat(restarted(ahead).check().brokenAt())
                .as("the database lacks the last entry")
                .isEqualTo(entries + 2);
        Path other = Files.writeString(network.resolve("other"), later.replaceFirst("^[0-9]+", Long.toString(entries)));
        assertThat(restarted(other).check().brokenAt())
                .as("it went on in another way from there")
                .isEqualTo(entries);
    }

    private static Path logEnd() {
        return network.resolve("data").resolve("log-end");
    }

    private static DecisionStore restarted(Path end) {
        NodeIdentity node = member.getBean(NodeIdentity.class);
        return new DecisionStore(
                new DecisionFormat("audit-member-log", false, 7_302),
                member.getBean(JdbcClient.class),
                node.networkId(),
                node.key(),
                InstantSource.system(),
                LogEnd.in(end));
    }

    @Test
    void refusesFormsThatSayTooLittleOrTooMuch() throws Exception {
        for (String form : List.of(
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\"}",
                "{\"reference\":\"AZ-9\",\"reason\":\" \",\"transactionId\":\"" + TRANSACTION + "\"}",
                "{\"reference\":\"AZ 9\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}",
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\",\"transactionId\":\"ab\"}",
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\",\"enrollmentId\":\"" + "00".repeat(32)
                        + "\",\"firstBlock\":5,\"lastBlock\":4}",
                "{\"reference\":\"AZ-9\",\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION
                        + "\",\"firstBlock\":1}",
                "{\"reason\":\"fraud\",\"transactionId\":\"" + TRANSACTION + "\"}")) {
            assertThat(post("/v1/cases", form, officer("ines", 2)).get("status").asInt())
                    .as(form)
                    .isEqualTo(400);
        }
        assertThat(get("/v1/cases/AZ-9", officer("ines", 2)).statusCode()).isEqualTo(404);
    }

    @Test
    void letsNobodyInButItsOwnOfficersAndTheAuditor() throws Exception {
        assertThat(get("/v1/cases", "").statusCode()).isEqualTo(401);
        assertThat(get("/v1/cases", issuer.tokenAt("audit-member-2", "ada", "auditor"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(get("/v1/cases", officer("ines", 1)).statusCode())
                .as("an officer of another member")
                .isEqualTo(403);
        for (Peer other : List.of(new Peer(NodeRole.BANK, 1), new Peer(NodeRole.AUDIT_MEMBER, 1))) {
            try (InternalClients clients = clients(other)) {
                assertThat(refused(
                                api(clients),
                                new ShareRequest("AZ-1", TRANSACTION, "x", List.of("payer-0"), List.of())))
                        .as(other.toString())
                        .isEqualTo(403);
            }
        }
        try (InternalClients clients = clients(new Peer(NodeRole.AUDITOR, 1))) {
            for (ShareRequest malformed : List.of(
                    new ShareRequest("AZ-1", TRANSACTION, "ada", List.of(), List.of()),
                    new ShareRequest("AZ-1", TRANSACTION, "ada", List.of("payer-0", "payer-0"), List.of()),
                    new ShareRequest("AZ-1", "ab", "ada", List.of("payer-0"), List.of()),
                    new ShareRequest("AZ 1", TRANSACTION, "ada", List.of("payer-0"), List.of()),
                    new ShareRequest("AZ-1", TRANSACTION, "", List.of("payer-0"), List.of()))) {
                assertThat(refused(api(clients), malformed))
                        .as(malformed.toString())
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void itsShareIsOfTheKeyThatTheCeremonyPutIntoGenesis() {
        AuditPublicKey key = AuditParameters.of(genesis.configuration()
                        .namespace(CURRENCY)
                        .orElseThrow()
                        .hidden()
                        .orElseThrow()
                        .auditKey()
                        .orElseThrow())
                .key();
        Bytes32 seed = Bytes32.of(new byte[32]);
        Scalar blinding = AuditSession.keyCheckBlinding(genesis.networkId(), CURRENCY, seed);
        Bytes32 context = AuditSession.keyCheck(genesis.networkId(), CURRENCY, seed);
        try (InternalClients clients = clients(new Peer(NodeRole.AUDITOR, 1));
                NodeIdentity third = NodeIdentity.load(network, new Peer(NodeRole.AUDIT_MEMBER, 3))) {
            var second = api(clients)
                    .keyCheck(new KeyCheck(1, seed.toHex(), AuditKeys.name(key).toHex()))
                    .share(2);
            assertThatThrownBy(() -> api(clients).keyCheck(new KeyCheck(1, seed.toHex(), Bytes32.ZERO.toHex())))
                    .as("of another key, or of before or after a refresh")
                    .isInstanceOf(HttpClientErrorException.NotFound.class);
            var other =
                    third.auditShare(CURRENCY).orElseThrow().decrypt(key.handle(blinding), context, new SecureRandom());

            var outcome = ThresholdDecryption.open(
                    key,
                    G1.generator().add(Generators.BLINDING.multiply(blinding)),
                    key.handle(blinding),
                    context,
                    List.of(second, other));

            assertThat(outcome).isInstanceOfSatisfying(ThresholdDecryption.Outcome.Opened.class, opened -> {
                assertThat(opened.message()).isEqualTo(G1.generator());
                assertThat(opened.blamed()).isEmpty();
            });
        }
    }

    /// As `docs/openapi` says; `-Dflorin.write=true` writes that anew.
    @Test
    void describesItsApi() throws Exception {
        JsonNode described = JSON.readTree(get("/v3/api-docs", "").body());
        String served = (JSON.writeValueAsString(JSON.treeToValue(described, Object.class)) + "\n")
                .replaceAll("http://127\\.0\\.0\\.1:\\d+(?=/oauth2/token)", SANDBOX_ISSUER);
        Path file = Path.of("../docs/openapi/audit-member-service.json");
        if (Boolean.getBoolean("florin.write")) {
            Files.writeString(file, served);
        }

        assertThat(served)
                .isEqualTo(Files.readString(file))
                .contains("\"3.1", "/v1/cases/{reference}/approval")
                .doesNotContain("/internal");
        assertThat(served.replace(SANDBOX_ISSUER, "")).doesNotContain("127.0.0.1");
    }

    private static int refused(AuditMemberInternalApi api, ShareRequest request) {
        try {
            api.shares(request);
            return 200;
        } catch (HttpClientErrorException refused) {
            return refused.getStatusCode().value();
        }
    }

    private static InternalClients clients(Peer peer) {
        return new InternalClients(NodeIdentity.load(network, peer).tls(), StrictJson.mapper(), PATIENCE, PATIENCE);
    }

    private static AuditMemberInternalApi api(InternalClients clients) {
        return clients.proxy(AuditMemberInternalApi.class, new Peer(NodeRole.AUDIT_MEMBER, 2), internal);
    }

    private static String officer(String name, int organisation) throws Exception {
        return issuer.tokenAt("audit-member-" + organisation, name, "audit-officer");
    }

    private static HttpResponse<String> get(String path, String token) throws Exception {
        return send(HttpRequest.newBuilder(base.resolve(path)), token);
    }

    private static JsonNode post(String path, String body, String token) throws Exception {
        return JSON.readTree(send(
                        HttpRequest.newBuilder(base.resolve(path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)),
                        token)
                .body());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String token) throws Exception {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
