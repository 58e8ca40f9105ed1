package io.florin.committer.intake.adapter;

import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/// Reads no more of an answer than a block can have, and lets go of the rest: a party that sends without end must not
/// fill the memory of the committer. What is longer shows as a call that failed.
///
/// @param bytesMax of one answer
public record AnswerBound(long bytesMax) implements ClientHttpRequestInterceptor {

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        return new Bounded(execution.execute(request, body), bytesMax);
    }

    private record Bounded(ClientHttpResponse answer, long bytesMax) implements ClientHttpResponse {

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
        public InputStream getBody() throws IOException {
            return new BoundedStream(answer.getBody(), bytesMax);
        }

        @Override
        public void close() {
            answer.close();
        }
    }

    private static final class BoundedStream extends InputStream {

        private final InputStream source;
        private final long bytesMax;
        private long read;

        BoundedStream(InputStream source, long bytesMax) {
            this.source = source;
            this.bytesMax = bytesMax;
        }

        @Override
        public int read() throws IOException {
            int one = source.read();
            count(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int some = source.read(target, offset, length);
            count(Math.max(0, some));
            return some;
        }

        /// Closing the source at once spares whoever closes the answer from reading it to its end.
        private void count(int bytes) throws IOException {
            read += bytes;
            if (read > bytesMax) {
                source.close();
                throw new IOException("an answer of more than " + bytesMax + " bytes");
            }
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
