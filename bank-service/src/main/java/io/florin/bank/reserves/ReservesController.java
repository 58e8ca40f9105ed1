package io.florin.bank.reserves;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.ReserveView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.security.Principal;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClientException;

/// Reserves at the central bank and orders to exchange them. Amounts are minor units.
@RestController
class ReservesController {

    private static final int ORDERS_SHOWN = 200;

    private final SupplyOrders orders;
    private final CentralBankInternalApi centralBank;
    private final Idempotent idempotent;
    private final SupplyCancellation cancellation;
    private final FourEyes fourEyes;

    ReservesController(
            SupplyOrders orders,
            CentralBankInternalApi centralBank,
            Idempotent idempotent,
            SupplyCancellation cancellation,
            FourEyes fourEyes) {
        this.cancellation = cancellation;
        this.fourEyes = fourEyes;
        this.orders = orders;
        this.centralBank = centralBank;
        this.idempotent = idempotent;
    }

    @Schema(description = "An order to the central bank")
    record SupplyOrderForm(
            @Schema(description = "WITHDRAWAL: reserves become digital currency; REDEMPTION: the other way") @NotNull
            Direction direction,

            @Schema(description = "Minor units", example = "50000") @Min(1) @Max(Amounts.REQUEST_MAX)
            long amount) {}

    @Schema(description = "This bank's reserve account at the central bank, in minor units")
    record ReserveAccount(
            @Schema(description = "Number of this bank in the network")
            int participant,

            @Schema(description = "What the account has") long balance,

            @Schema(description = "What of it is held for withdrawals under way")
            long held) {}

    @ProblemCodes(status = 409, value = "request-under-way")
    @ProblemCodes(
            status = 422,
            value = {"approval-needed", "idempotency-key-reused", "insufficient-funds", "treasury-not-enrolled"})
    @Operation(summary = "Order a withdrawal from the reserves, or a redemption into them")
    @ApiResponse(
            responseCode = "202",
            description = "Recorded durably; officers of the central bank decide",
            content = @Content(schema = @Schema(implementation = SupplyOrderView.class)))
    @PostMapping("/v1/supply-orders")
    ResponseEntity<String> order(
            @RequestHeader("Idempotency-Key") String key, @Valid @RequestBody SupplyOrderForm form, Principal caller) {
        return idempotent.once(caller.getName(), key, "supply-orders", form, () -> {
            fourEyes.checkProgram(form.amount());
            return orders.order(form.direction(), Amount.of(form.amount()));
        });
    }

    @Operation(summary = "The newest orders, at most 200")
    @GetMapping("/v1/supply-orders")
    List<SupplyOrderView> orders() {
        return orders.newest(ORDERS_SHOWN);
    }

    @Operation(summary = "An order and its state")
    @GetMapping("/v1/supply-orders/{id}")
    SupplyOrderView order(@Parameter(description = "Id of the order, 64 hex digits") @PathVariable("id") String id) {
        if (!id.matches("[0-9a-f]{64}")) {
            throw ApiProblems.unknown("supply order");
        }
        return orders.find(Bytes32.fromHex(id)).orElseThrow(() -> ApiProblems.unknown("supply order"));
    }

    @ProblemCodes(
            status = 409,
            value = {SupplyCancellation.DECIDED, SupplyCancellation.NOT_ASKED})
    @ProblemCodes(status = 503)
    @Operation(
            summary = "Cancel an order",
            description = "Possible until enough officers of the central bank have signed. Safe to repeat.")
    @ApiResponse(responseCode = "200", description = "The order, in the state REFUSED")
    @PostMapping("/v1/supply-orders/{id}/cancellation")
    SupplyOrderView cancel(@Parameter(description = "Id of the order, 64 hex digits") @PathVariable("id") String id) {
        return cancellation.cancel(id);
    }

    @ProblemCodes(status = 503)
    @Operation(summary = "The reserve account at the central bank")
    @GetMapping("/v1/reserves")
    ReserveAccount reserves() {
        try {
            ReserveView account = centralBank.reserves();
            return new ReserveAccount(account.participant(), account.balance(), account.held());
        } catch (RestClientException e) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "the central bank does not answer");
        }
    }
}
