package io.florin.runtime.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Refuses a client that asks more often than its token bucket allows, before any signature is checked. A client is an
/// IP address. Probes and the internal port are not limited.
final class RateLimitFilter extends RequestFilter {
    private final TokenBuckets buckets;
    private final ProblemWriter problems;

    RateLimitFilter(TokenBuckets buckets, ProblemWriter problems) {
        this.buckets = buckets;
        this.problems = problems;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Duration> wait =
                isLimited(request.getRequestURI()) ? buckets.take(request.getRemoteAddr()) : Optional.empty();
        if (wait.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        TooManyRequests.write(request, response, problems, wait.get(), "");
    }

    private static boolean isLimited(String path) {
        return !path.startsWith("/actuator/") && !path.startsWith("/internal/");
    }
}
