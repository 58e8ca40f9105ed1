package io.florin.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.http.HttpProperties.WrongCredentialsLimit;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.http.WrongCredentials;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/// The gate over a verifier that takes tokens named after roles, and counts how often it is asked.
class ProgramGateTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration LIFETIME = Duration.ofSeconds(30);

    private final List<String> verified = new ArrayList<>();
    private final ProblemWriter problems = new ProblemWriter(StrictJson.mapper());
    private final WrongCredentials wrong = new WrongCredentials(new WrongCredentialsLimit(2, 1, 9, 1, 10), () -> NOON);
    private final SecurityProblems refusals = new SecurityProblems(problems, wrong);
    private Instant now = NOON;
    private final ProgramGate gate = new ProgramGate(
            AccessRules.of(
                    AccessRule.allow(HttpMethod.POST, "/v1/payments", "program"),
                    AccessRule.signedIn(HttpMethod.GET, "/v1/payments/{id}"),
                    AccessRule.open(HttpMethod.GET, "/v1/words")),
            new StrictHeaders("default-src 'self'"),
            wrong,
            refusals,
            problems,
            new RememberedCallers(() -> now, () -> Duration.between(NOON, now).toNanos()),
            Optional.of(verifier()));

    /// Who was the caller when a request had passed, in the order of requests.
    private final List<String> passed = new ArrayList<>();

    @AfterEach
    void nothingIsLeftOnTheThread() {
        assertThat(SecurityContextHolder.getContext().getAuthentication()).isNull();
    }

    @Test
    void verifiesATokenOnceAndLetsItPassEachTime() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(ask("POST", "/v1/payments", "Bearer program").getStatus())
                    .isEqualTo(200);
        }
        assertThat(verified).containsExactly("Bearer program");
        assertThat(passed).containsExactly("program", "program", "program");
    }

    @Test
    void aRememberedTokenOpensNoMoreThanItsRoles() throws Exception {
        assertThat(ask("GET", "/v1/payments/7", "Bearer clerk").getStatus()).isEqualTo(200);
        MockHttpServletResponse refused = ask("POST", "/v1/payments", "Bearer clerk");
        assertThat(refused.getStatus()).isEqualTo(403);
        assertThat(refused.getContentAsString()).contains("\"code\":\"forbidden\"");
        assertThat(verified).hasSize(1);
        assertThat(passed).hasSize(1);
    }

    @Test
    void aRememberedTokenOutOfItsTimeIsRefused() throws Exception {
        ask("POST", "/v1/payments", "Bearer program");
        now = NOON.plus(LIFETIME);
        assertThat(ask("POST", "/v1/payments", "Bearer program").getStatus()).isEqualTo(401);
        assertThat(passed).hasSize(1);
    }

    @Test
    void nobodyIsLetInWhereSomebodyMustBeKnown() throws Exception {
        MockHttpServletResponse refused = ask("POST", "/v1/payments", null);
        assertThat(refused.getStatus()).isEqualTo(401);
        assertThat(refused.getHeader("WWW-Authenticate")).startsWith("Bearer");
        assertThat(ask("POST", "/v1/payments", "Basic cHJvZ3JhbTpw").getStatus())
                .isEqualTo(401);
        assertThat(ask("GET", "/v1/words", null).getStatus()).isEqualTo(200);
        assertThat(passed).containsExactly("nobody");
    }

    /// Also where nobody need be known, or an open path would tell how far one may guess.
    @Test
    void aSourceThatGuessesIsLookedAtNoMore() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertThat(ask("GET", "/v1/words", "Bearer forged").getStatus()).isEqualTo(401);
        }
        MockHttpServletResponse tired = ask("POST", "/v1/payments", "Bearer program");
        assertThat(tired.getStatus()).isEqualTo(429);
        assertThat(tired.getHeader("Retry-After")).isNotBlank();
        assertThat(verified).hasSize(2);
        assertThat(ask("GET", "/v1/words", null).getStatus()).isEqualTo(200);
    }

    @Test
    void saysTheSameOfPathsThatNoRuleNamesToEverybody() throws Exception {
        for (String token : new String[] {"Bearer program", "Bearer forged"}) {
            assertThat(ask("GET", "/v1/nothing", token).getStatus()).isEqualTo(404);
            MockHttpServletResponse other = ask("DELETE", "/v1/payments", token);
            assertThat(other.getStatus()).isEqualTo(405);
            assertThat(other.getHeader("Allow")).isEqualTo("POST");
        }
        assertThat(verified).isEmpty();
    }

    @Test
    void everyAnswerHasTheHeaders() throws Exception {
        for (String path : new String[] {"/v1/words", "/v1/nothing", "/v1/payments/7"}) {
            MockHttpServletResponse answer = ask("GET", path, null);
            assertThat(answer.getHeader("Content-Security-Policy")).isEqualTo("default-src 'self'");
            assertThat(answer.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.getHeader("Cache-Control")).contains("no-store");
        }
    }

    @Test
    void theRestOfAnAsynchronousAnswerIsTheCallersToo() throws Exception {
        var request = new MockHttpServletRequest("POST", "/v1/payments");
        request.addHeader("Authorization", "Bearer program");
        gate.doFilter(request, new MockHttpServletResponse(), controller());
        request.setDispatcherType(DispatcherType.ASYNC);
        gate.doFilter(request, new MockHttpServletResponse(), controller());
        var strange = new MockHttpServletRequest("POST", "/v1/payments");
        strange.addHeader("Authorization", "Bearer program");
        strange.setDispatcherType(DispatcherType.ERROR);
        gate.doFilter(strange, new MockHttpServletResponse(), controller());
        assertThat(passed).containsExactly("program", "program", "nobody");
    }

    private MockHttpServletResponse ask(String method, String path, @Nullable String authorization) throws Exception {
        var request = new MockHttpServletRequest(method, path);
        if (authorization != null) {
            request.addHeader("Authorization", authorization);
        }
        var response = new MockHttpServletResponse();
        gate.doFilter(request, response, controller());
        return response;
    }

    private FilterChain controller() {
        return (request, _) -> {
            Authentication ofThread = SecurityContextHolder.getContext().getAuthentication();
            Principal ofRequest = ((HttpServletRequest) request).getUserPrincipal();
            assertThat(ofRequest).isEqualTo(ofThread);
            passed.add(ofThread == null ? "nobody" : ofThread.getName());
        };
    }

    private Filter verifier() {
        return (request, response, chain) -> {
            HttpServletRequest asked = (HttpServletRequest) request;
            String authorization = asked.getHeader("Authorization");
            if (!authorization.startsWith("Bearer ")) {
                chain.doFilter(request, response);
                return;
            }
            verified.add(authorization);
            String role = authorization.substring("Bearer ".length());
            if (role.equals("forged") || !now.isBefore(NOON.plus(LIFETIME))) {
                refusals.commence(
                        asked, (MockHttpServletResponse) response, new BadCredentialsException("not of the issuer"));
                return;
            }
            Jwt token = Jwt.withTokenValue(role)
                    .header("alg", "RS256")
                    .subject(role)
                    .expiresAt(NOON.plus(LIFETIME))
                    .build();
            SecurityContextHolder.getContext()
                    .setAuthentication(
                            new JwtAuthenticationToken(token, AuthorityUtils.createAuthorityList("ROLE_" + role)));
            chain.doFilter(request, response);
        };
    }
}
