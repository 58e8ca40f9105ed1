package io.florin.runtime.http;

import io.florin.runtime.activity.Activity;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// Tells loops of a request that may have changed something, once it has: by then its transaction is committed.
final class ActivityFilter extends RequestFilter {
    private final Activity activity;

    ActivityFilter(Activity activity) {
        this.activity = activity;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } finally {
            if (!isRead(request.getMethod())) {
                activity.happened();
            }
        }
    }

    private static boolean isRead(String method) {
        return method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS");
    }
}
