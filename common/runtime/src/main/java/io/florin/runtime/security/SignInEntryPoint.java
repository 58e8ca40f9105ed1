package io.florin.runtime.security;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;

/// Sends a browser that navigates to the sign-in; a script's request gets 401, and htmx is told where to go.
final class SignInEntryPoint implements AuthenticationEntryPoint {
    private final String signInPath;
    private final LoginUrlAuthenticationEntryPoint redirect;
    private final ProblemWriter problems;

    SignInEntryPoint(String signInPath, ProblemWriter problems) {
        this.signInPath = signInPath;
        this.redirect = new LoginUrlAuthenticationEntryPoint(signInPath);
        this.problems = problems;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException unknown)
            throws IOException, ServletException {
        if (ProblemWriter.wantsPage(request)) {
            redirect.commence(request, response, unknown);
            return;
        }
        if (request.getHeader("HX-Request") != null) {
            response.setHeader("HX-Redirect", signInPath);
        }
        problems.write(request, response, Problems.of(ProblemCode.UNAUTHENTICATED, "Sign in first."));
    }
}
