package io.florin.sandbox.oidc;

import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.TooManyRequests;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.filter.OncePerRequestFilter;

/// Counts wrong passwords and client secrets by source and by account, and lets neither go on guessing.
final class GuessingFilter extends OncePerRequestFilter {
    private static final String LOGIN = "/login";
    private static final String PROTOCOL = "/oauth2/";
    private static final String BASIC = "Basic ";

    private final WrongCredentials wrong;
    private final ProblemWriter problems;

    GuessingFilter(WrongCredentials wrong, ProblemWriter problems) {
        this.wrong = wrong;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String path = request.getRequestURI();
        return !HttpMethod.POST.matches(request.getMethod()) || !(path.equals(LOGIN) || path.startsWith(PROTOCOL));
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean person = request.getRequestURI().equals(LOGIN);
        String account = person ? "person " + request.getParameter("username") : "program " + client(request);
        String source = request.getRemoteAddr();
        Optional<Duration> wait = wrong.waitOf(source, account);
        if (wait.isPresent()) {
            TooManyRequests.write(
                    request, response, problems, wait.get(), "Too many wrong passwords or secrets were tried.");
            return;
        }
        chain.doFilter(request, response);
        if (person ? isSentBack(response) : response.getStatus() == HttpServletResponse.SC_UNAUTHORIZED) {
            wrong.add(source, account);
        }
    }

    /// Spring answers a wrong password with the login page again.
    private static boolean isSentBack(HttpServletResponse response) {
        return Objects.requireNonNullElse(response.getHeader(HttpHeaders.LOCATION), "")
                .endsWith(LOGIN + "?error");
    }

    private static String client(HttpServletRequest request) {
        String header = Objects.requireNonNullElse(request.getHeader(HttpHeaders.AUTHORIZATION), "");
        if (!header.startsWith(BASIC)) {
            return Objects.requireNonNullElse(request.getParameter("client_id"), "");
        }
        try {
            byte[] pair =
                    Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
            return new String(pair, StandardCharsets.UTF_8).split(":", 2)[0];
        } catch (IllegalArgumentException unreadable) {
            return "";
        }
    }
}
