package io.florin.sandbox.oidc;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/// Authorizations in memory with a bound: beyond it the oldest is forgotten, and whoever holds it logs in again.
/// Access tokens are signed and do not need this table to be valid. Thread-safe by one lock; looking up by token walks
/// at most the bound.
final class BoundedAuthorizations implements OAuth2AuthorizationService {
    private final Map<String, OAuth2Authorization> byId;

    BoundedAuthorizations(int sizeMax) {
        this.byId = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, OAuth2Authorization> eldest) {
                return size() > sizeMax;
            }
        };
    }

    @Override
    public void save(OAuth2Authorization authorization) {
        synchronized (byId) {
            byId.put(authorization.getId(), authorization);
        }
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        synchronized (byId) {
            byId.remove(authorization.getId(), authorization);
        }
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        synchronized (byId) {
            return byId.get(id);
        }
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType tokenType) {
        synchronized (byId) {
            return byId.values().stream()
                    .filter(authorization -> carries(authorization, token, tokenType))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static boolean carries(
            OAuth2Authorization authorization, String token, @Nullable OAuth2TokenType tokenType) {
        boolean state = tokenType == null || "state".equals(tokenType.getValue());
        if (state && token.equals(authorization.getAttribute("state"))) {
            return true;
        }
        var found = authorization.getToken(token);
        return found != null && (tokenType == null || authorizationTokenIs(authorization, token, tokenType));
    }

    private static boolean authorizationTokenIs(
            OAuth2Authorization authorization, String token, OAuth2TokenType tokenType) {
        return switch (tokenType.getValue()) {
            case "code" -> hasValue(authorization.getToken(OAuth2AuthorizationCode.class), token);
            case "access_token" -> hasValue(authorization.getAccessToken(), token);
            case "refresh_token" -> hasValue(authorization.getRefreshToken(), token);
            case "id_token" -> hasValue(authorization.getToken(OidcIdToken.class), token);
            default -> false;
        };
    }

    private static boolean hasValue(OAuth2Authorization.@Nullable Token<?> found, String token) {
        return found != null && token.equals(found.getToken().getTokenValue());
    }
}
