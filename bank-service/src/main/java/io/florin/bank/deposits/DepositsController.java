package io.florin.bank.deposits;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentView;
import io.florin.ledger.Amount;
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
import java.security.Principal;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/// Deposits, funding and defunding. Amounts are minor units.
@RestController
class DepositsController {

    private static final String CUSTOMER = "Id of the customer";

    private final Deposits deposits;
    private final PaymentService payments;
    private final Idempotent idempotent;
    private final FourEyes fourEyes;

    DepositsController(Deposits deposits, PaymentService payments, Idempotent idempotent, FourEyes fourEyes) {
        this.fourEyes = fourEyes;
        this.deposits = deposits;
        this.payments = payments;
        this.idempotent = idempotent;
    }

    @Schema(description = "An amount of money")
    record AmountForm(
            @Schema(description = "Minor units of the currency", example = "10000") @Min(1) @Max(Amounts.REQUEST_MAX)
            long amount) {}

    @Schema(name = "Deposit", description = "A customer's ordinary money at the bank")
    record DepositView(
            @Schema(description = "Id of the customer") UUID customer,
            @Schema(description = "Minor units") long balance) {}

    @Operation(summary = "A customer's deposit")
    @GetMapping("/v1/customers/{customer}/deposit")
    DepositView deposit(@Parameter(description = CUSTOMER) @PathVariable("customer") UUID customer) {
        return new DepositView(customer, deposits.balance(customer));
    }

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {"approval-needed", "deposit-too-large", "idempotency-key-reused"})
    @Operation(summary = "Pay money into a deposit over the counter")
    @ApiResponse(
            responseCode = "202",
            description = "Paid in",
            content = @Content(schema = @Schema(implementation = DepositView.class)))
    @PostMapping("/v1/customers/{customer}/deposit")
    ResponseEntity<String> payIn(
            @Parameter(description = CUSTOMER) @PathVariable("customer") UUID customer,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody AmountForm form,
            Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "deposit/" + customer,
                form,
                () -> new DepositView(customer, deposits.payIn(customer, allowed(form))));
    }

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {
                "approval-needed",
                "holding-limit-exceeded",
                "idempotency-key-reused",
                "insufficient-deposit",
                "insufficient-funds",
                "payee-holding-limit-exceeded",
                "payment-limit-exceeded",
                "amount-out-of-range",
                "treasury-wallet",
                "wallet-not-enrolled"
            })
    @Operation(
            summary = "Move money from the deposit to a wallet",
            description = "The deposit is debited at once and gets its money back if the payment is rejected.")
    @ApiResponse(
            responseCode = "202",
            description = "The payment from the treasury that funds it",
            content = @Content(schema = @Schema(implementation = PaymentView.class)))
    @PostMapping("/v1/wallets/{wallet}/fundings")
    ResponseEntity<String> fund(
            @Parameter(description = "Number of the wallet") @PathVariable("wallet") long wallet,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody AmountForm form,
            Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "fundings/" + wallet,
                form,
                () -> deposits.fund(
                        payments,
                        wallet,
                        allowed(form),
                        TraceContext.currentOrNew().traceId()));
    }

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {
                "approval-needed",
                "idempotency-key-reused",
                "insufficient-funds",
                "payment-limit-exceeded",
                "amount-out-of-range",
                "self-held-wallet",
                "treasury-wallet",
                "wallet-not-enrolled"
            })
    @Operation(summary = "Move money from a custodial wallet to the deposit")
    @ApiResponse(
            responseCode = "202",
            description = "The payment to the treasury; the deposit is credited when it has settled",
            content = @Content(schema = @Schema(implementation = PaymentView.class)))
    @PostMapping("/v1/wallets/{wallet}/defundings")
    ResponseEntity<String> defund(
            @Parameter(description = "Number of the wallet") @PathVariable("wallet") long wallet,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody AmountForm form,
            Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "defundings/" + wallet,
                form,
                () -> deposits.defund(
                        payments,
                        wallet,
                        allowed(form),
                        TraceContext.currentOrNew().traceId()));
    }

    private Amount allowed(AmountForm form) {
        fourEyes.checkProgram(form.amount());
        return Amount.of(form.amount());
    }
}
