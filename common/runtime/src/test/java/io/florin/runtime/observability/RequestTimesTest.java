package io.florin.runtime.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.HandlerMapping;

/// Names and tags are those of Spring's observation of requests, which dashboards know; it is the oracle.
class RequestTimesTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final RequestTimes times = new RequestTimes(registry);

    @ParameterizedTest
    @CsvSource({
        "GET,/v1/payments/{id},200",
        "POST,/v1/payments,202",
        "GET,'',200",
        "GET,/v1/payments,404",
        "PUT,/v1/x,503",
        "BREW,/v1/x,405",
        "HEAD,/v1/x,304",
        "GET,/v1/x,799"
    })
    void aRequestHasTheTagsThatSpringGivesIt(String method, String route, int status) throws Exception {
        Meter.Id ours = timed(times, registry, method, answering(route, status));
        Meter.Id springs = observed(method, answering(route, status));

        assertThat(ours.getName()).isEqualTo(springs.getName());
        assertThat(tags(ours)).isEqualTo(tags(springs));
    }

    @ParameterizedTest
    @CsvSource({"GET,200", "GET,302", "POST,401", "GET,404", "GET,500"})
    void soDoesOneThatNoRouteHas(String method, int status) throws Exception {
        assertThat(tags(timed(times, registry, method, answering(null, status))))
                .isEqualTo(tags(observed(method, answering(null, status))));
    }

    @Test
    void soDoesOneThatFails() throws Exception {
        for (Exception failure :
                List.of(new IllegalStateException(), new ServletException(new IOException()), new EOFException())) {
            FilterChain failing = (_, _) -> sneak(failure);
            SimpleMeterRegistry fresh = new SimpleMeterRegistry();
            assertThat(tags(timed(new RequestTimes(fresh), fresh, "GET", failing)))
                    .isEqualTo(tags(observed("GET", failing)));
        }
    }

    @Test
    void anAsynchronousAnswerIsTimedToItsEnd() throws Exception {
        var request = new MockHttpServletRequest("GET", "/v1/payments/events");
        var response = new MockHttpServletResponse();
        request.setAsyncSupported(true);
        times.doFilter(request, response, (asked, answer) -> {
            asked.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, "/v1/payments/events");
            asked.startAsync(asked, answer);
        });
        assertThat(registry.getMeters()).isEmpty();

        MockAsyncContext async = (MockAsyncContext) Objects.requireNonNull(request.getAsyncContext());
        async.getListeners().getFirst().onComplete(new AsyncEvent(async));

        Timer timer = registry.get(RequestTimes.NAME).timer();
        assertThat(timer.count()).isOne();
        assertThat(timer.getId().getTag("uri")).isEqualTo("/v1/payments/events");
    }

    @Test
    void countsRequestsOfARouteTogether() throws Exception {
        for (int i = 0; i < 3; i++) {
            times.doFilter(
                    new MockHttpServletRequest("GET", "/v1/payments/" + i),
                    new MockHttpServletResponse(),
                    answering("/v1/payments/{id}", 200));
        }
        assertThat(registry.get(RequestTimes.NAME).timers()).hasSize(1);
        assertThat(registry.get(RequestTimes.NAME).timer().count()).isEqualTo(3);
    }

    private static FilterChain answering(@Nullable String route, int status) {
        return (request, response) -> {
            if (route != null) {
                request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, route);
                ServerHttpObservationFilter.findObservationContext((MockHttpServletRequest) request)
                        .ifPresent(context -> context.setPathPattern(route));
            }
            ((HttpServletResponse) response).setStatus(status);
        };
    }

    private static Meter.Id observed(String method, FilterChain chain) throws Exception {
        var meters = new SimpleMeterRegistry();
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        observations
                .observationConfig()
                .observationPredicate((_, context) -> context instanceof ServerRequestObservationContext);
        return timed(new ServerHttpObservationFilter(observations), meters, method, chain);
    }

    private static Meter.Id timed(Filter filter, MeterRegistry meters, String method, FilterChain chain)
            throws Exception {
        var request = new MockHttpServletRequest(method, "/v1/payments/7");
        var response = new MockHttpServletResponse();
        try {
            filter.doFilter(request, response, chain);
        } catch (IOException | ServletException | RuntimeException expected) {
            assertThatThrownBy(() -> chain.doFilter(request, response)).isEqualTo(expected);
        }
        return meters.get(RequestTimes.NAME).timers().stream()
                .filter(timer -> timer.getId().getType() == Meter.Type.TIMER)
                .reduce((_, last) -> last)
                .orElseThrow()
                .getId();
    }

    private static Set<Tag> tags(Meter.Id id) {
        return id.getTags().stream().collect(Collectors.toSet());
    }

    private static void sneak(Exception failure) throws IOException, ServletException {
        switch (failure) {
            case IOException io -> throw io;
            case ServletException servlet -> throw servlet;
            case RuntimeException unchecked -> throw unchecked;
            default -> throw new IllegalArgumentException(failure);
        }
    }
}
