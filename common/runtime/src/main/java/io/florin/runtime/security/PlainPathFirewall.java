package io.florin.runtime.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/// Spring's strict firewall, asked where it could find something. A path of letters, digits, dashes and single slashes
/// has nothing encoded, no way upwards and no second reading; where no query and no form come with it there are no
/// parameters either, and headers with control characters have been refused before (`RequestFormFilter`). The firewall
/// looks into such a request forty times, and again with each header that somebody reads.
final class PlainPathFirewall extends StrictHttpFirewall {
    private static final BitSet PLAIN = new BitSet();

    static {
        PLAIN.set('a', 'z' + 1);
        PLAIN.set('A', 'Z' + 1);
        PLAIN.set('0', '9' + 1);
        PLAIN.set('-');
        PLAIN.set('_');
    }

    @Override
    public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        return isPlain(request) ? new Unchanged(request) : super.getFirewalledRequest(request);
    }

    /// Requests with JSON, bytes or nothing in their body have no parameters there.
    static boolean isPlain(HttpServletRequest request) {
        String path = request.getRequestURI();
        return request.getQueryString() == null
                && hasNoForm(request.getContentType())
                && isPlain(path)
                && request.getContextPath().isEmpty()
                && request.getPathInfo() == null
                && path.equals(request.getServletPath());
    }

    private static boolean hasNoForm(@Nullable String type) {
        return type == null || type.equals("application/json") || type.equals("application/octet-stream");
    }

    private static boolean isPlain(String path) {
        if (path.isEmpty() || path.charAt(0) != '/') {
            return false;
        }
        for (int i = 1; i < path.length(); i++) {
            char next = path.charAt(i);
            if (!PLAIN.get(next) && (next != '/' || path.charAt(i - 1) == '/')) {
                return false;
            }
        }
        return true;
    }

    private static final class Unchanged extends FirewalledRequest {
        Unchanged(HttpServletRequest request) {
            super(request);
        }

        /// Nothing was changed that could be put back.
        @Override
        public void reset() {}
    }
}
