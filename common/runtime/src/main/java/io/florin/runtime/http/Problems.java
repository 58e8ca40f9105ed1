package io.florin.runtime.http;

import io.florin.runtime.observability.TraceContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/// Makes RFC 9457 problem details: `type` `urn:florin:problem:<code>`, `title`, `status`, `detail`, `code`, `traceId`.
public final class Problems {

    private Problems() {}

    public static ProblemDetail of(ProblemCode code, String detail) {
        return of(code, detail, Map.of());
    }

    public static ProblemDetail of(ProblemCode code, String detail, Map<String, ?> extra) {
        return of(code.status(), code.code(), code.title(), detail, extra);
    }

    /// A problem of a service's own code.
    public static ProblemDetail of(
            HttpStatusCode status, String code, String title, @Nullable String detail, Map<String, ?> extra) {
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setType(ProblemCode.typeOf(code));
        problem.setTitle(title);
        problem.setDetail(detail);
        problem.setProperty("code", code);
        problem.setProperty("traceId", TraceContext.currentOrNew().traceId());
        extra.forEach(problem::setProperty);
        return problem;
    }

    /// The problem's fields in the order in which they are written.
    static Map<String, Object> fields(ProblemDetail problem) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("type", String.valueOf(problem.getType()));
        if (problem.getTitle() != null) {
            fields.put("title", problem.getTitle());
        }
        fields.put("status", problem.getStatus());
        if (problem.getDetail() != null) {
            fields.put("detail", problem.getDetail());
        }
        if (problem.getInstance() != null) {
            fields.put("instance", problem.getInstance().toString());
        }
        if (problem.getProperties() != null) {
            fields.putAll(problem.getProperties());
        }
        return fields;
    }
}
