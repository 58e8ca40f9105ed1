package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RateLimitTest {
    private final RateLimitFilter filter = new RateLimitFilter(
            new TokenBuckets(1, 1, 10, () -> Instant.EPOCH), new ProblemWriter(StrictJson.mapper()));

    @Test
    void refusesAClientThatAsksTooOftenAndSaysWhenToAskAgain() throws Exception {
        assertThat(get("/v1/payments", "10.0.0.1").getStatus()).isEqualTo(200);

        MockHttpServletResponse refused = get("/v1/payments", "10.0.0.1");

        assertThat(refused.getStatus()).isEqualTo(429);
        assertThat(refused.getHeader("Retry-After")).isEqualTo("1");
        assertThat(refused.getContentType()).isEqualTo("application/problem+json");
        assertThat(refused.getContentAsString())
                .contains("\"type\":\"urn:florin:problem:too-many-requests\"", "\"traceId\":\"");
        assertThat(get("/v1/payments", "10.0.0.2").getStatus()).isEqualTo(200);
    }

    @Test
    void doesNotLimitProbes() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(get("/actuator/health", "10.0.0.1").getStatus()).isEqualTo(200);
        }
    }

    private MockHttpServletResponse get(String path, String client) throws Exception {
        var request = new MockHttpServletRequest("GET", path);
        request.setRemoteAddr(client);
        var response = new MockHttpServletResponse();
        filter.doFilter(request, response, new MockFilterChain());
        return response;
    }
}
