package io.florin.bank.deposits;

import io.florin.bank.protocol.Idempotent;
import io.florin.bank.protocol.PaymentDesk;
import io.florin.ledger.Amount;
import io.florin.runtime.observability.TraceContext;
import jakarta.validation.Valid;
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

    private final Deposits deposits;
    private final PaymentDesk desk;
    private final Idempotent idempotent;

    DepositsController(Deposits deposits, PaymentDesk desk, Idempotent idempotent) {
        this.deposits = deposits;
        this.desk = desk;
        this.idempotent = idempotent;
    }

    record AmountForm(@Min(1) long amount) {}

    record DepositView(UUID customer, long balance) {}

    @GetMapping("/v1/customers/{customer}/deposit")
    DepositView deposit(@PathVariable("customer") UUID customer) {
        return new DepositView(customer, deposits.balance(customer));
    }

    @PostMapping("/v1/customers/{customer}/deposit")
    ResponseEntity<String> payIn(
            @PathVariable("customer") UUID customer,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody AmountForm form,
            Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "deposit/" + customer,
                form,
                () -> new DepositView(customer, deposits.payIn(customer, Amount.of(form.amount()))));
    }

    @PostMapping("/v1/wallets/{wallet}/fundings")
    ResponseEntity<String> fund(
            @PathVariable("wallet") long wallet,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody AmountForm form,
            Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "fundings/" + wallet,
                form,
                () -> deposits.fund(
                        desk,
                        wallet,
                        Amount.of(form.amount()),
                        TraceContext.currentOrNew().traceId()));
    }

    @PostMapping("/v1/wallets/{wallet}/defundings")
    ResponseEntity<String> defund(
            @PathVariable("wallet") long wallet,
            @RequestHeader("Idempotency-Key") String key,
            @Valid @RequestBody AmountForm form,
            Principal caller) {
        return idempotent.once(
                caller.getName(),
                key,
                "defundings/" + wallet,
                form,
                () -> deposits.defund(
                        desk,
                        wallet,
                        Amount.of(form.amount()),
                        TraceContext.currentOrNew().traceId()));
    }
}
