package io.florin.sandbox.oidc;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// People who may log in, pages and machines that are clients, and the life of a token. People and clients are keyed by
/// name, so that passwords and secrets can come from another source than roles. A person without a password or a client
/// without a secret stops the start: there are no default secrets.
///
/// @param issuer the address in the `iss` claim, exactly as services and browsers reach it
/// @param signingKeyFile where the signing key is kept; created on first start
/// @param accessTokenLifetime also the lifetime of identity tokens
@Validated
@ConfigurationProperties("florin.oidc-issuer")
public record OidcIssuerProperties(
        URI issuer,
        Path signingKeyFile,
        @DefaultValue("15m") Duration accessTokenLifetime,
        @DefaultValue("8h") Duration refreshTokenLifetime,
        Map<String, @Valid Person> people,
        Map<String, @Valid Page> pages,
        Map<String, @Valid Machine> machines) {

    static final int PASSWORD_LENGTH_MIN = 12;

    public OidcIssuerProperties {
        people = Map.copyOf(people);
        pages = Map.copyOf(pages);
        machines = Map.copyOf(machines);
    }

    /// A person who logs in on a page; `participant` is the institution the person works for.
    public record Person(
            @NotBlank String displayName,
            @NotBlank @Size(min = PASSWORD_LENGTH_MIN) String password,
            @NotEmpty List<String> roles,
            Optional<String> participant) {
        public Person {
            roles = List.copyOf(roles);
        }

        @Override
        public String toString() {
            return "Person[" + displayName + ", roles " + roles + "]";
        }
    }

    /// A service whose pages send people here to log in (authorization code with PKCE). Where `participant` is set,
    /// only
    /// people of that institution get a token for the page: a clerk of one bank is nobody at another.
    public record Page(
            @NotBlank @Size(min = PASSWORD_LENGTH_MIN) String secret,
            @NotEmpty List<String> redirectUris,
            @DefaultValue List<String> postLogoutRedirectUris,
            Optional<String> participant) {
        public Page {
            redirectUris = List.copyOf(redirectUris);
            postLogoutRedirectUris = List.copyOf(postLogoutRedirectUris);
        }

        @Override
        public String toString() {
            return "Page[" + redirectUris + "]";
        }
    }

    /// A program that authenticates itself (client credentials) and acts for a participant.
    public record Machine(
            @NotBlank @Size(min = PASSWORD_LENGTH_MIN) String secret,
            @NotEmpty List<String> roles,
            Optional<String> participant) {
        public Machine {
            roles = List.copyOf(roles);
        }

        @Override
        public String toString() {
            return "Machine[roles " + roles + "]";
        }
    }
}
