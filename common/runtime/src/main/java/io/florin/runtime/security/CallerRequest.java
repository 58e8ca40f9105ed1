package io.florin.runtime.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/// A request of somebody who is known, for code that asks the request who calls.
public final class CallerRequest extends HttpServletRequestWrapper {
    private final Authentication caller;

    public CallerRequest(HttpServletRequest request, Authentication caller) {
        super(request);
        this.caller = caller;
    }

    @Override
    public Principal getUserPrincipal() {
        return caller;
    }

    @Override
    public @Nullable String getRemoteUser() {
        return caller.getName();
    }

    @Override
    public boolean isUserInRole(String role) {
        String wanted = RolesClaim.ROLE_PREFIX + role;
        for (GrantedAuthority granted : caller.getAuthorities()) {
            if (wanted.equals(granted.getAuthority())) {
                return true;
            }
        }
        return false;
    }
}
