package io.florin.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtValidationException;

class RememberedTokensTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final List<String> verified = new ArrayList<>();
    private Instant now = NOON;
    private final RememberedTokens tokens = new RememberedTokens(
            this::verify, validator(), () -> Duration.between(NOON, now).toNanos());

    @Test
    void verifiesATokenOnce() {
        Jwt first = tokens.decode("alice");
        assertThat(tokens.decode("alice")).isEqualTo(first);
        assertThat(tokens.decode("bob").getSubject()).isEqualTo("bob");
        assertThat(verified).containsExactly("alice", "bob");
    }

    @Test
    void verifiesItAgainAfterAWhile() {
        tokens.decode("alice");
        now = NOON.plus(RememberedTokens.REMEMBERED).minusMillis(1);
        tokens.decode("alice");
        assertThat(verified).hasSize(1);
        now = NOON.plus(RememberedTokens.REMEMBERED);
        tokens.decode("alice");
        assertThat(verified).hasSize(2);
    }

    @Test
    void refusesARememberedTokenThatHasExpired() {
        tokens.decode("short");
        now = NOON.plusSeconds(21);
        assertThatThrownBy(() -> tokens.decode("short")).isInstanceOf(JwtValidationException.class);
        assertThat(verified).hasSize(1);
    }

    @Test
    void remembersNoWrongToken() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> tokens.decode("forged")).isInstanceOf(BadJwtException.class);
        }
        assertThat(verified).hasSize(2);
    }

    private JwtTimestampValidator validator() {
        var validator = new JwtTimestampValidator(Duration.ZERO);
        validator.setClock(new AdjustedClock());
        return validator;
    }

    private Jwt verify(String token) {
        verified.add(token);
        if (token.equals("forged")) {
            throw new BadJwtException("no signature of the issuer");
        }
        Duration lifetime = token.equals("short") ? Duration.ofSeconds(20) : Duration.ofMinutes(5);
        return Jwt.withTokenValue(token)
                .header("alg", "RS256")
                .subject(token)
                .issuedAt(NOON)
                .expiresAt(NOON.plus(lifetime))
                .build();
    }

    private final class AdjustedClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
