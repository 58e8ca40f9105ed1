package io.florin.runtime.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Answers a browser's own question for the site's icon, which it asks before anybody has signed in.
final class IconFilter extends RequestFilter {
    static final String PATH = "/favicon.ico";
    private static final byte[] ICON = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#1a4f8b"/>\
        <path d="M11 25V8h11M11 16h9" fill="none" stroke="#fff" stroke-width="3.5"/></svg>
        """.getBytes(StandardCharsets.UTF_8);

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        response.setContentType("image/svg+xml");
        response.setContentLength(ICON.length);
        response.setHeader("Cache-Control", "public, max-age=86400");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.getOutputStream().write(ICON);
    }
}
