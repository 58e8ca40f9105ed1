package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.app.TestApplication;
import io.florin.runtime.app.TestIssuer;
import io.florin.runtime.service.FlorinService;
import io.florin.testkit.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Every status of a service with a real server comes as a problem.
class ProblemDetailsTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    private static TestIssuer issuer;
    private static ConfigurableApplicationContext service;
    private static HttpClient http;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        issuer = new TestIssuer();
        service = FlorinService.runEmbedded(
                TestApplication.class,
                "runtime-test",
                "--florin.node.role=endorser",
                "--florin.node.id=1",
                "--florin.oidc.issuer=" + issuer.issuer(),
                "--florin.oidc.audience=" + TestIssuer.AUDIENCE,
                "--florin.oidc.client-id=console",
                "--florin.metrics.token=metrics-of-a-test",
                "--florin.oidc.client-secret=secret");
        port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        http.close();
        service.close();
        issuer.close();
    }

    @Test
    void takesAGoodRequest() throws Exception {
        var response = post("/v1/open/payments", """
            {"payer":"a","lines":[{"payee":"b","amount":12}]}\
            """);

        assertThat(response.statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"payer":"a","lines":[{"payee":"b","amount":12,"memo":"x"}]}   | /lines/0/memo   | unknown field
        {"payer":"a","lines":[{"payee":"b","amount":12.0}]}            | /lines/0/amount | value of the wrong
        {"payer":"a","lines":[{"payee":"b","amount":"12"}]}            | /lines/0/amount | value of the wrong
        {"payer":"a","lines":[{"payee":"b","amount":null}]}            | /lines/0/amount | value of the wrong
        {"payer":7,"lines":[]}                                         | /payer          | value of the wrong
        {"payer":"a","lines":{}}                                       | /lines          | value of the wrong type
        {"payer":"a","payer":"b","lines":[]}                           | ``              | malformed JSON
        {"payer":"a","lines":[]                                        | ``              | malformed JSON
        {"payer":"a","lines":[]} {}                                    | ``              | value
        ``                                                             | ``              | a body is needed
        """)
    void namesThePlaceOfWhatCannotBeRead(String body, String pointer, String detail) throws Exception {
        JsonNode problem = problem(post("/v1/open/payments", body), 400, "malformed-request");

        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
        assertThat(problem.at("/errors/0/detail").asString()).startsWith(detail);
    }

    @Test
    void namesThePlaceOfABrokenRule() throws Exception {
        JsonNode problem = problem(post("/v1/open/payments", """
            {"payer":"a","lines":[{"payee":"b","amount":1},{"payee":"c","amount":1001}]}\
            """), 400, "invalid-request");

        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/lines/1/amount");
    }

    @Test
    void refusesAPathVariableOfTheWrongType() throws Exception {
        problem(get("/v1/open/numbers/seven"), 400, "malformed-request");
    }

    @ParameterizedTest
    @CsvSource({"rounds=1, rounds", "round=1&Round=2, Round", "ro%20und, ro und"})
    void refusesAQueryParameterThatTheCallDoesNotHave(String query, String name) throws Exception {
        assertThat(get("/v1/open/numbers/7?round=2").statusCode()).isEqualTo(200);

        JsonNode problem = problem(get("/v1/open/numbers/7?" + query), 400, "invalid-request");

        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(name);
        assertThat(problem.at("/errors/0/detail").asString()).endsWith("it has: round");
        assertThat(problem.path("errors")).hasSize(1);
    }

    @Test
    void refusesUnknownCallers() throws Exception {
        var response = get("/v1/me");

        problem(response, 401, "unauthenticated");
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
    }

    @Test
    void refusesTokensThatAreForgedExpiredOrForOthers() throws Exception {
        String good = issuer.token("alice");
        String forged = good.substring(0, good.length() - 8) + "AAAAAAAA";
        Instant soon = Instant.now().plusSeconds(60);
        String expired =
                issuer.token(issuer.issuer(), TestIssuer.AUDIENCE, Instant.now().minusSeconds(120), "alice", List.of());
        String otherIssuer = issuer.token("http://other", TestIssuer.AUDIENCE, soon, "alice", List.of());
        String otherAudience = issuer.token(issuer.issuer(), "other", soon, "alice", List.of());

        assertThat(getAs(good, "/v1/me").body()).isEqualTo("alice");
        for (String bad : List.of(forged, expired, otherIssuer, otherAudience, "x")) {
            problem(getAs(bad, "/v1/me"), 401, "unauthenticated");
        }
    }

    @Test
    void refusesTheWrongRole() throws Exception {
        problem(getAs(issuer.token("alice", "teller"), "/v1/supply"), 403, "forbidden");

        assertThat(getAs(issuer.token("bob", "teller", "officer"), "/v1/supply").statusCode())
                .isEqualTo(200);
    }

    @Test
    void knowsNothingOfPathsThatNoRuleNames() throws Exception {
        problem(get("/v1/nothing"), 404, "not-found");
        problem(get("/v1/forgotten"), 404, "not-found");
        problem(getAs(issuer.token("bob", "officer"), "/v1/forgotten"), 404, "not-found");
        problem(get("/actuator/env"), 404, "not-found");
        problem(get("/error"), 404, "not-found");
        problem(get("/internal/committers"), 404, "not-found");
        problem(get("/v1/open/no-handler"), 404, "not-found");
    }

    @Test
    void namesTheMethodsOfAPath() throws Exception {
        var response = get("/v1/open/payments");

        problem(response, 405, "method-not-allowed");
        assertThat(response.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void refusesToAnswerInAnUnknownForm() throws Exception {
        problem(send(request("/v1/open/numbers/7").header("Accept", "text/csv")), 406, "not-acceptable");
    }

    @Test
    void answersRefusalsOfTheService() throws Exception {
        JsonNode problem = problem(get("/v1/open/refusal"), 409, "already-paid");

        assertThat(problem.at("/block").asInt()).isEqualTo(7);
        assertThat(problem.at("/detail").asString()).isEqualTo("Paid before.");
    }

    @Test
    void refusesLongBodiesDeclaredOrNot() throws Exception {
        byte[] tooLong = ("{\"payer\":\"" + "a".repeat(3000) + "\",\"lines\":[]}").getBytes(StandardCharsets.UTF_8);
        var chunked = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong));

        problem(send(json("/v1/open/payments").POST(BodyPublishers.ofByteArray(tooLong))), 413, "body-too-large");
        problem(send(json("/v1/open/payments").POST(chunked)), 413, "body-too-large");
    }

    @Test
    void boundsLargeBodiesByPath() throws Exception {
        var taken = send(request("/v1/files")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(new byte[8000])));
        var refused = send(request("/v1/files")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(new byte[9000])));

        assertThat(taken.body()).isEqualTo("8000");
        problem(refused, 413, "body-too-large");
    }

    @Test
    void refusesOtherMediaTypes() throws Exception {
        problem(
                send(request("/v1/open/payments")
                        .header("Content-Type", "application/xml")
                        .POST(BodyPublishers.ofString("<a/>"))),
                415,
                "unsupported-media-type");
    }

    @Test
    void hidesBugsBehindATraceId() throws Exception {
        var response = get("/v1/open/bug");
        JsonNode problem = problem(response, 500, "internal-error");

        assertThat(response.body()).doesNotContain("secret", "IllegalStateException", "at io.florin");
        assertThat(response.headers().firstValue("traceparent"))
                .hasValueSatisfying(value ->
                        assertThat(value).contains(problem.at("/traceId").asString()));
    }

    @Test
    void databaseThatIsAwayIsAReasonToAskAgain() throws Exception {
        var response = get("/v1/open/busy");
        problem(response, 503, "unavailable");

        assertThat(response.headers().firstValue("Retry-After")).contains("1");
        assertThat(response.body()).doesNotContain("db.internal");
    }

    @Test
    void keepsTheCallersTrace() throws Exception {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        var response = send(request("/v1/open/trace").header("traceparent", "00-" + trace + "-b7ad6b7169203331-01"));
        var replaced = send(request("/v1/open/trace").header("traceparent", "00-" + trace + "-nonsense"));

        assertThat(response.body()).isEqualTo(trace);
        assertThat(response.headers().firstValue("traceparent"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("00-" + trace + "-"));
        assertThat(replaced.body()).isNotEqualTo(trace).hasSize(32);
    }

    @Test
    void answersMalformedRequestsThatNeverReachTheApplication() throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(5000);
            socket.getOutputStream()
                    .write("GET /v1/\"bad HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .contains("application/problem+json", "urn:florin:problem:malformed-request");
        }
    }

    @Test
    void refusesPathsThatHideTheirMeaning() throws Exception {
        problem(get("/v1/open/..;/forgotten"), 400, "malformed-request");
        problem(get("/%2e%2e/v1/forgotten"), 400, "malformed-request");
        problem(get("/v1//open/trace"), 400, "malformed-request");
    }

    @Test
    void opensProbesToEverybody() throws Exception {
        assertThat(get("/actuator/health").statusCode()).isEqualTo(200);
        assertThat(get("/actuator/health/live").body()).contains("\"UP\"");
        assertThat(get("/actuator/health/ready").body()).contains("\"UP\"");
        assertThat(get("/actuator/health/quorum").statusCode()).isEqualTo(200);
        assertThat(getAs("metrics-of-a-test", "/actuator/prometheus").body())
                .contains("service=\"runtime-test\"", "florin_runtime_tls_left_seconds");
        assertThat(get("/actuator/info").statusCode()).isEqualTo(200);
    }

    /// One gate and Spring's filter write them; `/actuator/prometheus` has Spring's.
    @Test
    void answersToProgramsHaveTheHeadersOfAllOthers() throws Exception {
        Map<String, List<String>> springs = rules(
                getAs("metrics-of-a-test", "/actuator/prometheus").headers().map());

        assertThat(springs).hasSizeGreaterThan(9);
        assertThat(rules(get("/v1/open/trace").headers().map())).isEqualTo(springs);
        assertThat(rules(getAs(issuer.token("alice"), "/v1/me").headers().map()))
                .isEqualTo(springs);
        assertThat(rules(get("/v1/nothing").headers().map())).containsOnlyKeys(springs.keySet());
    }

    private static Map<String, List<String>> rules(Map<String, List<String>> headers) {
        Map<String, List<String>> rules = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        rules.putAll(headers);
        List.of("content-type", "content-length", "date", "traceparent", "transfer-encoding", "connection")
                .forEach(rules::remove);
        return rules;
    }

    /// Collected by route, whoever asks and for what, and once.
    @Test
    void requestsAreTimedByRoute() throws Exception {
        get("/v1/open/numbers/11");
        get("/v1/open/numbers/12");
        get("/v1/guessed");
        String metrics = getAs("metrics-of-a-test", "/actuator/prometheus").body();

        assertThat(metrics.lines().filter(line -> line.startsWith("http_server_requests_seconds_count")))
                .anyMatch(line -> line.contains("uri=\"/v1/open/numbers/{number}\"")
                        && line.contains("status=\"200\"")
                        && line.contains("method=\"GET\"")
                        && line.contains("outcome=\"SUCCESS\"")
                        && line.contains("exception=\"none\""))
                .anyMatch(line -> line.contains("uri=\"NOT_FOUND\""))
                .noneMatch(line -> line.contains("numbers/11") || line.contains("guessed"));
        assertThat(metrics).doesNotContain("http_server_requests_active");
    }

    @Test
    void showsMetricsToTheHolderOfTheirTokenAlone() throws Exception {
        problem(get("/actuator/prometheus"), 401, "unauthenticated");
        problem(getAs("metrics-of-another", "/actuator/prometheus"), 401, "unauthenticated");
        problem(getAs(issuer.token("bob", "officer"), "/actuator/prometheus"), 401, "unauthenticated");
        assertThat(getAs("metrics-of-a-test", "/actuator/prometheus").statusCode())
                .isEqualTo(200);
    }

    @Test
    void sendsPeopleToTheSignInAndScriptsAProblem() throws Exception {
        var page = send(request("/console").header("Accept", "text/html"));
        var fragment = send(request("/console").header("Accept", "text/html").header("HX-Request", "true"));

        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/oauth2/authorization/florin"));
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(
                        policy -> assertThat(policy).contains("default-src 'self'", "frame-ancestors 'none'"));
        problem(fragment, 401, "unauthenticated");
        assertThat(fragment.headers().firstValue("HX-Redirect")).hasValue("/oauth2/authorization/florin");
    }

    @Test
    void beginsTheSignInWithProofOfPossession() throws Exception {
        var start = send(request("/oauth2/authorization/florin").header("Accept", "text/html"));

        assertThat(start.statusCode()).isEqualTo(302);
        assertThat(start.headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location)
                        .startsWith(issuer.issuer() + "/oauth2/authorize?")
                        .contains(
                                "response_type=code",
                                "code_challenge=",
                                "code_challenge_method=S256",
                                "nonce=",
                                "state="));
    }

    @Test
    void refusesFormsWithoutCsrfTokenOnPages() throws Exception {
        problem(send(request("/console/approvals").POST(BodyPublishers.noBody())), 403, "form-token-invalid");
    }

    @Test
    void doesNotTakeBearerTokensOnPages() throws Exception {
        problem(getAs(issuer.token("bob", "officer"), "/console"), 401, "unauthenticated");
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Patience.LIMIT);
    }

    private static HttpRequest.Builder json(String path) {
        return request(path).header("Content-Type", "application/json");
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private static HttpResponse<String> getAs(String token, String path) throws Exception {
        return send(request(path).header("Authorization", "Bearer " + token));
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return send(json(path).POST(BodyPublishers.ofString(body)));
    }

    private static JsonNode problem(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.at("/type").asString()).isEqualTo("urn:florin:problem:" + code);
        assertThat(problem.at("/code").asString()).isEqualTo(code);
        assertThat(problem.at("/status").asInt()).isEqualTo(status);
        assertThat(problem.at("/title").asString()).isNotBlank();
        assertThat(problem.at("/traceId").asString()).matches("[0-9a-f]{32}");
        return problem;
    }
}
