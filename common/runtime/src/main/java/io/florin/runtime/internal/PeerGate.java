package io.florin.runtime.internal;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import io.florin.runtime.security.CallerRequest;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

/// All of Spring Security on the internal port: the peer that [PeerFilter] found is the caller of the thread and of the
/// request, and nobody else passes. Which roles may call what, [AllowPeers] says at each endpoint. No headers for
/// browsers: who has a node's certificate is none.
final class PeerGate implements Filter {
    private final ProblemWriter problems;

    PeerGate(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP passes the gate");
        }
        if (!(asked.getAttribute(PeerFilter.PEER_ATTRIBUTE) instanceof Peer peer)) {
            withoutPeer(asked, answer, chain);
            return;
        }
        if (request.getDispatcherType() == DispatcherType.REQUEST) {
            answer.setHeader("Cache-Control", "no-store");
            answer.setHeader("X-Content-Type-Options", "nosniff");
        }
        var caller = new PeerAuthentication(peer);
        SecurityContextHolder.setContext(new SecurityContextImpl(caller));
        try {
            chain.doFilter(new CallerRequest(asked, caller), answer);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    /// Error pages are of requests that were refused before it was asked who sent them.
    private void withoutPeer(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getDispatcherType() == DispatcherType.ERROR) {
            chain.doFilter(request, response);
        } else {
            problems.write(request, response, Problems.of(ProblemCode.UNAUTHENTICATED, "No node is known."));
        }
    }
}
