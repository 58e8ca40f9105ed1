package io.florin.bank.wiring;

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

/// A known caller must act for this bank: the claim `participant` of its token names it. One issuer serves all banks,
/// and a clerk of one bank is nobody at another.
final class ParticipantFilter extends OncePerRequestFilter {

    private static final String CLAIM = "participant";

    private final String participant;
    private final ProblemWriter problems;

    /// @param participant for example `bank-1`
    ParticipantFilter(String participant, ProblemWriter problems) {
        this.participant = participant;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (caller == null
                || caller instanceof AnonymousAuthenticationToken
                || actsForThisBank(caller.getPrincipal())) {
            chain.doFilter(request, response);
        } else {
            problems.write(
                    request, response, Problems.of(ProblemCode.FORBIDDEN, "The caller does not act for this bank."));
        }
    }

    private boolean actsForThisBank(@Nullable Object principal) {
        return principal instanceof ClaimAccessor claims
                && participant.equals(claims.getClaims().get(CLAIM));
    }
}
