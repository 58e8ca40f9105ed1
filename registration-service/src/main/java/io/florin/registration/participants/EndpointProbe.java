package io.florin.registration.participants;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// The admission gate: whether a bank's endpoints can be reached. The public API must answer a GET of its base with
/// anything but a server error, the internal port must take a connection; what it speaks is checked by TLS once the
/// bank has its certificate.
public final class EndpointProbe implements AutoCloseable {
    private static final int HTTPS_PORT = 443;
    private static final int SERVER_ERROR = 500;

    private final HttpClient http;
    private final Duration timeout;

    public EndpointProbe(Duration timeout) {
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /// Findings of the probe, in words for the file.
    public record Finding(boolean green, String detail) {}

    public Finding probe(URI api, URI internal) {
        String apiAnswer = askApi(api);
        String internalAnswer = connect(internal);
        boolean green = apiAnswer.isEmpty() && internalAnswer.isEmpty();
        return new Finding(green, green ? "both endpoints answer" : (apiAnswer + " " + internalAnswer).strip());
    }

    private String askApi(URI api) {
        HttpRequest request = HttpRequest.newBuilder(api).timeout(timeout).GET().build();
        try {
            // nobody reads the body: the time limit ends with the headers, and it might have no end
            HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            answer.body().close();
            int status = answer.statusCode();
            return status < SERVER_ERROR ? "" : "the API answers " + status + ".";
        } catch (IOException unreachable) {
            return "the API does not answer.";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "the check of the API was interrupted.";
        }
    }

    private String connect(URI internal) {
        int port = internal.getPort() < 0 ? HTTPS_PORT : internal.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(internal.getHost(), port), (int) timeout.toMillis());
            return "";
        } catch (IOException unreachable) {
            return "the internal port takes no connection.";
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
