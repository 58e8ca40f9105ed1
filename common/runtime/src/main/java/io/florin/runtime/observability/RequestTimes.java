package io.florin.runtime.observability;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.HandlerMapping;

/// Time of each request by route, method and status: the timer `http.server.requests`, with the names and tags that
/// Spring's observation of requests gives it. Spring's makes a context with a dozen words, asks seven handlers twice,
/// looks two meters up by all their tags, and keeps a second timer of open requests that nobody reads; here a request
/// takes two looks at the clock and one at a map.
final class RequestTimes implements Filter {
    static final String NAME = "http.server.requests";

    private static final String NONE = "none";
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");
    private static final int SERVER_ERROR = 500;

    private final MeterRegistry registry;
    private final Map<Route, Timer> timers = new ConcurrentHashMap<>();

    RequestTimes(MeterRegistry registry) {
        this.registry = registry;
    }

    /// All words are of bounded sets: routes are patterns of paths, and methods that nobody knows are one.
    private record Route(String method, String uri, int status, String exception) {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is timed");
        }
        long begun = System.nanoTime();
        try {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException failed) {
            record(asked, SERVER_ERROR, causeOf(failed), begun);
            throw failed;
        }
        if (request.isAsyncStarted()) {
            request.getAsyncContext().addListener(new WhenComplete(asked, answer, begun));
        } else {
            record(asked, answer.getStatus(), failureOf(asked), begun);
        }
    }

    private static Throwable causeOf(Exception failed) {
        return failed instanceof ServletException wrapper && wrapper.getRootCause() != null
                ? wrapper.getRootCause()
                : failed;
    }

    private static @Nullable Throwable failureOf(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failed ? failed : null;
    }

    private void record(HttpServletRequest request, int status, @Nullable Throwable failure, long begun) {
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "UNKNOWN";
        Route route = new Route(method, uriOf(request, status), status, failure == null ? NONE : nameOf(failure));
        Timer timer = timers.get(route);
        if (timer == null) {
            timer = timers.computeIfAbsent(route, this::timer);
        }
        timer.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
    }

    private static String nameOf(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        return name.isEmpty() ? failure.getClass().getName() : name;
    }

    /// Paths that no route has are one, or everybody who guesses paths would make a meter with each guess.
    private static String uriOf(HttpServletRequest request, int status) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (pattern != null) {
            String uri = pattern.toString();
            return uri.isEmpty() ? "root" : uri;
        }
        HttpStatus known = HttpStatus.resolve(status);
        if (known != null && known.is3xxRedirection()) {
            return "REDIRECTION";
        }
        return known == HttpStatus.NOT_FOUND ? "NOT_FOUND" : "UNKNOWN";
    }

    private Timer timer(Route route) {
        HttpStatus known = HttpStatus.resolve(route.status());
        return registry.timer(
                NAME,
                Tags.of(
                        "error", route.exception(),
                        "exception", route.exception(),
                        "method", route.method(),
                        "outcome", known == null ? "UNKNOWN" : outcome(known),
                        "status", Integer.toString(route.status()),
                        "uri", route.uri()));
    }

    private static String outcome(HttpStatus status) {
        return switch (status.series()) {
            case SUCCESSFUL -> "SUCCESS";
            case REDIRECTION, CLIENT_ERROR, SERVER_ERROR, INFORMATIONAL ->
                status.series().name();
        };
    }

    private final class WhenComplete implements AsyncListener {
        private final HttpServletRequest request;
        private final HttpServletResponse response;
        private final long begun;
        private @Nullable Throwable failure;

        WhenComplete(HttpServletRequest request, HttpServletResponse response, long begun) {
            this.request = request;
            this.response = response;
            this.begun = begun;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            Throwable failed = failure == null ? failureOf(request) : failure;
            record(request, response.getStatus(), failed, begun);
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {
            failure = event.getThrowable();
        }

        /// A request that is started again is listened to again.
        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
