package io.florin.doubles.login;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A person at a service's pages, without a screen: signs in, keeps cookies, follows redirects by hand, sends forms.
public final class Browser implements AutoCloseable {

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private final URI base;
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    /// @param base address of the service: `http://127.0.0.1:8080`
    public Browser(URI base) {
        this.base = base;
    }

    /// Signs in somebody who belongs to no institution.
    public Browser signIn(TokenIssuer issuer, String person, String... roles) {
        return signInAt(issuer, "", person, roles);
    }

    /// Signs in through the issuer's redirect.
    ///
    /// @param participant the institution that the person belongs to
    public Browser signInAt(TokenIssuer issuer, String participant, String person, String... roles) {
        URI authorize = URI.create(get("/oauth2/authorization/florin")
                .headers()
                .firstValue("Location")
                .orElseThrow());
        Map<String, String> asked = Arrays.stream(authorize.getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        issuer.signsIn(asked.getOrDefault("nonce", ""), participant, person, roles);
        get("/login/oauth2/code/florin?code=code&state=" + encoded(asked.getOrDefault("state", "")));
        return this;
    }

    public HttpResponse<String> get(String path) {
        return get(path, "text/html");
    }

    /// An answer to a page's script.
    public HttpResponse<String> get(String path, String accepted) {
        return send(HttpRequest.newBuilder(base.resolve(path))
                .header("Accept", accepted)
                .build());
    }

    /// Sends fields to an address, with nothing of the page but its CSRF token.
    public HttpResponse<String> post(String page, String action, Map<String, String> fields) {
        String token = hidden(page).get("_csrf");
        if (token == null) {
            throw new AssertionError("no form on " + page);
        }
        Map<String, String> all = new HashMap<>(fields);
        all.put("_csrf", token);
        return send(action, all);
    }

    /// Sends a form of a page, with the page's hidden fields.
    public HttpResponse<String> submit(String page, String action, Map<String, String> fields) {
        Map<String, String> all = new HashMap<>(hidden(page));
        all.putAll(fields);
        return send(action, all);
    }

    private HttpResponse<String> send(String action, Map<String, String> fields) {
        String body = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(base.resolve(action))
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /// Sends a file with a page's form.
    public HttpResponse<String> upload(String page, String action, byte[] file) {
        String boundary = "----florin-test";
        StringBuilder head = new StringBuilder();
        hidden(page)
                .forEach((name, value) -> head.append("--" + boundary + "\r\nContent-Disposition: form-data; name=\""
                        + name + "\"\r\n\r\n" + value + "\r\n"));
        head.append("--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.xml\"\r\n"
                + "Content-Type: application/xml\r\n\r\n");
        String tail = "\r\n--" + boundary + "--\r\n";
        return send(HttpRequest.newBuilder(base.resolve(action))
                .header("Accept", "text/html")
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.concat(
                        HttpRequest.BodyPublishers.ofString(head.toString()),
                        HttpRequest.BodyPublishers.ofByteArray(file),
                        HttpRequest.BodyPublishers.ofString(tail)))
                .build());
    }

    private Map<String, String> hidden(String page) {
        Map<String, String> fields = new HashMap<>();
        Matcher hidden = HIDDEN.matcher(get(page).body());
        while (hidden.find()) {
            fields.put(hidden.group(1), hidden.group(2));
        }
        return fields;
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.close();
    }
}
