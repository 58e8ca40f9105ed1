package io.florin.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.app.TestApplication;
import io.florin.runtime.app.TestIssuer;
import io.florin.runtime.service.FlorinService;
import java.net.CookieManager;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

/// The whole sign-in of a browser, with an issuer of the test's own.
class ConsoleSignInTest {
    private static final String CLIENT = "bank-console";

    private static TestIssuer issuer;
    private static ConfigurableApplicationContext service;
    private static URI base;

    /// New for each test, as nobody is signed in.
    private final CookieManager cookies = new CookieManager();

    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(cookies).build();

    @BeforeAll
    static void start() throws Exception {
        issuer = new TestIssuer();
        service = FlorinService.runEmbedded(
                TestApplication.class,
                "runtime-test",
                "--florin.node.role=bank",
                "--florin.node.id=2",
                "--florin.oidc.issuer=" + issuer.issuer(),
                "--florin.oidc.client-id=" + CLIENT,
                "--florin.oidc.client-secret=secret",
                "--florin.http.wrong-credentials.source-burst=3",
                "--florin.http.wrong-credentials.source-per-minute=1",
                "--florin.oidc.end-session-uri=" + issuer.issuer() + "/connect/logout");
        base = URI.create(
                "http://127.0.0.1:" + service.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    @AfterEach
    void leave() {
        browser.close();
    }

    @AfterAll
    static void stop() {
        service.close();
        issuer.close();
    }

    @Test
    void letsAnOfficerInByRole() throws Exception {
        HttpResponse<String> back = signIn("good-code", "carol", "officer");

        assertThat(back.statusCode()).isEqualTo(302);
        assertThat(back.headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).contains("/console"));
        HttpResponse<String> page = get("/console");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).isEqualTo("console of carol");
        assertThat(cookies.getCookieStore().getCookies())
                .anySatisfy(cookie -> assertThat(cookie.getName()).isEqualTo("runtime-test-2"))
                .allSatisfy(cookie -> assertThat(cookie.isHttpOnly()).isTrue());
    }

    @Test
    void showsAPageOfRefusalToTheWrongRole() throws Exception {
        signIn("good-code", "dave", "teller");

        HttpResponse<String> page = get("/console");

        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(page.body()).contains("Status 403", "Signed in as <strong>dave</strong>", "console.css");
    }

    @Test
    void whoIsRefusedCanSignOutAndComeBackAsSomebodyElse() throws Exception {
        signIn("good-code", "dave", "teller");
        Matcher form = Pattern.compile("action=\"/logout\".*name=\"([^\"]+)\" value=\"([^\"]+)\"")
                .matcher(get("/console").body());
        assertThat(form.find()).isTrue();

        HttpResponse<String> out =
                post("/logout", form.group(1) + "=" + URLEncoder.encode(form.group(2), StandardCharsets.UTF_8));

        assertThat(out.statusCode()).isEqualTo(302);
        assertThat(get("/console").statusCode()).isEqualTo(302);
        signIn("good-code", "carol", "officer");
        assertThat(get("/console").body()).isEqualTo("console of carol");
    }

    @Test
    void refusesACodeThatTheIssuerDoesNotKnow() throws Exception {
        assertThat(signIn("bad-code", "eve", "officer").statusCode()).isEqualTo(401);
        assertThat(get("/console").statusCode()).isEqualTo(302);
    }

    @Test
    void doesNotUseTheSessionOutsideThePages() throws Exception {
        signIn("good-code", "carol", "officer");

        assertThat(get("/v1/supply").statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console", "/oauth2/authorization/florin", "/console?continue", "/v1/supply", "/nothing"})
    void repeatsNoForgedHost(String path) throws Exception {
        try (var socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n"
                                    + "Accept: text/html\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain("evil");
        }
    }

    /// No other test here sends a token, so that none waits for the minute.
    @Test
    void looksAtNoTokenOfASourceThatSentTooManyWrongOnes() throws Exception {
        String good = issuer.token("carol", "officer");
        assertThat(bearer(good).statusCode()).isEqualTo(200);
        for (int i = 0; i < 3; i++) {
            assertThat(bearer("wrong").statusCode()).isEqualTo(401);
        }

        HttpResponse<String> refused = bearer(good);

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 60L);
        assertThat(refused.body()).contains("too-many-requests", "wrong tokens");
        assertThat(get("/v1/supply").statusCode()).isEqualTo(401);
    }

    private HttpResponse<String> bearer(String token) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(base.resolve("/v1/supply"))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                BodyHandlers.ofString());
    }

    /// Begins at the console, follows to the issuer as far as its address, and comes back with a code.
    private HttpResponse<String> signIn(String code, String subject, String... roles) throws Exception {
        assertThat(get("/console").statusCode()).isEqualTo(302);
        URI authorize = URI.create(get("/oauth2/authorization/florin")
                .headers()
                .firstValue("Location")
                .orElseThrow());
        Map<String, String> asked = Arrays.stream(authorize.getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        assertThat(asked).containsEntry("client_id", CLIENT).containsEntry("code_challenge_method", "S256");
        assertThat(asked.get("redirect_uri")).isEqualTo(base + "/login/oauth2/code/florin");
        issuer.signsIn(asked.getOrDefault("nonce", ""), CLIENT, subject, roles);
        return get("/login/oauth2/code/florin?code=" + code + "&state="
                + asked.getOrDefault("state", "").replace("=", "%3D"));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(URI.create(base + path))
                        .header("Accept", "text/html")
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String form) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(URI.create(base + path))
                        .header("Accept", "text/html")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                BodyHandlers.ofString());
    }
}
