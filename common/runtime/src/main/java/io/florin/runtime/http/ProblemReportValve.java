package io.florin.runtime.http;

import io.florin.runtime.observability.TraceContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;

/// Tomcat's last word as a problem: requests that never reach the application, such as a malformed request line.
public final class ProblemReportValve extends ErrorReportValve {
    private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        String known = response.getHeader(TraceContext.HEADER);
        TraceContext trace = TraceContext.parse(known).orElseGet(TraceContext::create);
        if (throwable != null && response.getStatus() >= 500) {
            log.error("request failed outside the application: trace={}", trace.traceId(), throwable);
        }
        HttpStatusCode status = HttpStatusCode.valueOf(response.getStatus());
        ProblemCode code = ProblemCode.ofStatus(status);
        byte[] body = """
            {"type":"%s","title":"%s","status":%d,"code":"%s","traceId":"%s"}\
            """.formatted(
                        ProblemCode.typeOf(code.code()), code.title(), status.value(), code.code(), trace.traceId())
                .getBytes(StandardCharsets.UTF_8);
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException | IllegalStateException gone) {
            log.debug("caller is gone: reasons={}", List.of(gone));
        }
    }
}
