package io.florin.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.StrictHttpFirewall;

class PlainPathFirewallTest {
    private static final String SIGNS = "abYZ09-_//.%;\\:~\u00e9\u0000\n 2fFe";

    private final StrictHttpFirewall strict = new StrictHttpFirewall();
    private final PlainPathFirewall firewall = new PlainPathFirewall();

    @ParameterizedTest
    @ValueSource(strings = {"/", "/v1/payments", "/v1/payments/3f0c6a52-0c5d-4f0e/cancellation", "/internal/a_b/"})
    void letsPlainPathsPass(String path) {
        MockHttpServletRequest request = request(path);
        assertThat(PlainPathFirewall.isPlain(request)).isTrue();
        assertThat(firewall.getFirewalledRequest(request).getHeader("x")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1//payments",
                "/v1/../console",
                "/v1/./a",
                "/v1/a%2fb",
                "/v1/a;b=c",
                "/v1/a\\b",
                "/v1/a%00",
                "/v1/%2e%2e/a",
                "//v1"
            })
    void refusesWhatSpringRefuses(String path) {
        assertThatThrownBy(() -> firewall.getFirewalledRequest(request(path)))
                .isInstanceOf(RequestRejectedException.class);
    }

    /// Nothing passes here that Spring's firewall would have stopped.
    @Seeded
    void isNeverLessStrict(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder path = new StringBuilder("/");
            for (int length = random.nextInt(12); length > 0; length--) {
                path.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
            }
            MockHttpServletRequest request = request(path.toString());
            if (PlainPathFirewall.isPlain(request)) {
                assertThatCode(() -> strict.getFirewalledRequest(request))
                        .as(path.toString())
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void looksAtRequestsThatMayHaveParameters() {
        MockHttpServletRequest query = request("/v1/payments");
        query.setQueryString("a=b");
        MockHttpServletRequest form = request("/v1/payments");
        form.setContentType("application/x-www-form-urlencoded");
        MockHttpServletRequest elsewhere = request("/v1/payments");
        elsewhere.setServletPath("/v1");
        elsewhere.setPathInfo("/payments");
        for (MockHttpServletRequest request : new MockHttpServletRequest[] {query, form, elsewhere}) {
            assertThat(PlainPathFirewall.isPlain(request)).isFalse();
        }
    }

    @Test
    void stillRefusesAnswersWithALineBreakInAHeader() {
        var response = firewall.getFirewalledResponse(new MockHttpServletResponse());
        assertThatThrownBy(() -> response.setHeader("x", "a\r\nSet-Cookie: b"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static MockHttpServletRequest request(String path) {
        var request = new MockHttpServletRequest("GET", path);
        request.setServletPath(path);
        return request;
    }
}
