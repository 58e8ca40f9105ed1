package io.florin.runtime.security;

import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.RequestFilter;
import io.florin.runtime.http.TooManyRequests;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/// Refuses to look at another token of a source that has sent too many wrong ones. Requests without a token pass.
final class WrongTokenFilter extends RequestFilter {
    private final WrongCredentials wrong;
    private final ProblemWriter problems;

    WrongTokenFilter(WrongCredentials wrong, ProblemWriter problems) {
        this.wrong = wrong;
        this.problems = problems;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Duration> wait = request.getHeader(HttpHeaders.AUTHORIZATION) == null
                ? Optional.empty()
                : wrong.waitOf(request.getRemoteAddr());
        if (wait.isPresent()) {
            TooManyRequests.write(request, response, problems, wait.get(), "Too many wrong tokens came from here.");
        } else {
            chain.doFilter(request, response);
        }
    }
}
