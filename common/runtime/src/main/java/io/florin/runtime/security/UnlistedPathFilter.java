package io.florin.runtime.security;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import io.florin.runtime.http.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.util.matcher.RequestMatcher;

/// Answers 404 or 405 for what no rule names, the same to known and unknown callers.
final class UnlistedPathFilter extends RequestFilter {
    private final AccessRules rules;
    private final RequestMatcher ownPaths;
    private final ProblemWriter problems;

    /// @param ownPaths what the filter chain itself serves, such as the way back from the sign-in
    UnlistedPathFilter(AccessRules rules, RequestMatcher ownPaths, ProblemWriter problems) {
        this.rules = rules;
        this.ownPaths = ownPaths;
        this.problems = problems;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (rules.ruleFor(request).isPresent() || ownPaths.matches(request)) {
            chain.doFilter(request, response);
            return;
        }
        answer(request, response, rules.methodsOf(request), problems);
    }

    /// @param methods that some rule names for the path
    static void answer(
            HttpServletRequest request, HttpServletResponse response, Set<String> methods, ProblemWriter problems)
            throws IOException {
        if (methods.isEmpty()) {
            problems.write(request, response, Problems.of(ProblemCode.NOT_FOUND, "There is nothing under this path."));
            return;
        }
        String allowed = String.join(", ", methods);
        response.setHeader(HttpHeaders.ALLOW, allowed);
        problems.write(
                request, response, Problems.of(ProblemCode.METHOD_NOT_ALLOWED, "This path takes " + allowed + "."));
    }
}
