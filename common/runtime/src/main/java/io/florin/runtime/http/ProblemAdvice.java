package io.florin.runtime.http;

import io.florin.runtime.Failure;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.observability.TraceContext;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/// Turns whatever a controller throws into a problem. Details say what the caller can mend; class names, stack traces
/// and messages of libraries stay in the log, found again by the trace id.
@RestControllerAdvice
public final class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final int RETRY_AFTER_SECONDS = 1;

    private final ProblemWriter writer;

    public ProblemAdvice(ProblemWriter writer) {
        this.writer = writer;
    }

    @ExceptionHandler(ProblemException.class)
    @Nullable
    ResponseEntity<Object> onProblem(ProblemException refusal, WebRequest request) {
        HttpHeaders headers = new HttpHeaders();
        Map<String, Object> more = refusal.problem().getProperties();
        if (more != null && more.get(TooManyRequests.SECONDS) instanceof Long seconds) {
            headers.set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        }
        return answer(refusal.problem(), headers, request);
    }

    @ExceptionHandler(BodyTooLargeException.class)
    @Nullable
    ResponseEntity<Object> onBodyTooLarge(BodyTooLargeException tooLarge, WebRequest request) {
        return answer(bodyTooLarge(tooLarge), new HttpHeaders(), request);
    }

    @ExceptionHandler(AccessDeniedException.class)
    @Nullable
    ResponseEntity<Object> onAccessDenied(AccessDeniedException denied, WebRequest request) {
        return answer(
                Problems.of(ProblemCode.FORBIDDEN, "The caller's roles do not allow this."),
                new HttpHeaders(),
                request);
    }

    @ExceptionHandler(AuthenticationException.class)
    @Nullable
    ResponseEntity<Object> onUnauthenticated(AuthenticationException unknown, WebRequest request) {
        return answer(Problems.of(ProblemCode.UNAUTHENTICATED, "The caller is not known."), new HttpHeaders(), request);
    }

    @ExceptionHandler(ConstraintViolationException.class)
    @Nullable
    ResponseEntity<Object> onConstraintViolation(ConstraintViolationException violated, WebRequest request) {
        List<FieldError> errors = new ArrayList<>();
        for (ConstraintViolation<?> violation : violated.getConstraintViolations()) {
            errors.add(new FieldError(
                    JsonPointers.ofValidationPath(violation.getPropertyPath().toString()), violation.getMessage()));
        }
        return answer(invalid(errors), new HttpHeaders(), request);
    }

    /// Nets below [RequestFormFilter]: what the firewall of Spring Security and the reader of parts refuse.
    @ExceptionHandler({RequestRejectedException.class, MultipartException.class})
    @Nullable
    ResponseEntity<Object> onUnreadable(Exception unreadable, WebRequest request) {
        return answer(
                Problems.of(ProblemCode.MALFORMED_REQUEST, "A header, a parameter or a part is not as it should be."),
                new HttpHeaders(),
                request);
    }

    @ExceptionHandler(Failure.class)
    @Nullable
    ResponseEntity<Object> onFailure(Failure failure, WebRequest request) {
        log.warn("request failed for now: reason={}", failure.getMessage());
        return unavailable(request);
    }

    @ExceptionHandler(Exception.class)
    @Nullable
    ResponseEntity<Object> onAnythingElse(Exception unexpected, WebRequest request) {
        Optional<BodyTooLargeException> tooLarge = causeOf(unexpected, BodyTooLargeException.class);
        if (tooLarge.isPresent()) {
            return onBodyTooLarge(tooLarge.get(), request);
        }
        if (DisconnectedClientHelper.isClientDisconnectedException(unexpected)) {
            log.debug("caller is gone");
            return null;
        }
        if (DatabaseAway.isBehind(unexpected)) {
            log.warn("request failed for now: database is away or busy: reason={}", unexpected.getMessage());
            return unavailable(request);
        }
        log.error("request failed: trace={}", TraceContext.currentOrNew().traceId(), unexpected);
        return answer(internalError(), new HttpHeaders(), request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException unreadable,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        Optional<BodyTooLargeException> tooLarge = causeOf(unreadable, BodyTooLargeException.class);
        if (tooLarge.isPresent()) {
            return onBodyTooLarge(tooLarge.get(), request);
        }
        List<FieldError> errors = causeOf(unreadable, JacksonException.class)
                .map(jackson -> List.of(explain(jackson)))
                .orElse(List.of(new FieldError("", "a body is needed")));
        return answer(
                Problems.of(ProblemCode.MALFORMED_REQUEST, "The body cannot be read.", Map.of("errors", errors)),
                headers,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException invalid, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(invalid(bodyErrors(invalid)), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException invalid, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<FieldError> errors = new ArrayList<>();
        for (ParameterValidationResult result : invalid.getParameterValidationResults()) {
            if (result instanceof ParameterErrors body) {
                errors.addAll(bodyErrors(body));
            } else {
                String name = String.valueOf(result.getMethodParameter().getParameterName());
                result.getResolvableErrors()
                        .forEach(error -> errors.add(new FieldError(name, String.valueOf(error.getDefaultMessage()))));
            }
        }
        return answer(invalid(errors), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleServletRequestBindingException(
            ServletRequestBindingException unbound, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return unbound instanceof MissingRequestHeaderException header
                ? answer(missing("header", header.getHeaderName()), headers, request)
                : super.handleServletRequestBindingException(unbound, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException missing,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return answer(missing("parameter", missing.getParameterName()), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException mismatch, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (!(mismatch instanceof MethodArgumentTypeMismatchException argument)) {
            return super.handleTypeMismatch(mismatch, headers, status, request);
        }
        String name = argument.getName();
        return answer(
                Problems.of(
                        ProblemCode.MALFORMED_REQUEST,
                        "The value of " + name + " cannot be read.",
                        Map.of("errors", List.of(new FieldError(name, "value of the wrong form")))),
                headers,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMaxUploadSizeExceededException(
            MaxUploadSizeExceededException tooLarge, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return answer(Problems.of(ProblemCode.BODY_TOO_LARGE, "The upload is too large."), headers, request);
    }

    /// Every exception of Spring MVC ends here: the status is Spring's, the words are ours.
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception exception,
            @Nullable Object body,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        ProblemCode code = ProblemCode.ofStatus(status);
        if (code == ProblemCode.UNAVAILABLE) {
            return answer(Problems.of(code, "The answer took too long; ask again."), headers, request);
        }
        if (status.is5xxServerError()) {
            log.error("request failed: trace={}", TraceContext.currentOrNew().traceId(), exception);
            return answer(internalError(), headers, request);
        }
        String detail = body instanceof ProblemDetail springs && springs.getDetail() != null
                ? springs.getDetail()
                : code.title() + ".";
        return answer(Problems.of(status, code.code(), code.title(), detail, Map.of()), headers, request);
    }

    private @Nullable ResponseEntity<Object> answer(ProblemDetail problem, HttpHeaders headers, WebRequest request) {
        if (!(request instanceof ServletWebRequest servlet)) {
            throw new IllegalStateException("not a servlet request");
        }
        HttpServletResponse response = servlet.getResponse();
        if (response == null) {
            throw new IllegalStateException("no response to answer with");
        }
        headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        try {
            writer.write(servlet.getRequest(), response, problem);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
        return null;
    }

    private @Nullable ResponseEntity<Object> unavailable(WebRequest request) {
        var headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, Integer.toString(RETRY_AFTER_SECONDS));
        return answer(
                Problems.of(ProblemCode.UNAVAILABLE, "A part that this needs does not answer; ask again."),
                headers,
                request);
    }

    private static ProblemDetail internalError() {
        return Problems.of(ProblemCode.INTERNAL_ERROR, "The trace id finds the cause in the service's log.");
    }

    private static ProblemDetail bodyTooLarge(BodyTooLargeException tooLarge) {
        return Problems.of(
                ProblemCode.BODY_TOO_LARGE,
                "The body may have at most " + tooLarge.bytesMax() + " bytes.",
                Map.of("bytesMax", tooLarge.bytesMax()));
    }

    private static ProblemDetail missing(String kind, String name) {
        return Problems.of(
                ProblemCode.INVALID_REQUEST,
                "The " + kind + " " + name + " is needed.",
                Map.of("errors", List.of(new FieldError(name, "is needed"))));
    }

    private static ProblemDetail invalid(List<FieldError> errors) {
        return Problems.of(
                ProblemCode.INVALID_REQUEST, "The request breaks a rule; see errors.", Map.of("errors", errors));
    }

    private static List<FieldError> bodyErrors(org.springframework.validation.Errors invalid) {
        List<FieldError> errors = new ArrayList<>();
        invalid.getFieldErrors()
                .forEach(error -> errors.add(new FieldError(
                        JsonPointers.ofValidationPath(error.getField()), String.valueOf(error.getDefaultMessage()))));
        invalid.getGlobalErrors()
                .forEach(error -> errors.add(new FieldError("", String.valueOf(error.getDefaultMessage()))));
        return errors;
    }

    private static FieldError explain(JacksonException jackson) {
        String pointer = JsonPointers.of(jackson.getPath());
        return switch (jackson) {
            case UnrecognizedPropertyException unknown -> new FieldError(pointer, "unknown field");
            case InvalidFormatException wrong -> new FieldError(pointer, "value of the wrong form");
            case MismatchedInputException wrong -> new FieldError(pointer, "value of the wrong type");
            case StreamReadException malformed -> new FieldError(pointer, "malformed JSON" + place(malformed));
            default -> new FieldError(pointer, "value not allowed");
        };
    }

    private static String place(StreamReadException malformed) {
        var location = malformed.getLocation();
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static <T extends Throwable> Optional<T> causeOf(Throwable thrown, Class<T> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
        }
        return Optional.empty();
    }
}
