package io.florin.runtime.http;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.RestClientResponseException;

/// The problems every service can answer with. A code is part of the API and is never renamed.
public enum ProblemCode {
    MALFORMED_REQUEST(HttpStatus.BAD_REQUEST, "malformed-request", "The request cannot be read"),
    INVALID_REQUEST(HttpStatus.BAD_REQUEST, "invalid-request", "A field breaks a rule"),
    UNAUTHENTICATED(HttpStatus.UNAUTHORIZED, "unauthenticated", "Sign-in or a valid token is needed"),
    FORBIDDEN(HttpStatus.FORBIDDEN, "forbidden", "The caller may not do this"),
    NOT_FOUND(HttpStatus.NOT_FOUND, "not-found", "There is nothing under this path"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "method-not-allowed", "This path has no such method"),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "not-acceptable", "No representation that the caller accepts"),
    CONFLICT(HttpStatus.CONFLICT, "conflict", "The request meets another one or another state"),
    BODY_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "body-too-large", "The body is longer than this service takes"),
    UNSUPPORTED_MEDIA_TYPE(
            HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", "The body's media type is not taken here"),
    TOO_MANY_REQUESTS(HttpStatus.TOO_MANY_REQUESTS, "too-many-requests", "The caller asks too often"),
    INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "internal-error", "The service failed"),
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "unavailable", "The service cannot do this now");

    private static final String TYPE_PREFIX = "urn:florin:problem:";
    private static final Pattern FIELD = Pattern.compile("\"code\"\\s*:\\s*\"([a-z0-9-]{1,64})\"");

    private final HttpStatus status;
    private final String code;
    private final String title;

    ProblemCode(HttpStatus status, String code, String title) {
        this.status = status;
        this.code = code;
        this.title = title;
    }

    public HttpStatus status() {
        return status;
    }

    /// The last part of the type URI and the value of field `code`.
    public String code() {
        return code;
    }

    public String title() {
        return title;
    }

    /// The code in another service's answer, which may be one of its own; empty where the answer has none, because it
    /// is no problem or somebody in between gave it.
    public static Optional<String> of(RestClientResponseException answer) {
        return of(answer.getResponseBodyAsString());
    }

    /// The code in the body of an answer.
    public static Optional<String> of(String body) {
        Matcher code = FIELD.matcher(body);
        return code.find() ? Optional.of(code.group(1)) : Optional.empty();
    }

    /// The stable `type` URI of a code.
    public static URI typeOf(String code) {
        return URI.create(TYPE_PREFIX + code);
    }

    /// The general problem of a status: what is said when nothing more precise is known.
    static ProblemCode ofStatus(HttpStatusCode status) {
        for (ProblemCode candidate : values()) {
            if (candidate.status.value() == status.value()) {
                return candidate;
            }
        }
        return status.is4xxClientError() ? MALFORMED_REQUEST : INTERNAL_ERROR;
    }
}
