package io.florin.runtime.security;

import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Issuer of tokens, and the way people sign in: `florin.oidc.*`.
///
/// Nothing is asked of the issuer at start-up; addresses that are not given follow the paths of Spring Authorization
/// Server below the issuer.
///
/// @param issuer the exact `iss` of tokens; without it no caller can be known and only public paths work
/// @param jwksUri where the issuer's public keys are read
/// @param audience what `aud` must contain; not checked when missing
/// @param clientId this service's client at the issuer; without it there are no pages to sign in to
/// @param clientSecret its secret; without it the client is public and proves itself by PKCE alone
/// @param authorizationUri where a browser is sent to sign in
/// @param tokenUri where the code is exchanged
/// @param endSessionUri where a browser is sent to sign out; without it only the local session ends
/// @param scopes what is asked for
/// @param rolesClaim the claim with the caller's roles
/// @param clockSkew how far the issuer's clock may be off
/// @param timeout for connecting to the issuer and for its answer
@Validated
@ConfigurationProperties("florin.oidc")
public record OidcProperties(
        @Nullable String issuer,
        @Nullable URI jwksUri,
        @Nullable String audience,
        @Nullable String clientId,
        @Nullable String clientSecret,
        @Nullable URI authorizationUri,
        @Nullable URI tokenUri,
        @Nullable URI endSessionUri,
        @DefaultValue({"openid", "profile"}) @NotNull Set<String> scopes,
        @DefaultValue("roles") @NotNull String rolesClaim,
        @DefaultValue("30s") @NotNull Duration clockSkew,
        @DefaultValue("3s") @NotNull Duration timeout) {

    boolean hasIssuer() {
        return issuer != null && !issuer.isBlank();
    }

    String requiredIssuer() {
        if (issuer == null || issuer.isBlank()) {
            throw new IllegalStateException("florin.oidc.issuer is not set");
        }
        return issuer;
    }

    URI keysUri() {
        return jwksUri == null ? belowIssuer("/oauth2/jwks") : jwksUri;
    }

    URI signInUri() {
        return authorizationUri == null ? belowIssuer("/oauth2/authorize") : authorizationUri;
    }

    /// Address at which a program exchanges its own credentials for a token; empty without an issuer.
    public Optional<URI> tokenUrl() {
        return hasIssuer() ? Optional.of(codeExchangeUri()) : Optional.empty();
    }

    URI codeExchangeUri() {
        return tokenUri == null ? belowIssuer("/oauth2/token") : tokenUri;
    }

    private URI belowIssuer(String path) {
        String base = requiredIssuer();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    /// Silent about the secret.
    @Override
    public String toString() {
        return "OidcProperties[issuer=" + issuer + ", clientId=" + clientId + "]";
    }
}
