package io.florin.runtime.security;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;

/// 401 and 403 as problems. Keys of the issuer that cannot be fetched are a failure (503), not the caller's fault.
final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler {
    private final BearerTokenAuthenticationEntryPoint bearer = new BearerTokenAuthenticationEntryPoint();
    private final ProblemWriter problems;
    private final WrongCredentials wrong;

    /// @param wrong where wrong tokens are counted
    SecurityProblems(ProblemWriter problems, WrongCredentials wrong) {
        this.problems = problems;
        this.wrong = wrong;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException unknown)
            throws IOException {
        if (unknown instanceof AuthenticationServiceException) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
            problems.write(
                    request,
                    response,
                    Problems.of(ProblemCode.UNAVAILABLE, "The token cannot be checked now; ask again."));
            return;
        }
        if (request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            wrong.add(request.getRemoteAddr());
        }
        bearer.commence(request, response, unknown);
        problems.write(request, response, Problems.of(ProblemCode.UNAUTHENTICATED, "A valid bearer token is needed."));
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        problems.write(request, response, problemOf(denied));
    }

    /// A page's form carries a token of its session (CSRF); without it nobody has asked who the caller is.
    private static ProblemDetail problemOf(AccessDeniedException denied) {
        if (denied instanceof CsrfException) {
            return Problems.of(
                    HttpStatus.FORBIDDEN,
                    "form-token-invalid",
                    "The form does not belong to this session",
                    "The form's CSRF token is missing or not the one of this session: load the page again and repeat.",
                    Map.of());
        }
        return Problems.of(ProblemCode.FORBIDDEN, "The caller's roles do not allow this.");
    }
}
