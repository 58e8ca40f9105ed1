package io.florin.bank.payments.adapter;

import io.florin.bank.payments.adapter.OutcomeLog.Outcome;
import io.florin.bank.protocol.PaymentView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/// Tells programs of this bank which payments became final, as server-sent events (WHATWG HTML, section 9.2). The
/// request's own thread writes them.
@RestController
class PaymentEventsController {

    private static final Logger LOG = LoggerFactory.getLogger(PaymentEventsController.class);
    private static final int PAGE = 500;

    /// A connection that its reader closed is found out by the next line. One whose reader vanished keeps its place
    /// until TCP gives it up or its lifetime ends.
    private static final Duration SILENCE_MAX = Duration.ofSeconds(10);

    private final OutcomeLog log;
    private final Payments payments;
    private final PaymentNews news;
    private final JsonMapper json;
    private final InstantSource clock;
    private final Duration lifetime;
    private final Semaphore places;

    PaymentEventsController(
            OutcomeLog log,
            Payments payments,
            PaymentNews news,
            JsonMapper json,
            InstantSource clock,
            PaymentProperties properties) {
        this.log = log;
        this.payments = payments;
        this.news = news;
        this.json = json;
        this.clock = clock;
        this.lifetime = properties.streamLifetime();
        this.places = new Semaphore(properties.streamsMax());
    }

    @Schema(description = "One event of the stream")
    record PaymentEvent(
            @Schema(description = "Place of the payment among all that became final", example = "17")
            String id,

            @Schema(description = "Always `payment`", example = "payment")
            String event,

            @Schema(description = "The payment as JSON, as `GET /v1/payments/{id}` gives it")
            String data) {}

    @Operation(
            summary = "Follow payments that become final",
            description = "A stream of server-sent events, one for each payment of this bank that becomes SETTLED,"
                    + " REJECTED or CANCELLED: its id is the payment's place in their order (1, 2, 3 and so on), its"
                    + " data the payment as JSON. The stream begins behind the place that `Last-Event-ID` or `after`"
                    + " names, so that nothing is missed, and without one with what becomes final from now on. It ends"
                    + " when the token does, or after a while: ask again, with the last place.")
    @ProblemCodes(status = 409, value = "payment-place-unknown")
    @ProblemCodes(status = 429)
    @ApiResponse(
            responseCode = "200",
            description = "Events as they come",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(implementation = PaymentEvent.class),
                            examples = @ExampleObject("id: 17\n"
                                            + "event: payment\n"
                                            + "data: {\"id\":\"…\",\"state\":\"SETTLED\",…}\n\n")))
    @GetMapping("/v1/payments/events")
    void follow(
            @Parameter(hidden = true) // a header of the protocol, of which its clients know
                    @RequestHeader(name = "Last-Event-ID", required = false)
                    @Nullable
                    @Min(0)
                    Long lastSeen,
            @Parameter(
                            description = "Place of the last payment that is known; 0 for all that there are. After"
                                    + " the bank was rebuilt or restored from an older backup begin again with 0: an"
                                    + " old place may be another payment's by then",
                            example = "0")
                    @RequestParam(name = "after", required = false)
                    @Nullable
                    @Min(0)
                    Long after,
            Authentication caller,
            HttpServletRequest request,
            HttpServletResponse response) {
        Optional<Long> known = Optional.ofNullable(lastSeen).or(() -> Optional.ofNullable(after));
        long last = log.last();
        if (known.isPresent() && known.get() > last) {
            throw new ProblemException(
                    HttpStatus.CONFLICT,
                    "payment-place-unknown",
                    "There is no payment with this place",
                    "The last one is " + last + "; the bank's records may have been rebuilt: begin with 0.",
                    Map.of("last", last));
        }
        if (request.getMethod().equals(HttpMethod.HEAD.name())) {
            begin(response); // nobody would read what is written
            return;
        }
        if (!places.tryAcquire()) {
            throw new ProblemException(ProblemCode.TOO_MANY_REQUESTS, "So many streams are open already.");
        }
        try {
            begin(response);
            write(known.orElse(last), end(caller), response.getOutputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException gone) {
            LOG.debug("who followed payments is gone: {}", gone.toString());
        } finally {
            places.release();
        }
    }

    private static void begin(HttpServletResponse response) {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    }

    private Instant end(Authentication caller) {
        Instant longest = clock.instant().plus(lifetime);
        Instant expires = caller.getPrincipal() instanceof Jwt token ? token.getExpiresAt() : null;
        return expires == null || expires.isAfter(longest) ? longest : expires;
    }

    private void write(long from, Instant end, OutputStream out) throws IOException, InterruptedException {
        line(out, ": payments that became final follow\n\n");
        long place = from;
        boolean goesOn = true;
        while (goesOn) {
            long told = news.count();
            List<Outcome> outcomes = log.after(place, PAGE);
            if (!outcomes.isEmpty()) {
                for (PaymentView payment :
                        payments.all(outcomes.stream().map(Outcome::payment).toList())) {
                    event(out, ++place, payment);
                }
                out.flush();
            }
            Duration left = Duration.between(clock.instant(), end);
            goesOn = !left.isNegative() && !left.isZero();
            if (goesOn && outcomes.isEmpty()) {
                goesOn = news.awaitMore(told, left.compareTo(SILENCE_MAX) < 0 ? left : SILENCE_MAX);
                if (news.count() == told) {
                    line(out, ":\n\n");
                }
            }
        }
    }

    private void event(OutputStream out, long place, PaymentView payment) throws IOException {
        out.write(("id: " + place + "\nevent: payment\ndata: ").getBytes(StandardCharsets.UTF_8));
        out.write(json.writeValueAsBytes(payment));
        out.write("\n\n".getBytes(StandardCharsets.UTF_8));
    }

    private static void line(OutputStream out, String comment) throws IOException {
        out.write(comment.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
