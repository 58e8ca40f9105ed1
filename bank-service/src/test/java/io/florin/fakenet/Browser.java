package io.florin.fakenet;

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

/// A person at the bank's pages: signs in, follows redirects by hand, sends forms with their hidden fields.
public final class Browser implements AutoCloseable {

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private final BankUnderTest bank;
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private Browser(BankUnderTest bank) {
        this.bank = bank;
    }

    /// Signs a person in.
    public static Browser of(BankUnderTest bank, FakeIssuer issuer, String person, String participant, String role) {
        Browser browser = new Browser(bank);
        String location = browser.get("/oauth2/authorization/florin")
                .headers()
                .firstValue("Location")
                .orElseThrow();
        Map<String, String> asked = Arrays.stream(
                        URI.create(location).getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        issuer.signsIn(asked.getOrDefault("nonce", ""), bank.participant(), person, participant, role);
        browser.get("/login/oauth2/code/florin?code=code&state=" + encoded(asked.getOrDefault("state", "")));
        return browser;
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(bank.uri(path))
                .header("Accept", "text/html")
                .build());
    }

    /// Sends a form of a page, with the page's hidden fields.
    public HttpResponse<String> submit(String page, String action, Map<String, String> fields) {
        Map<String, String> all = new HashMap<>(hidden(page));
        all.putAll(fields);
        String body = all.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(bank.uri(action))
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
        return send(HttpRequest.newBuilder(bank.uri(action))
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
