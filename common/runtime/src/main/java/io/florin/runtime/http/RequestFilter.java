package io.florin.runtime.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// A filter of requests as they come in. An error page, a forward and the rest of an asynchronous answer pass: they
/// belong to a request that was filtered. Spring's `OncePerRequestFilter` finds that out by a mark of each filter in
/// the request's attributes, three look-ups and a text for each; the container says it at once.
public abstract class RequestFilter implements Filter {

    @Override
    public final void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is filtered");
        }
        if (request.getDispatcherType() == DispatcherType.REQUEST) {
            filter(asked, answer, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    /// Answers the request, or lets it pass by calling the chain.
    protected abstract void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException;
}
