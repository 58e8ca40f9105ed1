package io.florin.runtime.observability;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// Takes the caller's `traceparent` or starts a trace, keeps it in force while the request is handled and names it in
/// the response. Runs before every other filter, so that each problem carries a trace id.
public final class TraceFilter implements Filter {
    private static final String ATTRIBUTE = TraceFilter.class.getName() + ".context";

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is traced");
        }
        TraceContext context = of(asked);
        answer.setHeader(TraceContext.HEADER, context.traceparent());
        try (var _ = context.open()) {
            chain.doFilter(request, response);
        }
    }

    /// The trace of a request; the same for its error page and the rest of its asynchronous answer.
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
}
