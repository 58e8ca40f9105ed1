package io.florin.runtime.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemWriter;
import io.florin.runtime.http.Problems;
import io.florin.runtime.http.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Optional;

/// Keeps the two ports apart: `/internal/**` is served on the internal port and nothing else is, and there only to a
/// caller whose certificate names a node of this network, which becomes the request's [Peer].
final class PeerFilter extends RequestFilter {
    static final String PEER_ATTRIBUTE = Peer.class.getName();

    private static final int CERTIFICATES_MAX = 10_000;
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    /// By the object, of which a connection has one: reading the names out of a certificate takes longer than the rest.
    private final Cache<X509Certificate, Optional<Peer>> known = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(CERTIFICATES_MAX)
            .executor(Runnable::run)
            .build();

    private final InternalPort port;
    private final String network;
    private final ProblemWriter problems;

    PeerFilter(InternalPort port, String network, ProblemWriter problems) {
        this.port = port;
        this.network = network;
        this.problems = problems;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
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
            return known.get(chain[0], certificate -> Peer.of(certificate, network));
        }
        return Optional.empty();
    }
}
