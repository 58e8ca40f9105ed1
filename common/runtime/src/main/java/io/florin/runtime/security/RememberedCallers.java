package io.florin.runtime.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/// Callers whose token was verified, for a while: a program sends the same token with each request. All that a token
/// says is settled when it is verified, except whether it is still time; that is looked at on each use, and a token out
/// of its time is verified again, which says why it is refused. A key that the issuer withdraws is believed for so much
/// longer. Wrong tokens are not remembered, so nobody fills the memory with them. A caller is looked up by the SHA-256
/// digest of the header; what is remembered is the verified token, its text included.
final class RememberedCallers {

    static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int CALLERS_MAX = 10_000;

    private final InstantSource clock;
    private final Cache<Bytes32, JwtAuthenticationToken> known;

    /// @param ticker nanoseconds that only go forward
    RememberedCallers(InstantSource clock, Ticker ticker) {
        this.clock = clock;
        this.known = Caffeine.newBuilder()
                .maximumSize(CALLERS_MAX)
                .expireAfterWrite(REMEMBERED)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    /// The caller who sent this header `Authorization` of late, if its token is valid now.
    Optional<JwtAuthenticationToken> of(String header) {
        JwtAuthenticationToken caller = known.getIfPresent(digest(header));
        return caller != null && isInTime(caller.getToken()) ? Optional.of(caller) : Optional.empty();
    }

    /// Keeps a caller whose token in this header has just been verified, without the details of that one request.
    void remember(String header, JwtAuthenticationToken caller) {
        caller.setDetails(null);
        known.put(digest(header), caller);
    }

    /// Without the grace that a verifier gives to clocks that differ: it is asked again then.
    private boolean isInTime(Jwt token) {
        Instant now = clock.instant();
        Instant from = token.getNotBefore();
        Instant until = token.getExpiresAt();
        return until != null && now.isBefore(until) && (from == null || !now.isBefore(from));
    }

    private static Bytes32 digest(String header) {
        return Sha256.hash(header.getBytes(StandardCharsets.UTF_8));
    }
}
