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
import org.springframework.http.HttpMethod;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.web.filter.OncePerRequestFilter;

/// A holder of keys asks for its own wallet's enrollment and credential and for nothing else: the claim `wallet` of its
/// token has the wallet's number. Such a token is no use for payments, wherever it is kept.
final class WalletHolderFilter extends OncePerRequestFilter {

    static final String ROLE = "wallet-holder";

    private static final String PREFIX = "ROLE_";
    private static final String CLAIM = "wallet";

    private final String program;
    private final ProblemWriter problems;

    /// @param program role of those who ask for everybody
    WalletHolderFilter(String program, ProblemWriter problems) {
        this.program = program;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (caller == null || !has(caller, ROLE) || has(caller, program) || isOwn(request, caller.getPrincipal())) {
            chain.doFilter(request, response);
        } else {
            problems.write(
                    request, response, Problems.of(ProblemCode.FORBIDDEN, "The caller holds another wallet's keys."));
        }
    }

    private static boolean has(Authentication caller, String role) {
        return caller.getAuthorities().stream().anyMatch(granted -> (PREFIX + role).equals(granted.getAuthority()));
    }

    /// As the path is written, so that no other way of writing another one passes.
    private static boolean isOwn(HttpServletRequest request, @Nullable Object principal) {
        if (!(principal instanceof ClaimAccessor claims && claims.getClaims().get(CLAIM) instanceof Number number)) {
            return false;
        }
        String wallet = "/v1/wallets/" + number.longValue();
        String path = request.getRequestURI();
        return path.equals(wallet + "/credential")
                || path.equals(wallet) && HttpMethod.GET.matches(request.getMethod());
    }
}
