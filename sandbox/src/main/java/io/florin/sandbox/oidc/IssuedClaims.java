package io.florin.sandbox.oidc;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;

/// Writes who someone is into access and identity tokens: `roles`, `participant` for those who act for an institution,
/// and for people the name to show.
final class IssuedClaims implements OAuth2TokenCustomizer<JwtEncodingContext> {
    static final String ROLES = "roles";
    static final String PARTICIPANT = "participant";

    private final OidcIssuerProperties properties;

    IssuedClaims(OidcIssuerProperties properties) {
        this.properties = properties;
    }

    @Override
    public void customize(JwtEncodingContext context) {
        JwtClaimsSet.Builder claims = context.getClaims();
        if (AuthorizationGrantType.CLIENT_CREDENTIALS.equals(context.getAuthorizationGrantType())) {
            var machine =
                    properties.machines().get(context.getRegisteredClient().getClientId());
            if (machine == null) {
                throw new IllegalStateException("a page asked for client credentials");
            }
            write(claims, machine.roles(), machine.participant());
            return;
        }
        Authentication principal = context.getPrincipal();
        String name =
                Objects.requireNonNull(principal, "a token without a principal").getName();
        var person = properties.people().get(name);
        if (person == null) {
            throw new IllegalStateException("a token for an unknown person");
        }
        var page = properties.pages().get(context.getRegisteredClient().getClientId());
        if (page == null || !admits(page, person)) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.ACCESS_DENIED);
        }
        write(claims, person.roles(), person.participant());
        claims.claim("preferred_username", name);
        claims.claim("name", person.displayName());
    }

    private static boolean admits(OidcIssuerProperties.Page page, OidcIssuerProperties.Person person) {
        return page.participant().isEmpty() || page.participant().equals(person.participant());
    }

    private static void write(JwtClaimsSet.Builder claims, List<String> roles, Optional<String> participant) {
        claims.claim(ROLES, roles);
        participant.ifPresent(id -> claims.claim(PARTICIPANT, id));
    }
}
