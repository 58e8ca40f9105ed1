package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.florin.runtime.app.TestApplication;
import io.florin.runtime.app.TestIssuer;
import io.florin.runtime.service.FlorinService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Requests whose form no controller expects, written byte by byte: each ends in a problem that says what to mend, and
/// none in the log: nothing is wrong with the service, and anybody can send such requests without end.
@Isolated("what others log is none of its requests'")
class RequestFormTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    private static TestIssuer issuer;
    private static ConfigurableApplicationContext service;
    private static int port;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

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
                "--florin.oidc.client-secret=secret");
        port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @BeforeEach
    void listen() {
        log.start();
        root().addAppender(log);
    }

    @AfterEach
    void nothingWasLogged() {
        root().detachAppender(log);
        assertThat(log.list)
                .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN) || line.getThrowableProxy() != null)
                .extracting(line -> line.getLoggerName() + ": " + line.getFormattedMessage())
                .isEmpty();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    }

    @AfterAll
    static void stop() {
        service.close();
        issuer.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=b",
                "Multipart/Mixed; boundary=b"
            })
    void takesNoMultipartOutsidePages(String type) throws IOException {
        for (String path : new String[] {"/v1/open/payments", "/v1/files", "/v1/open/orders?amount=1"}) {
            JsonNode problem = problem(send("POST " + path, "Content-Type: " + type, "{}"), 415);

            assertThat(problem.at("/code").asString()).isEqualTo("unsupported-media-type");
            assertThat(problem.at("/detail").asString()).contains("multipart");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"multipart/form-data", "multipart/form-data; boundary=", "application/x-www-form-urlencoded"})
    void saysThatAPagesFormCannotBeRead(String type) throws IOException {
        problem(send("POST /console/approvals", "Content-Type: " + type, "=x&%zz=1"), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?=x", "?%zz=1", "?a=%f", "?a=1&=2", "?%00=1"})
    void saysThatTheQueryCannotBeRead(String query) throws IOException {
        JsonNode problem = problem(send("GET /v1/open/numbers/7" + query, "Accept: application/json", ""), 400);

        assertThat(problem.at("/code").asString()).isEqualTo("malformed-request");
        assertThat(problem.at("/detail").asString()).contains("parameter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"QUERY", "PROPFIND", "BREW"})
    void namesTheMethodsOfAPathToOneThatNobodyKnows(String method) throws IOException {
        String answer = send(method + " /v1/open/orders", "Accept: */*", "");

        problem(answer, 405);
        assertThat(answer).contains("Allow: POST");
        problem(send(method + " /v1/nothing", "Accept: */*", ""), 404);
    }

    @Test
    void saysWhichHeaderCannotBeRead() throws IOException {
        JsonNode problem = problem(send("POST /v1/open/orders?amount=1", "Idempotency-Key: k\u0081y", ""), 400);

        assertThat(problem.at("/detail").asString()).contains("Idempotency-Key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k\u00e9y", " ", "\u0434"})
    void anIdempotencyKeyIsOfVisibleCharacters(String key) {
        assertThatThrownBy(() -> IdempotencyKey.checked(key))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.problem().getDetail()).contains("Idempotency-Key"));
        assertThat(IdempotencyKey.checked("order 2026-17")).isEqualTo("order 2026-17");
    }

    @Test
    void namesTheHeaderThatIsMissing() throws IOException {
        JsonNode problem = problem(send("POST /v1/open/orders?amount=1", "Accept: */*", ""), 400);

        assertThat(problem.at("/code").asString()).isEqualTo("invalid-request");
        assertThat(problem.at("/detail").asString()).contains("Idempotency-Key");
    }

    @Test
    void namesTheParameterThatIsMissingOrOfAnotherType() throws IOException {
        JsonNode missing = problem(send("POST /v1/open/orders", "Idempotency-Key: k", ""), 400);
        JsonNode other = problem(send("POST /v1/open/orders?amount=much", "Idempotency-Key: k", ""), 400);

        assertThat(missing.at("/detail").asString()).contains("amount");
        assertThat(other.at("/errors/0/pointer").asString()).isEqualTo("amount");
    }

    /// Each would otherwise be taken for something that was not asked: the default, the first, 31, 12.
    @ParameterizedTest
    @ValueSource(
            strings = {"round=", "round", "round=1&round=2", "round=1&round=1", "round=0x1f", "round=1%202", "round=+1"
            })
    void takesAParameterOnceAndAsItStands(String query) throws IOException {
        JsonNode problem = problem(send("GET /v1/open/numbers/7?" + query, "Accept: application/json", ""), 400);

        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("round");
    }

    @ParameterizedTest
    @ValueSource(strings = {"word=", "word=a&word=b"})
    void takesNoEmptyTextForADefault(String query) throws IOException {
        JsonNode problem = problem(send("GET /v1/open/words?" + query, "Accept: */*", ""), 400);

        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("word");
    }

    @Test
    void takesATextThatMayBeEmptyAndAListOfTexts() throws IOException {
        assertThat(send("GET /v1/open/words?note=&each=a&each=b", "Accept: */*", ""))
                .startsWith("HTTP/1.1 200")
                .endsWith("\r\n\r\nall  [a, b]");
    }

    @Test
    void aNumberInAPathIsOfDigits() throws IOException {
        problem(send("GET /v1/open/numbers/0x1f", "Accept: application/json", ""), 400);
        assertThat(send("GET /v1/open/numbers/-31?round=2", "Accept: application/json", ""))
                .endsWith("{\"number\":-31}");
    }

    @Test
    void aListHasNoNullInIt() throws IOException {
        JsonNode problem = problem(send("POST /v1/open/payments", "Content-Type: application/json", """
            {"payer": "A", "lines": [null]}\
            """), 400);

        assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/lines/0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "GZIP, identity", "x-unknown"})
    void takesNoEncodedBody(String encoding) throws IOException {
        String answer = send("POST /v1/files", "Content-Encoding: " + encoding, zipped("{}"));
        JsonNode problem = problem(answer, 415);

        assertThat(problem.at("/detail").asString()).contains("Content-Encoding");
        assertThat(answer).contains("Accept-Encoding: identity");
    }

    @Test
    void takesABodyThatSaysItIsAsItIs() throws IOException {
        assertThat(send("POST /v1/files", "Content-Encoding: identity", "abc")).startsWith("HTTP/1.1 200");
    }

    @Test
    void saysThatTheFormsTokenIsMissing() throws IOException {
        JsonNode problem =
                problem(send("POST /console/approvals", "Content-Type: application/x-www-form-urlencoded", "a=b"), 403);

        assertThat(problem.at("/code").asString()).isEqualTo("form-token-invalid");
        assertThat(problem.at("/detail").asString()).contains("CSRF").doesNotContain("roles");
    }

    private static String zipped(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /// Each character is sent as the byte of its number.
    private static String send(String line, String header, String body) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write((line + """
                         HTTP/1.1\r
                        Host: florin\r
                        Connection: close\r
                        Content-Length: %d\r
                        %s\r
                        \r
                        %s\
                        """.formatted(body.length(), header, body)).getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static JsonNode problem(String answer, int status) {
        assertThat(answer).startsWith("HTTP/1.1 " + status).contains("application/problem+json");
        return JSON.readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }
}
