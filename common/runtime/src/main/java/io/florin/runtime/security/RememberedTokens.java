package io.florin.runtime.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidationException;

/// Verifies a token's signature once and remembers it for a while: a program sends the same token with each request.
/// Its times and claims are checked at each use. A key that the issuer withdraws is believed for so much longer. Wrong
/// tokens are not remembered, so nobody fills the memory with them. A token is looked up by its SHA-256 digest; what
/// is remembered is the verified token, its text included.
final class RememberedTokens implements JwtDecoder {

    static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int TOKENS_MAX = 10_000;

    private final JwtDecoder verifier;
    private final OAuth2TokenValidator<Jwt> validator;
    private final Cache<Bytes32, Jwt> known;

    /// @param verifier checks the signature, and all that `validator` checks
    /// @param validator checks times and claims
    /// @param ticker nanoseconds that only go forward
    RememberedTokens(JwtDecoder verifier, OAuth2TokenValidator<Jwt> validator, Ticker ticker) {
        this.verifier = verifier;
        this.validator = validator;
        this.known = Caffeine.newBuilder()
                .maximumSize(TOKENS_MAX)
                .expireAfterWrite(REMEMBERED)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    /// @throws org.springframework.security.oauth2.jwt.JwtException as the verifier does
    @Override
    public Jwt decode(String token) {
        Bytes32 digest = Sha256.hash(token.getBytes(StandardCharsets.UTF_8));
        Jwt before = known.getIfPresent(digest);
        if (before == null) {
            Jwt verified = verifier.decode(token);
            known.put(digest, verified);
            return verified;
        }
        OAuth2TokenValidatorResult result = validator.validate(before);
        if (result.hasErrors()) {
            throw new JwtValidationException("the token is valid no more", result.getErrors());
        }
        return before;
    }
}
