package io.florin.auditor.member.wiring;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.web.filter.OncePerRequestFilter;

/// A known caller must belong to this member's organisation: the claim `participant` of its token names it. So one
/// organisation's people open no case at another, which is what a threshold of members is for.
final class OrganisationFilter extends OncePerRequestFilter {
    private static final String CLAIM = "participant";

    private final String participant;
    private final ProblemWriter problems;

    /// @param participant for example `audit-member-1`
    OrganisationFilter(String participant, ProblemWriter problems) {
        this.participant = participant;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (caller == null || caller instanceof AnonymousAuthenticationToken || belongsHere(caller.getPrincipal())) {
            chain.doFilter(request, response);
        } else {
            problems.write(
                    request,
                    response,
                    Problems.of(ProblemCode.FORBIDDEN, "The caller does not belong to this member's organisation."));
        }
    }

    private boolean belongsHere(@Nullable Object principal) {
        return principal instanceof ClaimAccessor claims
                && participant.equals(claims.getClaims().get(CLAIM));
    }
}
