package io.florin.runtime.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;

/// The headers of [FlorinWebSecurity#strictHeaders] for answers to programs, written at once: Spring's filter waits for
/// the answer's first byte, for which it watches each write.
///
/// @param policy the content security policy
record StrictHeaders(String policy) {
    private static final List<Map.Entry<String, String>> FIXED = List.of(
            Map.entry("X-Content-Type-Options", "nosniff"),
            Map.entry("X-XSS-Protection", "0"),
            Map.entry("Cache-Control", "no-cache, no-store, max-age=0, must-revalidate"),
            Map.entry("Pragma", "no-cache"),
            Map.entry("Expires", "0"),
            Map.entry("X-Frame-Options", "DENY"),
            Map.entry("Referrer-Policy", "same-origin"),
            Map.entry("Permissions-Policy", FlorinWebSecurity.PERMISSIONS),
            Map.entry("Cross-Origin-Opener-Policy", "same-origin"));

    void write(HttpServletRequest request, HttpServletResponse response) {
        FIXED.forEach(header -> response.setHeader(header.getKey(), header.getValue()));
        response.setHeader("Content-Security-Policy", policy);
        if (request.isSecure()) {
            response.setHeader("Strict-Transport-Security", "max-age=31536000 ; includeSubDomains");
        }
    }
}
