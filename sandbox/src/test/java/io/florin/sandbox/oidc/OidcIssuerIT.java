package io.florin.sandbox.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.service.FlorinService;
import io.florin.sandbox.ports.FreePorts;
import java.io.IOException;
import java.net.CookieManager;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoders;

/// Plays browser and relying party against the running issuer; tokens are verified by its discovery document and keys.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OidcIssuerIT {
    private static final String PASSWORD = "a-password-of-a-test";
    private static final String SECRET = "a-secret-of-a-test";
    private static final String CALLBACK = "http://127.0.0.1:1/login/oauth2/code/florin";
    private static final String VERIFIER = "verifier-verifier-verifier-verifier-verifier-verifier";

    private static final List<String> PEOPLE = List.of(
            "officer1",
            "officer2",
            "officer3",
            "cb-viewer",
            "audit1-officer1",
            "audit1-officer2",
            "audit2-officer1",
            "audit2-officer2",
            "audit3-officer1",
            "audit3-officer2",
            "bank1-clerk",
            "bank1-approver",
            "bank2-clerk",
            "bank2-approver",
            "bank3-clerk",
            "bank3-approver",
            "registrar1",
            "registrar2",
            "auditor",
            "operator");

    private final Path directory;
    private String issuer = "";
    private ConfigurableApplicationContext context;

    OidcIssuerIT(@TempDir Path directory) {
        this.directory = directory;
        this.context = start();
    }

    @BeforeAll
    void isHealthy() throws Exception {
        assertThat(get(HttpClient.newHttpClient(), issuer + "/actuator/health").statusCode())
                .isEqualTo(200);
    }

    @AfterAll
    void stop() {
        context.close();
    }

    @Test
    void givesAMachineATokenWithItsRolesAndParticipant() throws Exception {
        HttpResponse<String> response = token("bank-1-api", SECRET, Map.of("grant_type", "client_credentials"));

        assertThat(response.statusCode()).isEqualTo(200);
        Jwt token = verified(field(response.body(), "access_token"));
        assertThat(token.getClaimAsStringList("roles")).containsExactly("bank-api");
        assertThat(token.getClaimAsString("participant")).isEqualTo("bank-1");
    }

    @Test
    void givesABankATokenForTheHolderOfAWalletWhichIsGoodForNothingElse() throws Exception {
        HttpResponse<String> response =
                token("bank-1-api", SECRET, Map.of("grant_type", "client_credentials", "wallet", "17"));

        assertThat(response.statusCode()).isEqualTo(200);
        Jwt token = verified(field(response.body(), "access_token"));
        assertThat(token.getClaimAsStringList("roles")).containsExactly("wallet-holder");
        assertThat(token.getClaimAsString("participant")).isEqualTo("bank-1");
        assertThat(token.<Long>getClaim("wallet")).isEqualTo(17L);
    }

    @Test
    void givesATokenForAHolderToNobodyElseAndForNoOtherNumber() throws Exception {
        for (String number : List.of("", "0", "-1", "017", "1.0", "x", "9".repeat(19))) {
            HttpResponse<String> response =
                    token("bank-1-api", SECRET, Map.of("grant_type", "client_credentials", "wallet", number));
            assertThat(response.statusCode()).as(number).isEqualTo(400);
            assertThat(response.body()).doesNotContain("access_token");
        }
        HttpResponse<String> refused =
                token("registrar-machine", SECRET, Map.of("grant_type", "client_credentials", "wallet", "17"));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("unauthorized_client").doesNotContain("access_token");
    }

    @Test
    void refusesAMachineWithAWrongSecret() throws Exception {
        HttpResponse<String> response =
                token("bank-1-api", "not the secret", Map.of("grant_type", "client_credentials"));

        assertThat(response.statusCode()).isEqualTo(401);
    }

    @Test
    void letsAPersonLogInWithCodeAndProofKey() throws Exception {
        HttpResponse<String> response = exchange(logIn("officer1", PASSWORD), VERIFIER);

        assertThat(response.statusCode()).isEqualTo(200);
        for (String kind : List.of("access_token", "id_token")) {
            Jwt token = verified(field(response.body(), kind));
            assertThat(token.getSubject()).isEqualTo("officer1");
            assertThat(token.getClaimAsStringList("roles")).containsExactly("central-bank-officer");
            assertThat(token.getClaimAsString("participant")).isEqualTo("central-bank");
        }
    }

    @Test
    void refusesAPersonOfAnotherInstitutionOnAPage() throws Exception {
        HttpResponse<String> response = exchange(logIn("bank1-clerk", PASSWORD), VERIFIER);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("access_denied");
    }

    @Test
    void refusesACodeWithoutItsProofKeyAndASecondUse() throws Exception {
        String stolen = logIn("officer1", PASSWORD);
        assertThat(exchange(stolen, "another" + VERIFIER).statusCode()).isEqualTo(400);

        String code = logIn("officer1", PASSWORD);
        assertThat(exchange(code, VERIFIER).statusCode()).isEqualTo(200);
        assertThat(exchange(code, VERIFIER).statusCode()).isEqualTo(400);
    }

    @Test
    void sendsAWrongPasswordBackToTheLoginPage() throws Exception {
        HttpClient browser = browser();
        HttpResponse<String> refused = submitLogin(browser, "officer1", "wrong-password");

        assertThat(refused.headers().firstValue("location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/login?error"));
        assertThat(get(browser, issuer + "/login?error").body())
                .contains("role=\"alert\"")
                .contains("<label>Name <input id=\"username\"")
                .contains("<html lang=\"en\"")
                .contains("/console/assets/console.css")
                .doesNotContain("<style");
        HttpResponse<String> style = get(browser, issuer + "/console/assets/console.css");
        assertThat(style.statusCode()).isEqualTo(200);
        assertThat(style.body()).contains("main.login");
    }

    /// Whoever comes to the issuer on their own, or with an account of another institution, finds the way on.
    @Test
    void itsOtherAddressesLeadToTheLoginPageWhichLogsOutAgain() throws Exception {
        HttpClient browser = browser();
        for (String path : List.of("/", "/console")) {
            assertThat(get(browser, issuer + path).headers().firstValue("location"))
                    .hasValueSatisfying(location -> assertThat(location).endsWith("/login"));
        }
        submitLogin(browser, "officer1", PASSWORD);
        String page = get(browser, issuer + "/login").body();
        assertThat(page).contains("Logged in as", "<strong>officer1</strong>", "action=\"/logout\"");
        Matcher csrf = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"").matcher(page);
        assertThat(csrf.find()).isTrue();
        post(browser, issuer + "/logout", Map.of("_csrf", csrf.group(1)), Map.of());
        assertThat(get(browser, issuer + "/login?logout").body())
                .contains("You are logged out.")
                .doesNotContain("officer1");
    }

    @Test
    void letsNobodyGuessForLong() throws Exception {
        context.close();
        // A new service has forgotten others' wrong guesses; at one a minute a slow machine forgives none between two.
        context = start("--florin.http.wrong-credentials.source-per-minute=1");
        Map<String, String> grant = Map.of("grant_type", "client_credentials");
        int refused = 0;
        HttpResponse<String> answer = token("bank-1-api", "not the secret", grant);
        while (answer.statusCode() == 401 && refused < 100) {
            refused++;
            answer = token("bank-1-api", "not the secret", grant);
        }

        assertThat(refused).isBetween(60, 62);
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 60L);
        assertThat(answer.body()).contains("too-many-requests");
        assertThat(token("bank-1-api", SECRET, grant).statusCode()).isEqualTo(429);
        HttpResponse<String> page = submitLogin(browser(), "officer1", PASSWORD);
        assertThat(page.statusCode()).isEqualTo(429);
        context.close();
        context = start();
        assertThat(token("bank-1-api", SECRET, grant).statusCode()).isEqualTo(200);
    }

    @Test
    void repeatsNoForgedHost() throws Exception {
        URI address = URI.create(issuer);
        for (String path : List.of(
                "/oauth2/authorize"
                        + authorizeAddress().substring(authorizeAddress().indexOf('?')),
                "/login",
                "/.well-known/openid-configuration")) {
            try (var socket = new Socket(address.getHost(), address.getPort())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\n"
                                        + "Connection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(text).startsWith("HTTP/1.1 ").doesNotContain("evil");
            }
        }
    }

    @Test
    void refusesARedirectThatIsNotRegistered() throws Exception {
        HttpClient browser = browser();
        submitLogin(browser, "officer1", PASSWORD);

        HttpResponse<String> response =
                get(browser, authorizeAddress().replace(encode(CALLBACK), encode("http://127.0.0.1:1/elsewhere")));

        assertThat(response.statusCode()).isEqualTo(400);
    }

    @Test
    void keepsItsSigningKeyOverARestart() throws Exception {
        String before = get(HttpClient.newHttpClient(), issuer + "/oauth2/jwks").body();
        context.close();
        context = start();

        assertThat(get(HttpClient.newHttpClient(), issuer + "/oauth2/jwks").body())
                .isEqualTo(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("oidc/key.json"))))
                .isEqualTo("rw-------");
    }

    private ConfigurableApplicationContext start(String... others) {
        int port = FreePorts.some(1).getFirst();
        issuer = "http://127.0.0.1:" + port;
        List<String> arguments = new ArrayList<>(List.of(
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--florin.oidc-issuer.issuer=" + issuer,
                "--florin.oidc-issuer.signing-key-file=" + directory.resolve("oidc/key.json"),
                "--florin.oidc-issuer.pages.central-bank.secret=" + SECRET,
                "--florin.oidc-issuer.pages.central-bank.redirect-uris=" + CALLBACK,
                "--florin.oidc-issuer.pages.central-bank.participant=central-bank",
                "--florin.oidc-issuer.machines.bank-1-api.secret=" + SECRET,
                "--florin.oidc-issuer.machines.bank-1-api.roles=bank-api",
                "--florin.oidc-issuer.machines.bank-1-api.participant=bank-1",
                "--florin.oidc-issuer.machines.registrar-machine.secret=" + SECRET,
                "--florin.oidc-issuer.machines.registrar-machine.roles=registration-officer",
                "--florin.oidc-issuer.machines.registrar-machine.participant=registration"));
        for (String person : PEOPLE) {
            arguments.add("--florin.oidc-issuer.people." + person + ".password=" + PASSWORD);
        }
        arguments.addAll(List.of(others));
        return FlorinService.runEmbedded(
                OidcIssuerApplication.class, OidcIssuerApplication.CONFIG_NAME, arguments.toArray(String[]::new));
    }

    /// Logs in with a fresh session and returns the authorization code.
    private String logIn(String user, String password) throws Exception {
        HttpClient browser = browser();
        HttpResponse<String> toLogin = get(browser, authorizeAddress());
        assertThat(toLogin.headers().firstValue("location"))
                .hasValueSatisfying(location ->
                        assertThat(URI.create(issuer).resolve(location)).hasToString(issuer + "/login"));
        submitLogin(browser, user, password);
        HttpResponse<String> back = get(browser, authorizeAddress());
        String location = back.headers().firstValue("location").orElseThrow();
        assertThat(location).startsWith(CALLBACK).contains("state=a-state");
        Matcher code = Pattern.compile("code=([^&]+)").matcher(location);
        assertThat(code.find()).isTrue();
        return code.group(1);
    }

    private HttpResponse<String> submitLogin(HttpClient browser, String user, String password) throws Exception {
        Matcher csrf = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"")
                .matcher(get(browser, issuer + "/login").body());
        assertThat(csrf.find()).isTrue();
        return post(
                browser,
                issuer + "/login",
                Map.of("username", user, "password", password, "_csrf", csrf.group(1)),
                Map.of());
    }

    private HttpResponse<String> exchange(String code, String verifier) throws Exception {
        return token(
                "central-bank",
                SECRET,
                Map.of(
                        "grant_type", "authorization_code",
                        "code", code,
                        "redirect_uri", CALLBACK,
                        "code_verifier", verifier));
    }

    private HttpResponse<String> token(String client, String secret, Map<String, String> form) throws Exception {
        String basic = Base64.getEncoder()
                .encodeToString((encode(client) + ":" + encode(secret)).getBytes(StandardCharsets.UTF_8));
        return post(
                HttpClient.newHttpClient(), issuer + "/oauth2/token", form, Map.of("Authorization", "Basic " + basic));
    }

    private String authorizeAddress() throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII));
        return issuer
                + "/oauth2/authorize?response_type=code&client_id=central-bank&scope=openid%20profile&state=a-state"
                + "&redirect_uri=" + encode(CALLBACK) + "&code_challenge_method=S256&code_challenge="
                + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    private Jwt verified(String token) {
        return JwtDecoders.fromIssuerLocation(issuer).decode(token);
    }

    private static String field(String json, String name) {
        Matcher field = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
        assertThat(field.find()).as(json).isTrue();
        return field.group(1);
    }

    private static HttpClient browser() {
        return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    }

    private static HttpResponse<String> get(HttpClient client, String address)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Accept", "text/html, */*;q=0.1")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(
            HttpClient client, String address, Map<String, String> form, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form.entrySet().stream()
                        .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                        .collect(Collectors.joining("&"))));
        headers.forEach(request::header);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
