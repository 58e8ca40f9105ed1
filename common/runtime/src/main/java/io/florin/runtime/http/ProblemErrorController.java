package io.florin.runtime.http;

import io.florin.runtime.observability.TraceContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/// Answers the container's error dispatch: what a filter threw, or a status set without a body.
@Controller
public final class ProblemErrorController implements ErrorController {
    private static final Logger log = LoggerFactory.getLogger(ProblemErrorController.class);

    private final ProblemWriter writer;

    public ProblemErrorController(ProblemWriter writer) {
        this.writer = writer;
    }

    @RequestMapping("${spring.web.error.path:/error}")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatusCode statusCode =
                status instanceof Integer number ? HttpStatusCode.valueOf(number) : HttpStatus.NOT_FOUND;
        ProblemCode code = ProblemCode.ofStatus(statusCode);
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable thrown) {
            log.error("request failed: trace={}", TraceContext.currentOrNew().traceId(), thrown);
        }
        writer.write(
                request, response, Problems.of(statusCode, code.code(), code.title(), code.title() + ".", Map.of()));
    }
}
