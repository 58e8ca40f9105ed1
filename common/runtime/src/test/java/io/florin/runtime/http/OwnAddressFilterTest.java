package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class OwnAddressFilterTest {

    @Test
    void theConfiguredAddressTakesThePlaceOfAnyHost() throws Exception {
        for (String host : new String[] {"evil.example", "localhost", "bank.example.org"}) {
            HttpServletRequest seen = seen(Optional.of(URI.create("https://bank.example.org")), host);

            assertThat(seen.getRequestURL()).hasToString("https://bank.example.org/console");
            assertThat(seen.getScheme()).isEqualTo("https");
            assertThat(seen.getServerName()).isEqualTo("bank.example.org");
            assertThat(seen.getServerPort()).isEqualTo(443);
        }
    }

    @Test
    void namesOfThisMachineAreBelievedWhereNoneIsConfigured() throws Exception {
        assertThat(seen(Optional.empty(), "localhost").getServerName()).isEqualTo("localhost");
    }

    @Test
    void anyOtherNameGivesWayToTheAddressAtWhichTheRequestCameIn() throws Exception {
        assertThat(seen(Optional.empty(), "evil.example").getRequestURL()).hasToString("http://10.0.0.7:8080/console");
    }

    private static HttpServletRequest seen(Optional<URI> address, String host) throws Exception {
        var request = new MockHttpServletRequest("GET", "/console");
        request.setServerName(host);
        request.setLocalAddr("10.0.0.7");
        request.setLocalPort(8080);
        var chain = new MockFilterChain();
        new OwnAddressFilter(address).doFilter(request, new MockHttpServletResponse(), chain);
        return (HttpServletRequest) Objects.requireNonNull(chain.getRequest());
    }
}
