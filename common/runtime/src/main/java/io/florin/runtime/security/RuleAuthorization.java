package io.florin.runtime.security;

import java.util.function.Supplier;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;

/// Decides by the service's [AccessRules]; no rule means no.
final class RuleAuthorization implements AuthorizationManager<RequestAuthorizationContext> {
    private final AccessRules rules;

    RuleAuthorization(AccessRules rules) {
        this.rules = rules;
    }

    @Override
    public AuthorizationDecision authorize(
            Supplier<? extends Authentication> caller, RequestAuthorizationContext context) {
        boolean granted = rules.ruleFor(context.getRequest())
                .map(rule -> rule.access() == AccessRule.Access.PUBLIC || rule.admits(caller.get()))
                .orElse(false);
        return new AuthorizationDecision(granted);
    }
}
