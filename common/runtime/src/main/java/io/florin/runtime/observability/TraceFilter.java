package io.florin.runtime.observability;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/// Takes the caller's `traceparent` or starts a trace, keeps it in force while the request is handled and names it in
/// the response. Runs before every other filter, so that each problem carries a trace id.
public final class TraceFilter extends OncePerRequestFilter {
    private static final String ATTRIBUTE = TraceFilter.class.getName() + ".context";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        TraceContext context = of(request);
        response.setHeader(TraceContext.HEADER, context.traceparent());
        try (var _ = context.open()) {
            chain.doFilter(request, response);
        }
    }

    /// The trace of a request; the same for its error dispatch.
    private static TraceContext of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof TraceContext known) {
            return known;
        }
        TraceContext context = TraceContext.parse(request.getHeader(TraceContext.HEADER))
                .map(TraceContext::child)
                .orElseGet(TraceContext::create);
        request.setAttribute(ATTRIBUTE, context);
        return context;
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }
}
