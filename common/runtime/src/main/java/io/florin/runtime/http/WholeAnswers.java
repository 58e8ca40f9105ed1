package io.florin.runtime.http;

import io.florin.runtime.observability.TraceContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;

/// Spring's calls over the JDK's client, with each question and each answer in memory as a whole: all that services
/// tell each other is bounded ([AnswerBound]), and one time limit covers everything from the connection to the last
/// byte. The trace id is passed on. Spring's own transport streams, for which it takes a thread for each body and ends
/// each answer with five exceptions.
public final class WholeAnswers implements ClientHttpRequestFactory {

    /// Headers, in lower case, that the JDK's client writes itself and lets nobody set.
    private static final Set<String> ITS_OWN = Set.of("connection", "content-length", "expect", "host", "upgrade");

    private final HttpClient http;
    private final Duration within;

    /// @param within time for a whole call, but for the connection, which has its own limit within it
    public WholeAnswers(HttpClient http, Duration within) {
        this.http = http;
        this.within = within;
    }

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod method) {
        return new Question(uri, method);
    }

    private final class Question implements ClientHttpRequest {
        private final URI uri;
        private final HttpMethod method;
        private final HttpHeaders headers = new HttpHeaders();
        private final Map<String, Object> attributes = new HashMap<>();
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        private Question(URI uri, HttpMethod method) {
            this.uri = uri;
            this.method = method;
        }

        /// @throws HttpTimeoutException when the answer is not whole in time
        /// @throws IOException when there is no connection, it breaks, or the answer is too long
        @Override
        public ClientHttpResponse execute() throws IOException {
            CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(
                    request(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), AnswerBound.of(attributes)));
            try {
                return new Answer(answer.get(within.toNanos(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException late) {
                answer.cancel(true);
                throw new HttpTimeoutException("no whole answer within " + within.toMillis() + " ms");
            } catch (InterruptedException e) {
                answer.cancel(true);
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
            }
        }

        private HttpRequest request() {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    .method(
                            method.name(),
                            body.size() == 0
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofByteArray(body.toByteArray()));
            if (headers.getFirst(TraceContext.HEADER) == null) {
                request.header(
                        TraceContext.HEADER, TraceContext.currentOrNew().child().traceparent());
            }
            headers.forEach((name, values) -> {
                if (!ITS_OWN.contains(name.toLowerCase(Locale.ROOT))) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            return request.build();
        }

        @Override
        public OutputStream getBody() {
            return body;
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public HttpMethod getMethod() {
            return method;
        }

        @Override
        public URI getURI() {
            return uri;
        }

        @Override
        public Map<String, Object> getAttributes() {
            return attributes;
        }
    }

    private static final class Answer implements ClientHttpResponse {
        private final HttpResponse<byte[]> answer;
        private final HttpHeaders headers = new HttpHeaders();

        private Answer(HttpResponse<byte[]> answer) {
            this.answer = answer;
            answer.headers().map().forEach(headers::put);
        }

        @Override
        public HttpStatusCode getStatusCode() {
            return HttpStatusCode.valueOf(answer.statusCode());
        }

        /// HTTP has no such text since its second version.
        @Override
        public String getStatusText() {
            return "";
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(answer.body());
        }

        @Override
        public void close() {}
    }
}
