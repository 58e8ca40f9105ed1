package io.florin.bank.payments;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Idempotent;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentView;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.observability.TraceContext;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.Principal;
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

    private final Payments payments;
    private final PaymentOrders orders;
    private final Idempotent idempotent;
    private final LedgerAccess ledger;

    PaymentsController(Payments payments, PaymentOrders orders, Idempotent idempotent, LedgerAccess ledger) {
        this.payments = payments;
        this.orders = orders;
        this.idempotent = idempotent;
        this.ledger = ledger;
    }

    /// @param account IBAN, or a wallet address
    record PayeeForm(
            @NotBlank @Size(max = 140) String name,
            @NotBlank @Size(max = 140) String account) {}

    record PaymentForm(
            @Min(0) long wallet,
            @NotNull @Valid PayeeForm payee,
            @Min(1) long amount,
            @Pattern(regexp = "[A-Z]{3}") String currency,
            @Nullable @Size(max = 35) String endToEndId,

            @Nullable @Pattern(regexp = "[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}")
            String uetr,

            @Nullable @Size(max = 140) String remittance) {}

    @Operation(summary = "Accept a payment from a custodial wallet")
    @ApiResponse(
            responseCode = "202",
            description = "Accepted durably; ask for its state until it is final",
            content = @Content(schema = @Schema(implementation = PaymentView.class)))
    @PostMapping("/v1/payments")
    ResponseEntity<String> pay(
            @RequestHeader("Idempotency-Key") String key, @Valid @RequestBody PaymentForm form, Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "payments",
                form,
                () -> order(form),
                order -> ApiProblems.accepted(
                        payments.accept(order, TraceContext.currentOrNew().traceId())));
    }

    private PaymentOrder order(PaymentForm form) {
        String currency = ledger.configuration()
                .namespace(ledger.currency())
                .map(NetworkConfiguration.Namespace::currency)
                .orElseThrow();
        if (!currency.equals(form.currency())) {
            throw ApiProblems.refused("unsupported-currency", "payments are made in " + currency);
        }
        return orders.order(new PaymentOrders.Stated(
                form.wallet(),
                form.payee().name(),
                form.payee().account(),
                form.amount(),
                text(form.endToEndId()),
                text(form.uetr()),
                text(form.remittance())));
    }

    private static String text(@Nullable String optional) {
        return optional == null ? "" : optional;
    }

    @Operation(summary = "A payment and its state")
    @GetMapping("/v1/payments/{id}")
    PaymentView payment(@PathVariable("id") UUID id) {
        return payments.payment(id).orElseThrow(() -> ApiProblems.unknown("payment"));
    }

    /// By UETR, or by the idempotency key of the caller's own request.
    @Operation(summary = "Payments by UETR, or the one that an idempotency key of this caller made")
    @GetMapping("/v1/payments")
    List<PaymentView> find(
            @RequestParam(name = "uetr", required = false) @Nullable String uetr,
            @RequestParam(name = "key", required = false) @Nullable String key,
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
    Payments.WalletBalance balance(@PathVariable("number") long number) {
        return payments.balanceOf(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
    }
}
