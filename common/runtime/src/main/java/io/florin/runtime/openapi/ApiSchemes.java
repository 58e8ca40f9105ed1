package io.florin.runtime.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.security.OAuthFlow;
import io.swagger.v3.oas.models.security.OAuthFlows;
import io.swagger.v3.oas.models.security.Scopes;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Authentication of callers: by an access token. A program gets one with its own credentials at the issuer's token
/// URL; where it has one already, or acts for a person, it sends that.
final class ApiSchemes {
    private static final String BEARER = "bearer";
    private static final String CLIENT = "clientCredentials";

    private final Optional<URI> tokenUrl;

    /// @param tokenUrl of the issuer; empty where a service knows none
    ApiSchemes(Optional<URI> tokenUrl) {
        this.tokenUrl = tokenUrl;
    }

    void describe(Components components) {
        components.addSecuritySchemes(
                BEARER,
                new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .bearerFormat("JWT")
                        .description("An access token of the network's OIDC issuer; the roles stand in its claims."));
        tokenUrl.ifPresent(url -> components.addSecuritySchemes(
                CLIENT,
                new SecurityScheme()
                        .type(SecurityScheme.Type.OAUTH2)
                        .description("A program's own credentials, by HTTP Basic; the token comes without scopes.")
                        .flows(new OAuthFlows()
                                .clientCredentials(
                                        new OAuthFlow().tokenUrl(url.toString()).scopes(new Scopes())))));
    }

    /// Either is enough.
    List<SecurityRequirement> requirements() {
        List<SecurityRequirement> either = new ArrayList<>();
        either.add(new SecurityRequirement().addList(BEARER));
        tokenUrl.ifPresent(_ -> either.add(new SecurityRequirement().addList(CLIENT)));
        return either;
    }
}
