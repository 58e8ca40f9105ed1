package io.florin.testnodes;

import java.net.CookieManager;
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

/// A browser without a screen: signs in, keeps cookies, sends forms with the page's CSRF token.
public final class Browser implements AutoCloseable {
    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final URI base;
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    public Browser(URI base) {
        this.base = base;
    }

    public Browser signIn(Issuer issuer, String clientId, String subject, String role) throws Exception {
        return signIn(issuer, clientId, subject, role, "");
    }

    public Browser signIn(Issuer issuer, String clientId, String subject, String role, String participant)
            throws Exception {
        URI authorize = URI.create(get("/oauth2/authorization/florin")
                .headers()
                .firstValue("Location")
                .orElseThrow());
        Map<String, String> asked = Arrays.stream(authorize.getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        issuer.signsIn(asked.getOrDefault("nonce", ""), clientId, subject, role, participant);
        get("/login/oauth2/code/florin?code=c&state=" + encoded(asked.getOrDefault("state", "")));
        return this;
    }

    public HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(base.resolve(path))
                        .header("Accept", "text/html")
                        .build(),
                BodyHandlers.ofString());
    }

    /// Sends the form that is on a page.
    public HttpResponse<String> submit(String page, String action, Map<String, String> fields) throws Exception {
        Matcher csrf = CSRF.matcher(get(page).body());
        if (!csrf.find()) {
            throw new AssertionError("no form on " + page);
        }
        String form = "_csrf=" + encoded(csrf.group(1))
                + fields.entrySet().stream()
                        .map(field -> "&" + field.getKey() + "=" + encoded(field.getValue()))
                        .collect(Collectors.joining());
        return http.send(
                HttpRequest.newBuilder(base.resolve(action))
                        .header("Accept", "text/html")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.close();
    }
}
