package io.florin.bank.payments.adapter;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.idempotency.Idempotent.Outcome;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.PlainText;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.TraceContext;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Payments and balances. Amounts are minor units.
@RestController
class PaymentsController {

    static final String UETR = "[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}";

    /// Below the time limits of most clients, and of what stands between.
    private static final int WAIT_SECONDS_MAX = 30;

    private final Payments payments;
    private final PaymentOrders orders;
    private final Idempotent idempotent;
    private final ProgramRules rules;
    private final ScheduledPayments schedule;
    private final PaymentNews news;
    private final PaymentRoom room;
    private final Idempotent.Group<Traced> group;

    PaymentsController(
            Payments payments,
            PaymentOrders orders,
            Idempotent idempotent,
            ProgramRules rules,
            ScheduledPayments schedule,
            PaymentNews news,
            PaymentRoom room) {
        this.news = news;
        this.room = room;
        this.schedule = schedule;
        this.payments = payments;
        this.orders = orders;
        this.idempotent = idempotent;
        this.group = idempotent.group(
                "payments", this::accepted, traced -> traced.order().wallet());
        this.rules = rules;
    }

    @Schema(description = "Who is paid")
    record PayeeForm(
            @Schema(description = "Name, for the payer's own records", example = "Bert Birch")
            @NotBlank
            @Size(max = 140)
            @Pattern(regexp = PlainText.PATTERN)
            String name,

            @Schema(
                    description = "IBAN at any bank of the network, or a wallet address (`fln1…`)",
                    example = "XF7000010000000022")
            @NotBlank
            @Size(max = 140)
            @Pattern(regexp = PlainText.PATTERN)
            String account) {}

    @Schema(description = "A payment from a custodial wallet of this bank")
    record PaymentForm(
            @Schema(description = "Number of the wallet that pays", example = "7") @Min(0)
            long wallet,

            @Schema(description = "Who is paid") @NotNull @Valid
            PayeeForm payee,

            @Schema(description = "Minor units of the currency", example = "1250") @Min(1) @Max(Amounts.REQUEST_MAX)
            long amount,

            @Schema(description = "The network's currency", example = "FLN") @NotNull @Pattern(regexp = "[A-Z]{3}")
            String currency,

            @Schema(description = "Reference that the payee gets", example = "INVOICE-2026-17", nullable = true)
            @Nullable
            @Size(max = 35)
            @Pattern(regexp = PlainText.PATTERN)
            String endToEndId,

            @Schema(
                    description = "Unique end-to-end transaction reference: a UUID of version 4 in lower case that no"
                            + " payment of this bank has had; the bank makes one where there is none",
                    example = "3f0c6a52-0c5d-4f0e-9d6f-2f8d3b1c4a5e",
                    nullable = true)
            @Nullable
            @Pattern(regexp = UETR)
            String uetr,

            @Schema(description = "What it is for; the payee gets it", example = "Invoice 17", nullable = true)
            @Nullable
            @Size(max = 140)
            @Pattern(regexp = PlainText.PATTERN)
            String remittance,

            @Schema(
                    description = "The day, of the bank's zone, on which it is paid; without one, or with one that has"
                            + " begun, at once. At most 90 days ahead, unless the bank configures another bound",
                    example = "2026-08-31",
                    nullable = true)
            @JsonInclude(JsonInclude.Include.NON_NULL) // a request without is the same as before there were dates
            @Nullable
            LocalDate executionDate) {

        PaymentOrders.Stated stated() {
            return new PaymentOrders.Stated(
                    wallet,
                    payee.name(),
                    payee.account(),
                    amount,
                    text(endToEndId),
                    text(uetr),
                    text(remittance),
                    executionDate);
        }

        private static String text(@Nullable String optional) {
            return optional == null ? "" : optional;
        }
    }

    @Operation(
            summary = "Accept a payment from a custodial wallet",
            description = "The answer is given when the payment is durable and its money promised. It ends in one"
                + " final state, SETTLED or REJECTED, which is asked for by its id. With a later `executionDate` it is"
                + " SCHEDULED: no money is promised and funds are not asked for before that day, when it is accepted"
                + " or rejected; until then it can be cancelled.")
    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {
                "account-not-payable",
                "amount-out-of-range",
                "approval-needed",
                "duplicate-uetr",
                "execution-date-ahead",
                "idempotency-key-reused",
                "insufficient-funds",
                "payee-holding-limit-exceeded",
                "payee-is-payer",
                "payment-limit-exceeded",
                "self-held-wallet",
                "unknown-account",
                "unknown-wallet",
                "unsupported-currency",
                "wallet-not-enrolled"
            })
    @ProblemCodes(status = 429, value = PaymentRoom.FULL)
    @ProblemCodes(status = 503)
    @ApiResponse(
            responseCode = "202",
            description = "Accepted durably; ask for its state until it is final",
            content = @Content(schema = @Schema(implementation = PaymentView.class)))
    @PostMapping("/v1/payments")
    ResponseEntity<String> pay(
            @RequestHeader("Idempotency-Key") String key, @Valid @RequestBody PaymentForm form, Principal caller) {
        String traceId = TraceContext.currentOrNew().traceId();
        return room.during(1, () -> group.once(caller.getName(), key, form, () -> new Traced(order(form), traceId)));
    }

    /// An order and the trace of its request.
    private record Traced(PaymentOrder order, String traceId) {}

    private List<Outcome> accepted(List<Traced> traced) {
        List<Acceptance> acceptances = payments.acceptAll(
                traced.stream().map(Traced::order).toList(),
                place -> traced.get(place).traceId());
        return acceptances.stream()
                .<Outcome>map(acceptance -> switch (acceptance) {
                    case Acceptance.Accepted(PaymentView payment) -> new Outcome.Done(payment);
                    case Acceptance.Refused(String code, String explanation) ->
                        new Outcome.Refused(ApiProblems.refused(code, explanation));
                })
                .toList();
    }

    private PaymentOrder order(PaymentForm form) {
        rules.check(form);
        return orders.order(form.stated());
    }

    @Operation(
            summary = "A payment and its state",
            description = "At once, or with `wait` as soon as it is final. Who waits for many payments follows"
                    + " `/v1/payments/events` instead.")
    @GetMapping("/v1/payments/{id}")
    PaymentView payment(
            @Parameter(description = "Id of the payment") @PathVariable("id") UUID id,
            @Parameter(
                            description = "Seconds that the answer may wait for the payment to become final; it comes"
                                    + " at once where so many wait already",
                            example = "0")
                    @RequestParam(name = "wait", defaultValue = "0")
                    @Min(0)
                    @Max(WAIT_SECONDS_MAX)
                    int wait)
            throws InterruptedException {
        try (PaymentNews.Waiter waiter = news.of(id)) {
            PaymentView payment = payments.payment(id).orElseThrow(() -> ApiProblems.unknown("payment"));
            if (wait == 0 || payment.state().isFinal()) {
                return payment;
            }
            waiter.await(Duration.ofSeconds(wait));
        }
        return payments.payment(id).orElseThrow(() -> ApiProblems.unknown("payment"));
    }

    @Operation(summary = "Cancel a scheduled payment", description = "Possible until its day begins. Safe to repeat.")
    @ProblemCodes(status = 409, value = ScheduledPayments.DUE)
    @ApiResponse(responseCode = "200", description = "The payment, in the state CANCELLED")
    @PostMapping("/v1/payments/{id}/cancellation")
    PaymentView cancel(@Parameter(description = "Id of the payment") @PathVariable("id") UUID id) {
        return schedule.cancel(id);
    }

    /// By UETR, or by the idempotency key of the caller's own request.
    @Operation(
            summary = "Payments by UETR, or the one that an idempotency key of this caller made",
            description = "One of the parameters is needed; the UETR wins. The list is empty where nothing is found.")
    @GetMapping("/v1/payments")
    List<PaymentView> find(
            @Parameter(
                            description = "Unique end-to-end transaction reference",
                            example = "3f0c6a52-0c5d-4f0e-9d6f-2f8d3b1c4a5e")
                    @RequestParam(name = "uetr", required = false)
                    @Nullable
                    @Pattern(regexp = "(" + UETR + ")?")
                    String uetr,
            @Parameter(description = "Idempotency key of a payment that this caller made")
                    @RequestParam(name = "key", required = false)
                    @Nullable
                    @Size(max = 128)
                    @Pattern(regexp = PlainText.PATTERN)
                    String key,
            Principal caller) {
        if (uetr != null && !uetr.isBlank()) {
            return payments.byUetr(uetr);
        }
        if (key != null) {
            return idempotent.paymentOf(caller.getName(), key).flatMap(payments::payment).stream()
                    .toList();
        }
        throw new ProblemException(
                HttpStatus.BAD_REQUEST,
                "invalid-request",
                "A field breaks a rule",
                "ask by uetr or by key",
                java.util.Map.of());
    }

    @Operation(summary = "What a wallet has, as of one block of the ledger")
    @GetMapping("/v1/wallets/{number}/balance")
    Payments.WalletBalance balance(
            @Parameter(description = "Number of the wallet") @PathVariable("number") long number) {
        return payments.balanceOf(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
    }
}
