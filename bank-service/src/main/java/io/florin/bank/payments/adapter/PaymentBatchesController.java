package io.florin.bank.payments.adapter;

import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.payments.adapter.PaymentsController.PaymentForm;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/// Payments many at a time.
@RestController
class PaymentBatchesController {

    private static final int ORDERS_MAX = 1_000;

    private final PaymentBatches batches;
    private final Idempotent idempotent;
    private final PaymentRoom room;

    PaymentBatchesController(PaymentBatches batches, Idempotent idempotent, PaymentRoom room) {
        this.batches = batches;
        this.idempotent = idempotent;
        this.room = room;
    }

    @Schema(description = "Payments from custodial wallets of this bank")
    record BatchForm(
            @Schema(description = "At most 1,000, of any wallets, each as one that comes alone")
            @NotNull
            @Size(min = 1, max = ORDERS_MAX)
            List<@NotNull @Valid PaymentForm> orders) {}

    @Schema(description = "What became of a batch")
    record BatchAnswer(
            @Schema(description = "Orders that were accepted", example = "1")
            int accepted,

            @Schema(description = "One for each order, in their order")
            List<BatchResult> results) {}

    @Operation(
            summary = "Accept many payments at once",
            description =
                    "Each order is accepted or refused on its own, by the rules of `POST /v1/payments`; the answer is"
                        + " given when all that are accepted are durable and their money promised. One idempotency key"
                        + " is for the whole batch: a refused order that is to be tried again comes with another one."
                        + " What cannot be read refuses the batch, and nothing of it is accepted.")
    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(status = 422, value = "idempotency-key-reused")
    @ProblemCodes(status = 429, value = PaymentRoom.FULL)
    @ApiResponse(
            responseCode = "202",
            description = "What was accepted is durable; follow `/v1/payments/events` for what becomes of it",
            content = @Content(schema = @Schema(implementation = BatchAnswer.class)))
    @PostMapping("/v1/payments/batches")
    ResponseEntity<String> pay(
            @RequestHeader("Idempotency-Key") String key, @Valid @RequestBody BatchForm form, Principal caller) {
        return room.during(form.orders().size(), () -> once(key, form, caller));
    }

    private ResponseEntity<String> once(String key, BatchForm form, Principal caller) {
        return idempotent.once(
                caller.getName(), key, "payments/batches", form, () -> batches.check(form.orders()), checked -> {
                    List<BatchResult> results =
                            batches.accept(checked, TraceContext.currentOrNew().traceId());
                    return new BatchAnswer(
                            Math.toIntExact(results.stream()
                                    .filter(result -> result.code().isEmpty())
                                    .count()),
                            results);
                });
    }
}
