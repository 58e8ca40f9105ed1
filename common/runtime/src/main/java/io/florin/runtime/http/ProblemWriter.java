package io.florin.runtime.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/// Writes a problem where no controller advice reaches: filters, security, the error dispatch. A browser that asks for
/// a page gets the same words as a page, see [ProblemPage].
public final class ProblemWriter {
    private final JsonMapper json;

    public ProblemWriter(JsonMapper json) {
        this.json = json;
    }

    /// Writes the problem unless the response has already begun.
    public void write(HttpServletRequest request, HttpServletResponse response, ProblemDetail problem)
            throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        response.setStatus(problem.getStatus());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        byte[] body;
        if (wantsPage(request)) {
            response.setContentType("text/html;charset=UTF-8");
            body = ProblemPage.of(request, problem).getBytes(StandardCharsets.UTF_8);
        } else {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            body = json.writeValueAsBytes(Problems.fields(problem));
        }
        response.setContentLength(body.length);
        if (!"HEAD".equals(request.getMethod())) {
            response.getOutputStream().write(body);
        }
        response.flushBuffer();
    }

    /// Whether a person's browser navigates to a page; fragments loaded by scripts get problem details.
    public static boolean wantsPage(HttpServletRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null
                && accept.contains(MediaType.TEXT_HTML_VALUE)
                && request.getHeader("HX-Request") == null
                && isConsole(request);
    }

    private static boolean isConsole(HttpServletRequest request) {
        Object forwarded = request.getAttribute("jakarta.servlet.error.request_uri");
        String path = forwarded instanceof String uri ? uri : request.getRequestURI();
        return path.equals("/") || path.equals("/console") || path.startsWith("/console/") || path.startsWith("/login");
    }
}
