package io.florin.sandbox.oidc;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientCredentialsAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;

/// Writes who someone is into access and identity tokens: `roles`, `participant` for those who act for an institution,
/// and for people the name to show.
///
/// A bank's program may ask for a token for one of its customers instead of one for itself: the parameter `wallet` of
/// its request becomes the claim, and the role is `wallet-holder`, which opens that wallet's credential and nothing
/// else. It asks for less than it may do, so it needs no further right; who the customer is, is the bank's to find out.
final class IssuedClaims implements OAuth2TokenCustomizer<JwtEncodingContext> {
    static final String ROLES = "roles";
    static final String PARTICIPANT = "participant";
    static final String WALLET = "wallet";

    private static final String BANK_PROGRAM = "bank-api";
    private static final String WALLET_HOLDER = "wallet-holder";
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,17}");

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
            Optional<Long> wallet = askedWallet(context, machine);
            write(claims, wallet.isPresent() ? List.of(WALLET_HOLDER) : machine.roles(), machine.participant());
            wallet.ifPresent(number -> claims.claim(WALLET, number));
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

    private static Optional<Long> askedWallet(JwtEncodingContext context, OidcIssuerProperties.Machine machine) {
        Object asked = context.getAuthorizationGrant() instanceof OAuth2ClientCredentialsAuthenticationToken grant
                ? grant.getAdditionalParameters().get(WALLET)
                : null;
        if (asked == null) {
            return Optional.empty();
        }
        if (!machine.roles().contains(BANK_PROGRAM)) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.UNAUTHORIZED_CLIENT);
        }
        if (!(asked instanceof String number && NUMBER.matcher(number).matches())) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_REQUEST);
        }
        return Optional.of(Long.parseLong(number));
    }

    private static boolean admits(OidcIssuerProperties.Page page, OidcIssuerProperties.Person person) {
        return page.participant().isEmpty() || page.participant().equals(person.participant());
    }

    private static void write(JwtClaimsSet.Builder claims, List<String> roles, Optional<String> participant) {
        claims.claim(ROLES, roles);
        participant.ifPresent(id -> claims.claim(PARTICIPANT, id));
    }
}
