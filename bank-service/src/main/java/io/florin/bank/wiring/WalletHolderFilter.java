package io.florin.bank.wiring;

import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.security.CallerFilter;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.Authentication;

/// A holder of keys asks for its own wallet's enrollment and credential and for nothing else: the claim `wallet` of its
/// token has the wallet's number. Such a token is no use for payments, wherever it is kept.
final class WalletHolderFilter extends CallerFilter {

    static final String ROLE = "wallet-holder";

    private static final String PREFIX = "ROLE_";
    private static final String CLAIM = "wallet";

    private final String program;

    /// @param program role of those who ask for everybody
    WalletHolderFilter(String program, ProblemWriter problems) {
        super("The caller holds another wallet's keys.", problems);
        this.program = program;
    }

    @Override
    protected boolean mayPass(HttpServletRequest request, Authentication caller) {
        return !has(caller, ROLE) || has(caller, program) || isOwn(request, caller);
    }

    private static boolean has(Authentication caller, String role) {
        return caller.getAuthorities().stream().anyMatch(granted -> (PREFIX + role).equals(granted.getAuthority()));
    }

    /// As the path is written, so that no other way of writing another one passes.
    private static boolean isOwn(HttpServletRequest request, Authentication caller) {
        if (!(claim(caller, CLAIM).orElse(null) instanceof Number number)) {
            return false;
        }
        String wallet = "/v1/wallets/" + number.longValue();
        String path = request.getRequestURI();
        return path.equals(wallet + "/credential")
                || path.equals(wallet) && HttpMethod.GET.matches(request.getMethod());
    }
}
