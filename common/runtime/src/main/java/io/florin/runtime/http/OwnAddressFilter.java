package io.florin.runtime.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/// This service's address in redirects and links is the one that configuration names, not the one that a caller wrote
/// into the header `Host`. Where none is configured, a name of this machine is believed (`localhost`, for people who
/// try the platform out), and any other gives way to the address at which the request came in.
final class OwnAddressFilter extends RequestFilter {
    private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]", "[0:0:0:0:0:0:0:1]");

    private final Optional<URI> address;

    OwnAddressFilter(Optional<URI> address) {
        this.address = address;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        // other nodes are told nothing by redirects or links
        if (request.getRequestURI().startsWith("/internal/")) {
            chain.doFilter(request, response);
        } else if (address.isPresent()) {
            chain.doFilter(new Addressed(request, address.get()), response);
        } else if (THIS_MACHINE.contains(request.getServerName())) {
            chain.doFilter(request, response);
        } else {
            chain.doFilter(new Addressed(request, cameInAt(request)), response);
        }
    }

    private static URI cameInAt(HttpServletRequest request) {
        String host =
                request.getLocalAddr().contains(":") ? "[" + request.getLocalAddr() + "]" : request.getLocalAddr();
        return URI.create(request.getScheme() + "://" + host + ":" + request.getLocalPort());
    }

    private static final class Addressed extends HttpServletRequestWrapper {
        private final URI address;

        Addressed(HttpServletRequest request, URI address) {
            super(request);
            this.address = address;
        }

        @Override
        public String getScheme() {
            return address.getScheme();
        }

        @Override
        public String getServerName() {
            return address.getHost();
        }

        @Override
        public int getServerPort() {
            if (address.getPort() >= 0) {
                return address.getPort();
            }
            return address.getScheme().equals("https") ? 443 : 80;
        }

        @Override
        public StringBuffer getRequestURL() {
            String port = address.getPort() < 0 ? "" : ":" + address.getPort();
            return new StringBuffer(getScheme() + "://" + getServerName() + port + getRequestURI());
        }
    }
}
