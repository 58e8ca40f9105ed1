package io.florin.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.activity.Activity;
import jakarta.servlet.ServletException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

final class ActivityFilterTest {
    private final Activity activity = new Activity();
    private final ActivityFilter filter = new ActivityFilter(activity);

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void whatMayChangeSomethingIsNewsOnceItIsDone(String method) throws Exception {
        filter.doFilter(
                new MockHttpServletRequest(method, "/"),
                new MockHttpServletResponse(),
                (_, _) -> assertThat(activity.count()).isZero());

        assertThat(activity.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
    void whoOnlyLooksIsNoNews(String method) throws Exception {
        filter.doFilter(new MockHttpServletRequest(method, "/"), new MockHttpServletResponse(), new MockFilterChain());

        assertThat(activity.count()).isZero();
    }

    @Test
    void aRequestThatFailsMayHaveChangedSomething() {
        assertThatThrownBy(() -> filter.doFilter(
                        new MockHttpServletRequest("POST", "/"), new MockHttpServletResponse(), (_, _) -> {
                            throw new ServletException("after its commit");
                        }))
                .isInstanceOf(ServletException.class);

        assertThat(activity.count()).isEqualTo(1);
    }
}
