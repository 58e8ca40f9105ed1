package io.florin.runtime.internal;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.springframework.web.filter.OncePerRequestFilter;

/// Keeps the two ports apart: `/internal/**` is served on the internal port and nothing else is, and there only to a
/// caller whose certificate names a node of this network, which becomes the request's [Peer].
final class PeerFilter extends OncePerRequestFilter {
    static final String PEER_ATTRIBUTE = Peer.class.getName();

    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private final InternalPort port;
    private final String network;
    private final ProblemWriter problems;

    PeerFilter(InternalPort port, String network, ProblemWriter problems) {
        this.port = port;
        this.network = network;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean onInternalPort = port.received(request);
        if (onInternalPort != isInternalPath(request)) {
            problems.write(request, response, Problems.of(ProblemCode.NOT_FOUND, "There is nothing under this path."));
            return;
        }
        if (onInternalPort) {
            Optional<Peer> peer = peerOf(request);
            if (peer.isEmpty()) {
                problems.write(
                        request,
                        response,
                        Problems.of(ProblemCode.UNAUTHENTICATED, "The certificate names no node of this network."));
                return;
            }
            request.setAttribute(PEER_ATTRIBUTE, peer.get());
        }
        chain.doFilter(request, response);
    }

    private static boolean isInternalPath(HttpServletRequest request) {
        String path = request.getServletPath();
        return path.equals("/internal") || path.startsWith("/internal/");
    }

    private Optional<Peer> peerOf(HttpServletRequest request) {
        if (request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain && chain.length > 0) {
            return Peer.of(chain[0], network);
        }
        return Optional.empty();
    }
}
