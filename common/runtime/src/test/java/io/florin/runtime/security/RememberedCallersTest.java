package io.florin.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

class RememberedCallersTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Instant now = NOON;
    private final RememberedCallers callers =
            new RememberedCallers(() -> now, () -> Duration.between(NOON, now).toNanos());

    @Test
    void knowsTheCallerOfAHeaderAndOfNoOther() {
        callers.remember("Bearer alice", caller("alice", Duration.ofMinutes(5)));
        assertThat(callers.of("Bearer alice"))
                .hasValueSatisfying(known -> assertThat(known.getName()).isEqualTo("alice"));
        assertThat(callers.of("Bearer alicf")).isEmpty();
        assertThat(callers.of("Bearer alice ")).isEmpty();
    }

    @Test
    void forgetsAfterAWhileSoThatAWithdrawnKeyEnds() {
        callers.remember("Bearer alice", caller("alice", Duration.ofMinutes(5)));
        now = NOON.plus(RememberedCallers.REMEMBERED).minusMillis(1);
        assertThat(callers.of("Bearer alice")).isPresent();
        now = NOON.plus(RememberedCallers.REMEMBERED);
        assertThat(callers.of("Bearer alice")).isEmpty();
    }

    @Test
    void leavesATokenOutOfItsTimeToTheVerifier() {
        callers.remember("Bearer short", caller("short", Duration.ofSeconds(20)));
        now = NOON.plusSeconds(20).minusMillis(1);
        assertThat(callers.of("Bearer short")).isPresent();
        now = NOON.plusSeconds(20);
        assertThat(callers.of("Bearer short")).isEmpty();
        now = NOON.minusMillis(1);
        assertThat(callers.of("Bearer short")).isEmpty();
    }

    @Test
    void aTokenWithoutAnEndIsVerifiedEachTime() {
        Jwt endless = Jwt.withTokenValue("endless")
                .header("alg", "RS256")
                .subject("e")
                .build();
        callers.remember("Bearer endless", new JwtAuthenticationToken(endless, List.of()));
        assertThat(callers.of("Bearer endless")).isEmpty();
    }

    private static JwtAuthenticationToken caller(String name, Duration lifetime) {
        return new JwtAuthenticationToken(
                Jwt.withTokenValue(name)
                        .header("alg", "RS256")
                        .subject(name)
                        .notBefore(NOON)
                        .expiresAt(NOON.plus(lifetime))
                        .build(),
                List.of());
    }
}
