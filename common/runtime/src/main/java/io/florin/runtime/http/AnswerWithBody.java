package io.florin.runtime.http;

import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.StreamUtils;

/// An answer whose body is read through another stream, or was read before.
///
/// @param body closed with the answer
record AnswerWithBody(ClientHttpResponse answer, InputStream body) implements ClientHttpResponse {

    @Override
    public HttpStatusCode getStatusCode() throws IOException {
        return answer.getStatusCode();
    }

    @Override
    public String getStatusText() throws IOException {
        return answer.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
        return answer.getHeaders();
    }

    @Override
    public InputStream getBody() {
        return body;
    }

    /// Reads a short rest, so that the connection serves again, and gives up a long one.
    @Override
    public void close() {
        try (body) {
            StreamUtils.drain(body);
        } catch (IOException tooLongOrGone) {
            // Closed then, which ends the connection; nobody wants the rest.
            return;
        } finally {
            answer.close();
        }
    }
}
