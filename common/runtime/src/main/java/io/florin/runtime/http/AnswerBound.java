package io.florin.runtime.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/// Reads no more of an answer than it may have and lets go of the rest: who sends without end must not fill the memory
/// of whoever asked. [WholeAnswers] takes no longer one; over other transports bytes count as they are read, unpacked
/// where they came packed. What is longer shows as a call that failed, a `RestClientException`.
///
/// @param bytesMax of one answer
public record AnswerBound(long bytesMax) implements ClientHttpRequestInterceptor {
    /// For answers of which nothing more is known. The longest that a service of Florin gives are the tokens of an
    /// owner, 50 000 of 0.3 KB each.
    public static final long DEFAULT_BYTES = 32L << 20;

    private static final String ATTRIBUTE = AnswerBound.class.getName();

    /// Bytes of body that a transport may read at most for a request with these attributes.
    static long of(Map<String, Object> attributes) {
        return attributes.get(ATTRIBUTE) instanceof Long bytesMax ? bytesMax : DEFAULT_BYTES;
    }

    public AnswerBound {
        if (bytesMax < 1) {
            throw new IllegalArgumentException("an answer has at least a byte");
        }
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        request.getAttributes().put(ATTRIBUTE, Math.min(bytesMax, of(request.getAttributes())));
        ClientHttpResponse answer = execution.execute(request, body);
        return new AnswerWithBody(answer, new BoundedStream(answer.getBody(), bytesMax));
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
