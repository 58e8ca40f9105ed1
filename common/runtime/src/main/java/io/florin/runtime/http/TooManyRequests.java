package io.florin.runtime.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/// The answer 429, with how long to wait in whole seconds, for people and for programs.
public final class TooManyRequests {
    /// Field of a problem that says so to programs.
    public static final String SECONDS = "retryAfterSeconds";

    private TooManyRequests() {}

    /// @param why a sentence, ended by a full stop
    public static void write(
            HttpServletRequest request, HttpServletResponse response, ProblemWriter problems, Duration wait, String why)
            throws IOException {
        long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        problems.write(
                request,
                response,
                Problems.of(
                        ProblemCode.TOO_MANY_REQUESTS,
                        (why + " Ask again in " + seconds + " s.").strip(),
                        Map.of(SECONDS, seconds)));
    }
}
