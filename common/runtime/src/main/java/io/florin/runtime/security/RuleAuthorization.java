package io.florin.runtime.security;

import java.util.function.Supplier;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;

/// Decides by the service's [AccessRules]; no rule means no.
final class RuleAuthorization implements AuthorizationManager<RequestAuthorizationContext> {
    static final String ROLE_PREFIX = "ROLE_";

    private final AccessRules rules;

    RuleAuthorization(AccessRules rules) {
        this.rules = rules;
    }

    @Override
    public AuthorizationDecision authorize(
            Supplier<? extends Authentication> caller, RequestAuthorizationContext context) {
        boolean granted = rules.ruleFor(context.getRequest())
                .map(rule -> switch (rule.access()) {
                    case PUBLIC -> true;
                    case SIGNED_IN -> isKnown(caller.get());
                    case BY_ROLE -> isKnown(caller.get()) && hasRole(caller.get(), rule);
                })
                .orElse(false);
        return new AuthorizationDecision(granted);
    }

    private static boolean isKnown(Authentication caller) {
        return caller.isAuthenticated() && !(caller instanceof AnonymousAuthenticationToken);
    }

    private static boolean hasRole(Authentication caller, AccessRule rule) {
        for (GrantedAuthority authority : caller.getAuthorities()) {
            String name = authority.getAuthority();
            if (name != null
                    && name.startsWith(ROLE_PREFIX)
                    && rule.roles().contains(name.substring(ROLE_PREFIX.length()))) {
                return true;
            }
        }
        return false;
    }
}
