package io.florin.runtime.security;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;

/// Callers permitted for one method of one path.
///
/// @param path a path pattern of Spring: `/v1/payments/{id}`, `/console/**`
/// @param access whether a caller must be known
/// @param roles one of these is needed where access is by role
public record AccessRule(HttpMethod method, String path, Access access, Set<String> roles) {

    /// Callers that a rule lets in.
    public enum Access {
        PUBLIC,
        SIGNED_IN,
        BY_ROLE
    }

    public AccessRule {
        roles = Set.copyOf(roles);
        if ((access == Access.BY_ROLE) == roles.isEmpty()) {
            throw new IllegalArgumentException("roles exactly where access is by role: " + method + " " + path);
        }
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with a slash: " + path);
        }
    }

    /// Whether this caller may call.
    public boolean admits(Authentication caller) {
        return switch (access) {
            case PUBLIC -> true;
            case SIGNED_IN -> isKnown(caller);
            case BY_ROLE -> isKnown(caller) && hasRole(caller);
        };
    }

    private static boolean isKnown(Authentication caller) {
        return caller.isAuthenticated() && !(caller instanceof AnonymousAuthenticationToken);
    }

    private boolean hasRole(Authentication caller) {
        for (GrantedAuthority authority : caller.getAuthorities()) {
            String name = authority.getAuthority();
            if (name != null
                    && name.startsWith(RolesClaim.ROLE_PREFIX)
                    && roles.contains(name.substring(RolesClaim.ROLE_PREFIX.length()))) {
                return true;
            }
        }
        return false;
    }

    /// Anybody may call.
    public static AccessRule open(HttpMethod method, String path) {
        return new AccessRule(method, path, Access.PUBLIC, Set.of());
    }

    /// Anybody with a valid token or session may call.
    public static AccessRule signedIn(HttpMethod method, String path) {
        return new AccessRule(method, path, Access.SIGNED_IN, Set.of());
    }

    /// Callers with one of the roles may call.
    public static AccessRule allow(HttpMethod method, String path, String role, String... more) {
        Set<String> roles = new TreeSet<>(Set.of(more));
        roles.add(role);
        return new AccessRule(method, path, Access.BY_ROLE, roles);
    }
}
