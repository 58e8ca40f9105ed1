package io.florin.runtime.security;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/// 401 and 403 as problems. Keys of the issuer that cannot be fetched are a failure (503), not the caller's fault.
final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler {
    private final BearerTokenAuthenticationEntryPoint bearer = new BearerTokenAuthenticationEntryPoint();
    private final ProblemWriter problems;

    SecurityProblems(ProblemWriter problems) {
        this.problems = problems;
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
        bearer.commence(request, response, unknown);
        problems.write(request, response, Problems.of(ProblemCode.UNAUTHENTICATED, "A valid bearer token is needed."));
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        problems.write(request, response, Problems.of(ProblemCode.FORBIDDEN, "The caller's roles do not allow this."));
    }
}
