package io.florin.runtime.http;

import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/// A refusal that ends a request with a problem of the service's own code. It carries no stack trace: it is an answer,
/// not a failure.
public final class ProblemException extends RuntimeException {
    private final transient ProblemDetail problem;
    private final HttpStatus status;

    public ProblemException(HttpStatus status, String code, String title, String detail, Map<String, ?> extra) {
        super(code + ": " + detail, null, false, false);
        this.status = status;
        this.problem = Problems.of(status, code, title, detail, extra);
    }

    public ProblemException(HttpStatus status, String code, String title, String detail) {
        this(status, code, title, detail, Map.of());
    }

    public ProblemException(ProblemCode code, String detail) {
        this(code.status(), code.code(), code.title(), detail, Map.of());
    }

    public HttpStatus status() {
        return status;
    }

    public ProblemDetail problem() {
        return problem;
    }
}
