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
import java.util.Optional;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.ClaimAccessor;

/// Asks more of known callers than their role: what their token claims. Who is not known is for the access rules alone.
public abstract class CallerFilter extends RequestFilter {

    /// After Spring Security's filters, which say who calls.
    public static final int ORDER = -90;

    private final String refusal;
    private final ProblemWriter problems;

    /// @param refusal the sentence with which others are refused
    protected CallerFilter(String refusal, ProblemWriter problems) {
        this.refusal = refusal;
        this.problems = problems;
    }

    protected abstract boolean mayPass(HttpServletRequest request, Authentication caller);

    /// Claim of the caller's token under a name.
    protected static Optional<Object> claim(Authentication caller, String name) {
        return caller.getPrincipal() instanceof ClaimAccessor claims
                ? Optional.ofNullable(claims.getClaims().get(name))
                : Optional.empty();
    }

    @Override
    protected final void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (caller == null || caller instanceof AnonymousAuthenticationToken || mayPass(request, caller)) {
            chain.doFilter(request, response);
        } else {
            problems.write(request, response, Problems.of(ProblemCode.FORBIDDEN, refusal));
        }
    }
}
