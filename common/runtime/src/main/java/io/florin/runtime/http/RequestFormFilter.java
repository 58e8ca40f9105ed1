package io.florin.runtime.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;
import java.util.Optional;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;

/// Form of a request before anybody reads its meaning: headers and parameters can be read, the body comes as it is, and
/// parts of a form come to pages alone. Tomcat and Spring find the same later, wherever a value is first asked for, and
/// throw there what nobody can tell from a bug.
final class RequestFormFilter extends RequestFilter {
    private static final String IDENTITY = "identity";

    private final ProblemWriter problems;

    RequestFormFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<ProblemDetail> problem =
                headers(request, response).or(() -> parts(request)).or(() -> parameters(request));
        if (problem.isPresent()) {
            problems.write(request, response, problem.get());
        } else {
            chain.doFilter(request, response);
        }
    }

    private static Optional<ProblemDetail> headers(HttpServletRequest request, HttpServletResponse response) {
        boolean encoded = false;
        for (Enumeration<String> names = request.getHeaderNames(); names.hasMoreElements(); ) {
            String name = names.nextElement();
            boolean coding = HttpHeaders.CONTENT_ENCODING.equalsIgnoreCase(name);
            for (Enumeration<String> values = request.getHeaders(name); values.hasMoreElements(); ) {
                String value = values.nextElement();
                if (hasControl(value)) {
                    return Optional.of(Problems.of(
                            ProblemCode.MALFORMED_REQUEST,
                            "The header " + name + " has a control character or one that is not of ISO 8859-1."));
                }
                encoded |= coding && !value.isBlank() && !value.strip().equalsIgnoreCase(IDENTITY);
            }
        }
        return encoded ? Optional.of(encoded(response)) : Optional.empty();
    }

    private static boolean hasControl(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /// No decoding here: a body is bounded by what arrives, and a small one could unpack to any length.
    private static ProblemDetail encoded(HttpServletResponse response) {
        response.setHeader(HttpHeaders.ACCEPT_ENCODING, IDENTITY);
        return Problems.of(
                ProblemCode.UNSUPPORTED_MEDIA_TYPE,
                "The header Content-Encoding names a coding that is not taken here; send the body as it is.");
    }

    private static Optional<ProblemDetail> parts(HttpServletRequest request) {
        if (!isOf(request.getContentType(), "multipart/") || isPage(request)) {
            return Optional.empty();
        }
        return Optional.of(Problems.of(
                ProblemCode.UNSUPPORTED_MEDIA_TYPE, "A body of several parts (multipart) is not taken here."));
    }

    private static boolean isForm(@Nullable String type) {
        return isOf(type, "application/x-www-form-urlencoded") || isOf(type, "multipart/");
    }

    private static boolean isOf(@Nullable String type, String beginning) {
        return type != null && type.strip().regionMatches(true, 0, beginning, 0, beginning.length());
    }

    private static boolean isPage(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/console/");
    }

    /// Parameters of the query, and of the body where it is a form; asking for them once has Tomcat read all.
    private static Optional<ProblemDetail> parameters(HttpServletRequest request) {
        if (request.getQueryString() == null && !isForm(request.getContentType())) {
            return Optional.empty();
        }
        try {
            for (String name : request.getParameterMap().keySet()) {
                if (hasControl(name)) {
                    return Optional.of(unreadable("the name of one has a control character"));
                }
            }
            return Optional.empty();
        } catch (InvalidParameterException broken) {
            return Optional.of(
                    broken.getErrorCode() == HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE
                            ? Problems.of(ProblemCode.BODY_TOO_LARGE, "The form is too large.")
                            : unreadable("one has no name, or is not encoded as it should be, or there are too many"));
        } catch (IllegalStateException broken) {
            return Optional.of(unreadable("the parts of the form cannot be told apart"));
        }
    }

    private static ProblemDetail unreadable(String why) {
        return Problems.of(
                ProblemCode.MALFORMED_REQUEST, "The parameters of the query or form cannot be read: " + why + ".");
    }
}
