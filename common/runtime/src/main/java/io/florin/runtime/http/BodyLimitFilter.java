package io.florin.runtime.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Bounds the body of every request: a declared length above the bound is refused before a byte is read, an undeclared
/// one while it is read.
final class BodyLimitFilter extends RequestFilter {
    private final ToLongFunction<HttpServletRequest> bytesMaxOf;
    private final ProblemWriter problems;

    BodyLimitFilter(ToLongFunction<HttpServletRequest> bytesMaxOf, ProblemWriter problems) {
        this.bytesMaxOf = bytesMaxOf;
        this.problems = problems;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long bytesMax = bytesMaxOf.applyAsLong(request);
        if (request.getContentLengthLong() > bytesMax) {
            refuse(request, response, bytesMax);
            return;
        }
        try {
            chain.doFilter(new BoundedRequest(request, bytesMax), response);
        } catch (BodyTooLargeException tooLarge) {
            refuse(request, response, bytesMax);
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, long bytesMax) throws IOException {
        // The rest of the body is not worth reading: the connection ends with the answer.
        response.setHeader("Connection", "close");
        problems.write(
                request,
                response,
                Problems.of(
                        ProblemCode.BODY_TOO_LARGE,
                        "The body may have at most " + bytesMax + " bytes.",
                        Map.of("bytesMax", bytesMax)));
    }

    private static final class BoundedRequest extends HttpServletRequestWrapper {
        private final long bytesMax;
        private @Nullable ServletInputStream input;
        private @Nullable BufferedReader reader;

        BoundedRequest(HttpServletRequest request, long bytesMax) {
            super(request);
            this.bytesMax = bytesMax;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            if (input == null) {
                input = new BoundedInput(super.getInputStream(), bytesMax);
            }
            return input;
        }

        @Override
        public BufferedReader getReader() throws IOException {
            if (reader == null) {
                String encoding = getCharacterEncoding();
                Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
                reader = new BufferedReader(new InputStreamReader(getInputStream(), charset));
            }
            return reader;
        }
    }

    private static final class BoundedInput extends ServletInputStream {
        private final ServletInputStream source;
        private final long bytesMax;
        private long bytesRead;

        BoundedInput(ServletInputStream source, long bytesMax) {
            this.source = source;
            this.bytesMax = bytesMax;
        }

        @Override
        public int read() throws IOException {
            int next = source.read();
            if (next >= 0) {
                count(1);
            }
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = source.read(target, offset, length);
            if (read > 0) {
                count(read);
            }
            return read;
        }

        private void count(int read) throws BodyTooLargeException {
            bytesRead += read;
            if (bytesRead > bytesMax) {
                throw new BodyTooLargeException(bytesMax);
            }
        }

        @Override
        public boolean isFinished() {
            return source.isFinished();
        }

        @Override
        public boolean isReady() {
            return source.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            source.setReadListener(listener);
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
