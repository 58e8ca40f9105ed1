package io.florin.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.StrictJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

class ParticipantFilterTest {
    private static final String REFUSAL = "The caller does not act for this bank.";

    private final ParticipantFilter filter =
            new ParticipantFilter("bank-1", REFUSAL, new ProblemWriter(StrictJson.mapper()));

    @AfterEach
    void forget() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void letsItsOwnPeoplePass() throws Exception {
        assertPasses(claiming(Map.of("participant", "bank-1")));
    }

    @Test
    void refusesOthersPeople() throws Exception {
        assertRefuses(claiming(Map.of("participant", "bank-2")));
        assertRefuses(claiming(Map.of("participant", "bank-11")));
        assertRefuses(claiming(Map.of("participant", List.of("bank-1", "bank-2"))));
        assertRefuses(claiming(Map.of("sub", "bank-1")));
    }

    @Test
    void refusesACallerWhoseClaimsCannotBeRead() throws Exception {
        assertRefuses(new TestingAuthenticationToken("bank-1", "", "ROLE_clerk"));
    }

    /// The access rules say what they may.
    @Test
    void leavesStrangersToTheAccessRules() throws Exception {
        assertPasses(new AnonymousAuthenticationToken("key", "nobody", List.of(new SimpleGrantedAuthority("ROLE_X"))));
        SecurityContextHolder.clearContext();
        assertThat(answered().getRequest()).isNotNull();
    }

    private static Authentication claiming(Map<String, Object> claims) {
        Jwt.Builder token = Jwt.withTokenValue("token").header("alg", "none");
        claims.forEach(token::claim);
        return new JwtAuthenticationToken(token.build(), List.of(new SimpleGrantedAuthority("ROLE_clerk")));
    }

    private void assertPasses(Authentication caller) throws Exception {
        SecurityContextHolder.getContext().setAuthentication(caller);
        assertThat(answered().getRequest()).isNotNull();
    }

    private void assertRefuses(Authentication caller) throws Exception {
        SecurityContextHolder.getContext().setAuthentication(caller);
        MockFilterChain chain = answered();
        assertThat(chain.getRequest()).as("not passed on").isNull();
        assertThat(response.getStatus()).isEqualTo(403);
        assertThat(response.getContentAsString()).contains("\"code\":\"forbidden\"", REFUSAL);
    }

    private MockHttpServletResponse response = new MockHttpServletResponse();

    private MockFilterChain answered() throws Exception {
        response = new MockHttpServletResponse();
        MockFilterChain chain = new MockFilterChain();
        filter.doFilter(new MockHttpServletRequest("GET", "/v1/payments"), response, chain);
        return chain;
    }
}
